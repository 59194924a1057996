import type { CategoricalCounts } from '../core/categorical-counts.js';
import { deriveChildHabit, deriveRootHabit, type Habit } from '../core/hierarchy.js';
import {
  type EmployeeFieldModel,
  type EmployeeLineTypeModel,
  type FieldModel,
  type LineTypeModel,
  logOffset,
  minLogSpread,
  type NumericField,
  type PayrollModel,
} from './payroll-model.js';

/** A model indexed for fast lookups. Cache it together with the model. */
export type PreparedPayrollModel = ReturnType<typeof preparePayroll>;
export type PreparedLineType = ReturnType<typeof prepareKind>;
export type PreparedField = ReturnType<typeof prepareField>;
export type PreparedEmployeeLineType = ReturnType<typeof prepareOwn>;

export interface PreparedEmployeeField {
  readonly level: number;
  readonly model: EmployeeFieldModel;
  /** Created on first use, because a prediction needs only a few of the employees. */
  habit?: Habit;
}

export function preparePayroll(model: PayrollModel) {
  const kinds = new Map(model.kinds.map(([kind, common]) => [kind, prepareKind(common)]));
  return {
    ...model,
    kinds,
    employees: new Map(
      model.employees.map(([employeeId, employee]) => [
        employeeId,
        { ...employee, kinds: new Map(employee.kinds.map(([kind, own]) => [kind, prepareOwn(own)])) },
      ]),
    ),
    calibrations: new Map(model.calibrations),
    /** The line types that a group or a month makes probable for employees who have never had them. */
    probableKinds: [...kinds].flatMap(([kind, { presence }]) =>
      presence.share > 0.5 || [...presence.groups.values(), ...(presence.months ?? [])].some((share) => share > 0.5)
        ? [kind]
        : [],
    ),
  };
}

/** An employee's expected deviations: their own, shrunk toward those of all, and those marked as ordinary. */
export function deriveEmployeeHabit({ model, deviations }: PreparedField, own: PreparedEmployeeField): Habit {
  if (own.habit !== undefined) return own.habit;
  const habit = deriveChildHabit(deviations, own.model.deviations, { floor: minLogSpread, within: model.within });
  const approved = (own.model.approved ?? []).map(([deviation, observations]) => ({
    share: observations / (own.model.deviations.n + observations),
    location: logOffset + deviation,
    scale: Math.max(minLogSpread, model.within),
  }));
  own.habit = { zero: habit.zero, modes: [...habit.modes, ...approved] };
  return own.habit;
}

function prepareKind({ fields, counts, presence, ...rest }: LineTypeModel) {
  return {
    ...rest,
    counts: countsOf(counts),
    presence: { ...presence, groups: new Map(presence.groups) },
    fields: new Map(fields.map(([field, model]) => [field, prepareField(model)])),
  };
}

function prepareField(model: FieldModel) {
  const levels = deriveRootHabit(model.levels, minLogSpread);
  const within = levels.modes[0]?.scale ?? minLogSpread;
  return {
    model,
    deviations: deriveRootHabit(model.deviations, minLogSpread),
    levels,
    groupLevels: new Map(
      model.groupLevels.map(([group, summary]) => [
        group,
        deriveChildHabit(levels, summary, { floor: minLogSpread, within }),
      ]),
    ),
  };
}

function prepareOwn({ counts, fields, ...rest }: EmployeeLineTypeModel) {
  return {
    ...rest,
    counts: countsOf(counts),
    fields: new Map(
      fields.map(([field, model]): [NumericField, PreparedEmployeeField] => [field, { level: model.level, model }]),
    ),
  };
}

function countsOf(counts: readonly [string, number][]): CategoricalCounts {
  return { n: counts.reduce((sum, [, count]) => sum + count, 0), values: new Map(counts) };
}
