import type { CategoricalCounts } from '../core/categorical-counts.js';
import type { FieldCalibration } from '../core/contributions.js';
import { deriveChildHabit, deriveRootHabit, type Habit } from '../core/hierarchy.js';
import type { SeverityThresholds } from '../core/thresholds.js';
import {
  type EmployeeFieldModel,
  type EmployeeLineTypeModel,
  type EmployeeModel,
  type FieldModel,
  type LineTypeModel,
  type LineTypePresence,
  logOffset,
  minLogSpread,
  type NumericField,
  type PayrollModel,
  type YesNoCount,
} from './payroll-model.js';
import type { PayslipTotals } from './totals.js';

/** A model indexed for fast lookups. Cache it together with the model. */
export interface PreparedPayrollModel {
  readonly severityThresholds: SeverityThresholds;
  readonly payslips: number;
  readonly totals: PayslipTotals;
  readonly balance: YesNoCount;
  readonly kinds: ReadonlyMap<string, PreparedLineType>;
  readonly employees: ReadonlyMap<string, PreparedEmployee>;
  readonly calibrations: ReadonlyMap<string, FieldCalibration>;
  /** The line types that a group or a month makes probable for employees who have never had them. */
  readonly probableKinds: readonly string[];
}

export interface PreparedLineType extends Pick<LineTypeModel, 'sign' | 'slope' | 'exempt' | 'product' | 'equal'> {
  readonly counts: CategoricalCounts;
  readonly presence: Omit<LineTypePresence, 'groups' | 'companions'> & { groups: ReadonlyMap<string, number> };
  readonly companions: ReadonlyMap<string, number>;
  readonly fields: ReadonlyMap<NumericField, PreparedField>;
}

export interface PreparedField {
  readonly model: FieldModel;
  readonly deviations: Habit;
  readonly levels: Habit;
  readonly groupLevels: ReadonlyMap<string, Habit>;
}

interface PreparedEmployee extends Pick<EmployeeModel, 'weight' | 'months' | 'balance'> {
  readonly kinds: ReadonlyMap<string, PreparedEmployeeLineType>;
}

export interface PreparedEmployeeLineType
  extends Pick<EmployeeLineTypeModel, 'weight' | 'months' | 'equal' | 'approvedAmounts'> {
  readonly counts: CategoricalCounts;
  readonly fields: ReadonlyMap<NumericField, PreparedEmployeeField>;
}

export interface PreparedEmployeeField {
  readonly level: number;
  readonly model: EmployeeFieldModel;
  /** Created on first use, because a prediction needs only a few of all employees. */
  habit?: Habit;
}

export function preparePayroll(model: PayrollModel): PreparedPayrollModel {
  const kinds = new Map(model.kinds.map(([kind, common]) => [kind, prepareKind(common)]));
  return {
    severityThresholds: model.severityThresholds,
    payslips: model.payslips,
    totals: model.totals,
    balance: model.balance,
    kinds,
    employees: new Map(
      model.employees.map(([employeeId, employee]) => [
        employeeId,
        { ...employee, kinds: new Map(employee.kinds.map(([kind, own]) => [kind, prepareOwn(own)])) },
      ]),
    ),
    calibrations: new Map(model.calibrations),
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

function prepareKind({ fields, counts, presence, ...rest }: LineTypeModel): PreparedLineType {
  return {
    ...rest,
    counts: countsOf(counts),
    presence: { ...presence, groups: new Map(presence.groups) },
    companions: new Map(presence.companions),
    fields: new Map(fields.map(([field, model]) => [field, prepareField(model)])),
  };
}

function prepareField(model: FieldModel): PreparedField {
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

function prepareOwn({ counts, fields, ...rest }: EmployeeLineTypeModel): PreparedEmployeeLineType {
  return {
    ...rest,
    counts: countsOf(counts),
    fields: new Map(fields.map(([field, model]) => [field, { level: model.level, model }])),
  };
}

function countsOf(counts: readonly [string, number][]): CategoricalCounts {
  return { n: counts.reduce((sum, [, count]) => sum + count, 0), values: new Map(counts) };
}
