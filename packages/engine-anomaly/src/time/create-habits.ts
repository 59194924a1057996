import { computePseudoCount } from '../core/feedback.js';
import { deriveChildHabit, deriveRootHabit, type Habit } from '../core/hierarchy.js';
import type { NumericSummary } from '../core/robust-summary.js';
import { type NumericField, toContextKey } from './fields.js';
import { createShiftDependence, type EmployeeShifts } from './find-employee-shifts.js';
import { summarizeGroup, toLevelKey } from './level-keys.js';
import type { NumericModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Finds one or two habits for a number in a row. The better match counts. */
type HabitsOf = (row: TimeRow, department: string, knows: Familiarity) => readonly Habit[];

/** Number of rows of a shift from which the lengths of other shifts are no longer expected in it. */
const familiarShift = 20;

/** Whether the employee has a model, and does this kind of work often enough to have habits for it. */
interface Familiarity {
  employee: boolean;
  context: boolean;
}

/**
 * Prepares the habits of one number; each shrinks to its parent on first use. Breaks depend on the length of the
 * work. Values of the rows `marked` as ordinary are added to the employee's habits.
 */
export function createHabits(
  field: NumericField,
  model: NumericModel,
  marked: readonly TimeRow[],
  shifts?: EmployeeShifts,
): HabitsOf {
  const groups = new Map(model.groups);
  const habits = new Map<string, Habit>();
  const hoursOf = (row: TimeRow) => shifts?.hoursOf(row);
  const marks = marksOf(field, marked, (row) => hoursOf(row)?.[0]);
  const { floor } = field;
  const nothing: NumericSummary = { n: 0, zeros: 0, modes: [] };
  const summaryOf = (key: string): NumericSummary | undefined => {
    const histogram = groups.get(key);
    return histogram === undefined ? undefined : summarizeGroup(field, key, [histogram]);
  };
  const byShift = field.byShift && shifts !== undefined ? createShiftDependence(groups, shifts) : undefined;
  const root = deriveRootHabit(summaryOf(toLevelKey('dataset')) ?? nothing, floor);
  const child = (
    parent: Habit,
    key: string,
    within: number,
    summary: (key: string) => NumericSummary | undefined = summaryOf,
    alone?: number,
  ): Habit => {
    const known = habits.get(key);
    if (known !== undefined) return known;
    const own = summary(key);
    if (own === undefined) return parent;
    const spread = { floor, within, ...(alone === undefined ? {} : { alone }) };
    const habit = addMarks(deriveChildHabit(parent, own, spread), own, marks.get(key) ?? []);
    habits.set(key, habit);
    return habit;
  };
  const { within } = model;
  const ofWeekday = (row: TimeRow, kind: string, parent: Habit) =>
    field.byWeekday
      ? child(parent, toLevelKey('weekday', row.employee, kind, String(row.weekday)), within.weekday)
      : parent;
  const ofShift = (row: TimeRow, kind: string, hours: readonly number[], parent: Habit) => {
    const parts = () =>
      hours.flatMap((hour) => groups.get(toLevelKey('shift', row.employee, kind, String(hour))) ?? []);
    const name = toLevelKey('shift', row.employee, kind, String(hours[0]));
    return child(parent, name, within.weekday, () => summarizeGroup(field, name, parts()), familiarShift);
  };
  const find = (row: TimeRow, kind: string, department: string, knows: Familiarity): Habit[] => {
    const ofDepartment = child(root, toLevelKey('department', department), within.department);
    const beside = () => child(ofDepartment, toLevelKey('departmentContext', department, kind), within.context);
    if (!knows.employee) return kind === '' ? [ofDepartment] : [beside()];
    const ofEmployee = child(ofDepartment, toLevelKey('employee', row.employee), within.employee);
    const ofKind =
      kind === '' ? ofEmployee : child(ofEmployee, toLevelKey('context', row.employee, kind), within.context);
    const hours = byShift?.(row.employee, kind) === true ? hoursOf(row) : undefined;
    const own = hours === undefined ? ofWeekday(row, kind, ofKind) : ofShift(row, kind, hours, ofKind);
    return kind !== '' && !knows.context ? [own, beside()] : [own];
  };
  // Most rows request the same habits as an earlier row. Habits of unknown employees and unfamiliar work are not
  // cached.
  const found = new Map<string, Habit[]>();
  return (row, department, knows) => {
    const kind = toContextKey(field.context, row);
    if (!knows.employee || !knows.context) return find(row, kind, department, knows);
    const shift = field.byShift ? hoursOf(row)?.[0] : undefined;
    const key = `${toLevelKey('weekday', row.employee, kind, field.byWeekday ? String(row.weekday) : '')}/${shift ?? ''}`;
    let known = found.get(key);
    if (known === undefined) {
      known = find(row, kind, department, knows);
      found.set(key, known);
    }
    return known;
  };
}

function marksOf(
  field: NumericField,
  marked: readonly TimeRow[],
  firstHour: (row: TimeRow) => number | undefined,
): Map<string, number[]> {
  const marks = new Map<string, number[]>();
  for (const row of marked) {
    const value = field.value(row);
    if (Number.isNaN(value)) continue;
    const kind = toContextKey(field.context, row);
    const keys = [
      toLevelKey('employee', row.employee),
      toLevelKey('context', row.employee, kind),
      toLevelKey('weekday', row.employee, kind, String(row.weekday)),
      ...(firstHour(row) === undefined ? [] : [toLevelKey('shift', row.employee, kind, String(firstHour(row)))]),
    ];
    for (const key of keys) marks.set(key, [...(marks.get(key) ?? []), value]);
  }
  return marks;
}

/** Maximum number of values that feedback adds to one group. */
const mostMarks = 5;

function addMarks(habit: Habit, own: NumericSummary, values: readonly number[]): Habit {
  if (values.length === 0) return habit;
  const count = computePseudoCount(own.n);
  const share = count / (own.n + count);
  let { zero } = habit;
  const modes = [...habit.modes];
  const main = modes.reduce((best, mode) => (best === undefined || mode.share > best.share ? mode : best), modes[0]);
  for (const value of values.slice(-mostMarks)) {
    if (value === 0) zero = Math.max(zero, share);
    else if (zero > 1 - share) zero = 1 - share;
    if (value === 0) continue;
    const near = modes.findIndex(({ location, scale }) => Math.abs(value - location) <= 2 * scale);
    const known = modes[near];
    if (known === undefined) modes.push({ share, location: value, scale: main?.scale ?? Math.max(1, Math.abs(value)) });
    else modes[near] = { ...known, share: Math.max(known.share, share) };
  }
  return { zero, modes };
}
