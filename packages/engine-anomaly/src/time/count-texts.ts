import type { CategoricalField } from './fields.js';
import { toLevelKey } from './level-keys.js';
import type { CategoricalModel, NoveltyCounts } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Counts a text's values over all groups and adds them to an earlier training. Empty texts do not count. */
export function countTexts(
  field: CategoricalField,
  rows: readonly TimeRow[],
  departmentOf: (row: TimeRow) => string,
  earlier: CategoricalModel | undefined,
): CategoricalModel {
  const groups = new Map<string, Map<string, number>>();
  for (const [key, , values] of earlier?.groups ?? []) groups.set(key, new Map(values));
  for (const row of rows) {
    const value = field.value(row);
    if (value === '') continue;
    for (const key of listTextKeys(field.field, row, departmentOf(row))) {
      let counts = groups.get(key);
      if (counts === undefined) {
        counts = new Map();
        groups.set(key, counts);
      }
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return {
    field: field.field,
    groups: [...groups].map(([key, counts]) => {
      let n = 0;
      for (const count of counts.values()) n += count;
      return [key, n, [...counts]];
    }),
    ...countNovelty(field, rows, departmentOf, earlier),
  };
}

/** Groups of a text of a row, the widest first: dataset, department, employee, the employee's work on the project. */
export function listTextKeys(field: string, row: TimeRow, department: string): string[] {
  const keys = [toLevelKey('dataset')];
  if (department !== '' && field !== 'departmentId') keys.push(toLevelKey('department', department));
  keys.push(toLevelKey('employee', row.employee));
  if (field === 'workCategory' && row.project !== '') keys.push(toLevelKey('context', row.employee, row.project));
  return keys;
}

/** Days that an employee is new, and everything with them. */
const settlingDays = 28;
/** Days that a value is fresh for an employee: it stays unknown until the next weekly training. */
const freshDays = 7;
/** Days that a value is young for everyone, such as a project that has just begun. */
const youngDays = 28;
/** Rows with a new value. Fewer can be slips, such as the number of a project that is not open yet. */
const rowsToBegin = 3;

/** Returns whether a value with these first days is young on a day: it starts later, or started recently. */
export function isRecentDay(firstDays: readonly number[], day: number): boolean {
  return day < (firstDays[rowsToBegin - 1] ?? Number.POSITIVE_INFINITY) + youngDays;
}

/** Counts the rows of settled employees with values that are new to everyone, such as a new project. */
function countNovelty(
  field: CategoricalField,
  rows: readonly TimeRow[],
  departmentOf: (row: TimeRow) => string,
  earlier: CategoricalModel | undefined,
): Pick<CategoricalModel, 'firstDays' | 'novelty'> {
  const { ofAll, ofEmployees } = readFirstDays(earlier);
  const novelty = new Map((earlier?.novelty ?? []).map(([key, tally]) => [key, { ...tally }]));
  const firstOf = (key: string, value: string, day: number): number => {
    const known = ofEmployees.get(key) ?? new Map<string, number>();
    ofEmployees.set(key, known);
    const first = Math.min(day, known.get(value) ?? day);
    known.set(value, first);
    return first;
  };
  for (const row of [...rows].sort((a, b) => a.day - b.day)) {
    const value = field.value(row);
    if (value === '') continue;
    const employee = toLevelKey('employee', row.employee);
    const began = firstOf(employee, '', row.day);
    const first = firstOf(employee, value, row.day);
    const days = withDay(ofAll.get(value) ?? [], row.day);
    ofAll.set(value, days);
    if (row.day < began + settlingDays) continue;
    const isFresh = row.day < first + freshDays;
    for (const key of [toLevelKey('dataset'), toLevelKey('department', departmentOf(row)), employee]) {
      const tally: NoveltyCounts = novelty.get(key) ?? { rows: 0, fresh: 0 };
      novelty.set(key, tally);
      tally.rows += 1;
      if (isFresh && isRecentDay(days, row.day)) tally.fresh += 1;
    }
  }
  const listed = [...ofAll].flatMap(([value, days]) => days.map((day): [string, number] => [value, day]));
  return {
    firstDays: [
      [toLevelKey('dataset'), listed],
      ...[...ofEmployees].map(([key, values]): CategoricalModel['firstDays'][number] => [key, [...values]]),
    ],
    novelty: [...novelty],
  };
}

/** Returns the first days with one more row. */
function withDay(days: readonly number[], day: number): readonly number[] {
  if (days.length === rowsToBegin && day >= (days.at(-1) ?? day)) return days;
  return [...days, day].sort((a, b) => a - b).slice(0, rowsToBegin);
}

/** First days of a model: of each value its first rows, ascending, and per employee the first day of each value. */
export function readFirstDays(model: Pick<CategoricalModel, 'firstDays'> | undefined): {
  ofAll: Map<string, readonly number[]>;
  ofEmployees: Map<string, Map<string, number>>;
} {
  const ofAll = new Map<string, readonly number[]>();
  const ofEmployees = new Map<string, Map<string, number>>();
  for (const [key, values] of model?.firstDays ?? []) {
    if (key !== toLevelKey('dataset')) ofEmployees.set(key, new Map(values));
    else for (const [value, day] of values) ofAll.set(value, [...(ofAll.get(value) ?? []), day]);
  }
  return { ofAll, ofEmployees };
}
