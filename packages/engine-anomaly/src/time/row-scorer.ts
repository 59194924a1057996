import {
  type CategoricalCounts,
  type CategoricalProbability,
  computeCategoricalSurprise,
  computeChildProbability,
  computeRootProbability,
} from '../core/categorical-counts.js';
import {
  combineSurprises,
  type FieldCalibration,
  type FieldSurprise,
  type ScoredRecord,
} from '../core/contributions.js';
import { computePseudoCount } from '../core/feedback.js';
import type { Habit } from '../core/hierarchy.js';
import { computeNumericSurprise, type NumericSurprise } from '../core/numeric-surprise.js';
import type { AttendanceRates } from './attendance/attendance-rates.js';
import { listTextKeys } from './count-texts.js';
import { createHabits } from './create-habits.js';
import { type CategoricalField, createCategoricalFields, createNumericFields, type NumericField } from './fields.js';
import type { EmployeeShifts } from './find-employee-shifts.js';
import { toLevelKey } from './level-keys.js';
import type { CategoricalModel, RowModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Scores rows of one kind. */
export interface RowScorer {
  /** The surprise of each field of a learned row in nats, before the calibration. New values are allowed. */
  surprises(row: TimeRow): FieldSurprise[];
  score(row: TimeRow): ScoredRecord;
  /** The most specific level that has its own model for the row (`time.gap.sub-model`). */
  levelOf(row: TimeRow): { level: 'employee' | 'department' | 'dataset'; id: string };
  departmentOf(row: Pick<TimeRow, 'employee' | 'department'>): string;
}

/** Minimum number of rows for an employee to have a model. */
const minOwnRows = 3;
/** Minimum number of rows for a kind of work to be familiar. */
const familiar = 5;
/** The calibration of a field without surprises in training. */
export const defaultCalibration: FieldCalibration = { allowance: 0.7, spread: 1 };

/** Prepares a model of rows. Lookups are created once. Scoring a row takes microseconds. */
export function createRowScorer(
  model: RowModel,
  attendance: AttendanceRates,
  marked: readonly TimeRow[],
  shifts?: EmployeeShifts,
): RowScorer {
  const homes = new Map(model.employees.map(([employee, , department]) => [employee, department]));
  const departments = new Set(homes.values());
  const known = new Set(model.employees.filter(([, rows]) => rows >= minOwnRows).map(([employee]) => employee));
  const numericModels = new Map(model.numbers.map((number) => [number.key, number]));
  const fields = createNumericFields(model.numericals);
  const numbers = fields.flatMap((field) => {
    const numbersModel = numericModels.get(field.key);
    return numbersModel === undefined ? [] : [{ field, habits: createHabits(field, numbersModel, marked, shifts) }];
  });
  const textModels = new Map(model.texts.map((text) => [text.field, text]));
  const texts = createCategoricalFields(model.categoricals).flatMap((field) => {
    const textModel = textModels.get(field.field);
    return textModel === undefined ? [] : [createTextScorer(field, textModel, marked)];
  });
  const unseen = createUnseenFeatureScorer(model, known);
  const numericals = new Set(model.numericals.map(({ name }) => name));
  const calibrations = new Map(model.calibrations);
  const calibrationOf = (field: string) => calibrations.get(field) ?? defaultCalibration;
  const departmentOf = ({ employee, department }: Pick<TimeRow, 'employee' | 'department'>) =>
    homes.get(employee) ?? department;

  const categories = texts.find(({ field }) => field === 'workCategory');
  const projects = texts.find(({ field }) => field === 'projectId');
  const isFamiliar = (row: TimeRow) => {
    const counts = (row.category === '' ? projects : categories)?.countsOf(toLevelKey('employee', row.employee));
    return (counts?.get(row.category === '' ? row.project : row.category) ?? 0) >= familiar;
  };

  function surprises(row: TimeRow): FieldSurprise[] {
    const department = departmentOf(row);
    const knows = { employee: known.has(row.employee), context: isFamiliar(row) };
    const rate = attendance.weekday(row.employee, department, row.weekday);
    const usual = attendance.usual(row.employee, department);
    const found = new Map<string, NumericSurprise>();
    for (const { field, habits } of numbers) {
      if (field.key.startsWith('numerical:') && unseen.isUnseen(row.employee, field.field)) continue;
      const value = field.value(row);
      if (Number.isNaN(value)) continue;
      found.set(field.key, kindest(habits(row, department, knows), value, field.period));
    }
    const result = [...findAttributeMismatch(found, numbers), ...unseen.surprises(row)];
    for (const text of texts) {
      const nats = text.nats(row, department, knows.employee);
      if (nats > 0) result.push({ field: text.field, nats, direction: 0 });
    }
    if (rate < usual) result.push({ field: 'date', nats: Math.log(usual / rate), direction: 0 });
    if (row.holiday) {
      const nats = Math.max(0, Math.log(usual / attendance.closed(row.employee, department)));
      result.push({ field: 'publicHoliday', nats, direction: 0 });
    }
    return result;
  }

  return {
    surprises,
    // Calibrations are based on habits, which unseen features do not have.
    score: (row) =>
      combineSurprises(surprises(row), (field) =>
        numericals.has(field) && unseen.isUnseen(row.employee, field) ? defaultCalibration : calibrationOf(field),
      ),
    levelOf(row) {
      if (known.has(row.employee)) return { level: 'employee', id: row.employee };
      const department = departmentOf(row);
      if (department !== '' && departments.has(department)) return { level: 'department', id: department };
      return { level: 'dataset', id: '' };
    },
    departmentOf,
  };
}

function kindest(habits: readonly Habit[], value: number, period: number | undefined): NumericSurprise {
  let best: NumericSurprise | undefined;
  for (const habit of habits) {
    const surprise = computeNumericSurprise(habit, value, period);
    if (best === undefined || surprise.nats < best.nats) best = surprise;
  }
  return best ?? { nats: 0, direction: 0, expected: 0 };
}

/**
 * Maximum number of rows without a feature that count as evidence, because the feature may also be new for the sender.
 */
const mostEvidence = 5;

/**
 * Scores extra numericals and categoricals that training never saw, and numericals that only other employees have,
 * against the habit of having none (`time.gap.unseen-features`). The surprise is the log odds against a feature after n
 * rows without it, (n + 0.5) to 0.5, with n up to 5. That is at most 25 of 100 points. Zero and empty values do not
 * count as features.
 *
 * @param settled - Employees with a model. Other employees can have any numerical that the model knows.
 */
function createUnseenFeatureScorer(model: RowModel, settled: ReadonlySet<string>) {
  const categoricals = new Set(model.categoricals);
  const groups = new Map(model.numbers.map(({ key, groups }) => [key, new Set(groups.map(([group]) => group))]));
  const names = new Map(model.numericals.map(({ name }) => [name, groups.get(`numerical:${name}`)]));
  const counts = new Map(model.employees.map(([employee, count]) => [employee, count]));
  const all = model.employees.reduce((sum, [, count]) => sum + count, 0);
  const natsAfter = (rows: number) => Math.log(2 * Math.min(rows, mostEvidence) + 1);
  const isUnseen = (employee: string, name: string) =>
    !names.has(name) || (settled.has(employee) && names.get(name)?.has(toLevelKey('employee', employee)) !== true);
  const surprises = (row: TimeRow): FieldSurprise[] => {
    // Fast path, because this runs for each row, and nearly all rows have no features.
    if (row.numericals.length + row.categoricals.length === 0) return [];
    const found = new Map<string, FieldSurprise>();
    for (const { name, value } of row.numericals) {
      if (value === 0 || found.has(name) || categoricals.has(name) || !isUnseen(row.employee, name)) continue;
      const nats = natsAfter(names.has(name) ? (counts.get(row.employee) ?? 0) : all);
      found.set(name, { field: name, nats, direction: value > 0 ? 1 : -1 });
    }
    for (const { name, value } of row.categoricals) {
      if (value === '' || found.has(name) || categoricals.has(name) || names.has(name)) continue;
      found.set(name, { field: name, nats: natsAfter(all), direction: 0 });
    }
    return [...found.values()];
  };
  return { surprises, isUnseen };
}

/** Nats at which a start, break or duration is suspicious enough to explain why the end does not fit. */
const explanatory = 1;
const explaining = ['start', 'duration', 'pause'];

/**
 * Turns the surprises of numbers into surprises of fields. If endTime - startTime - breakDuration - workDuration is
 * unusual, one of the four is wrong: the most surprising of the other three that deviates in the matching direction, or
 * else the end itself.
 */
function findAttributeMismatch(
  found: ReadonlyMap<string, NumericSurprise>,
  fields: readonly { field: NumericField }[],
): FieldSurprise[] {
  const misfit = found.get('misfit');
  let culprit: string | undefined;
  let most = explanatory;
  for (const key of misfit === undefined || misfit.nats === 0 ? [] : explaining) {
    const surprise = found.get(key);
    // An end that is too late for the other values means that the start, break or duration is too small.
    if (surprise === undefined || surprise.direction !== -(misfit?.direction ?? 0) || surprise.nats <= most) continue;
    most = surprise.nats;
    culprit = key;
  }
  return fields.flatMap(({ field }) => {
    const own = found.get(field.key);
    if (own === undefined || (field.key === 'misfit' && culprit !== undefined)) return [];
    const extra = field.key === culprit ? (misfit?.nats ?? 0) : 0;
    const nats = own.nats + extra;
    return nats > 0 ? [{ field: field.field, nats, direction: own.direction }] : [];
  });
}

/** Prepares the counts of one text field, including observations for rows that users marked as ordinary. */
function createTextScorer(field: CategoricalField, model: CategoricalModel, marked: readonly TimeRow[]) {
  const groups = new Map<string, CategoricalCounts>();
  for (const [key, n, values] of model.groups) groups.set(key, { n, values: new Map(values) });
  for (const row of marked) {
    const value = field.value(row);
    if (value === '') continue;
    // Other employees share the first two groups, but a mark applies only to its employee.
    for (const key of listTextKeys(field.field, row, '').slice(1)) {
      const counts = groups.get(key);
      if (counts === undefined) continue;
      const known = counts.values.get(value) ?? 0;
      const added = Math.max(0, computePseudoCount(counts.n) - known);
      groups.set(key, { n: counts.n + added, values: new Map(counts.values).set(value, known + added) });
    }
  }
  const nothing: CategoricalCounts = { n: 0, values: new Map() };
  return {
    field: field.field,
    /** Surprise in nats. */
    nats(row: TimeRow, department: string, knowsEmployee: boolean): number {
      const value = field.value(row);
      const [top = '', ...below] = listTextKeys(field.field, row, department);
      const root = groups.get(top) ?? nothing;
      if (value === '' || root.n === 0) return 0;
      let probability: CategoricalProbability = computeRootProbability(root, value);
      for (const key of knowsEmployee ? below : below.slice(0, department === '' ? 0 : 1)) {
        probability = computeChildProbability(probability, groups.get(key), value);
      }
      return computeCategoricalSurprise(probability);
    },
    countsOf: (key: string) => groups.get(key)?.values,
  };
}
