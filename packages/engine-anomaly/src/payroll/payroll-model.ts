import type { FieldCalibration } from '../core/contributions.js';
import type { NumericSummary } from '../core/robust-summary.js';
import type { SeverityThresholds } from '../core/severity.js';
import type { CompanionShares } from './co-occurrence.js';
import type { PayslipTotals } from './totals.js';

/** Numbers of a line with a learned size. */
export type NumericField = 'amount' | 'rate' | 'quantity';
export const numericFields: readonly NumericField[] = ['amount', 'rate', 'quantity'];

/** Key of a calibration of surprises. */
export type SurpriseKind = NumericField | 'balance' | 'doubled' | 'unexpected' | 'missing';

/** Outcome of a training, plain JSON. Lists of pairs represent maps, so that any text can be a key. */
export interface PayrollModel {
  payslips: number;
  totals: PayslipTotals;
  /** Payslips with totals that hold, and that do not. */
  balance: YesNoCount;
  kinds: [kind: string, model: LineTypeModel][];
  employees: [employeeId: string, model: EmployeeModel][];
  /** Per kind of surprise, and for sizes per kind of lines as well (`calibrationKeys`). */
  calibrations: [key: string, calibration: FieldCalibration][];
  severityThresholds: SeverityThresholds;
}

export interface YesNoCount {
  yes: number;
  no: number;
}

/** The shared part of all lines of one kind. */
export interface LineTypeModel {
  /** The sign that most amounts have. */
  sign: 1 | -1;
  /** How deductions follow gross pay: 0 not at all, 1 in proportion, above 1 progressively. */
  slope: number;
  /** Kinds of lines that deductions of this kind are not made from. */
  exempt: string[];
  fields: [field: NumericField, model: FieldModel][];
  /** Lines whose amount is rate times quantity, and others. */
  product: YesNoCount;
  counts: [lines: string, payslips: number][];
  /** Payslips with two equal lines, and with several different ones. */
  equal: YesNoCount;
  presence: LineTypePresence;
}

/** Sizes of a number, as logarithms plus `origin`. */
export interface FieldModel {
  /** Deviations from the employee's own recent level. */
  deviations: NumericSummary;
  /** Usual spread of one employee's deviations, as a standard deviation. */
  within: number;
  /** Levels of the lines, for employees without a history: of all, and of each group. */
  levels: NumericSummary;
  groupLevels: [group: string, levels: NumericSummary][];
}

/** On how many payslips a kind stands. */
export interface LineTypePresence {
  /** Share of the payslips of all, and of each group. */
  share: number;
  groups: [group: string, share: number][];
  /** Weight of `share` against an employee's own payslips, in payslips. */
  strength: number;
  /** For a kind of certain months, such as holiday pay: the share in each of the twelve. */
  months?: number[];
  /** Kinds that it comes with: the share of the payslips with the other kind that have this one as well. */
  companions?: CompanionShares;
}

export interface EmployeeModel {
  /** Payslips, recent ones at full weight. */
  weight: number;
  balance: YesNoCount;
  months: number[];
  kinds: [kind: string, model: EmployeeLineTypeModel][];
}

/** An employee's lines of one kind. */
export interface EmployeeLineTypeModel {
  /** Payslips with the kind, recent ones at full weight. */
  weight: number;
  months: number[];
  counts: [lines: string, payslips: number][];
  equal: YesNoCount;
  /** Observations of amounts other than rate times quantity that a user called ordinary. */
  approvedAmounts?: number;
  fields: [field: NumericField, model: EmployeeFieldModel][];
}

/** Recent level and deviations from it, as logarithms. `origin` is added to the deviations. */
export interface EmployeeFieldModel {
  /** Sizes that the level is the median of, at most six. */
  n: number;
  level: number;
  deviations: NumericSummary;
  /** Deviations that a user called ordinary, and observations that stand for them. */
  approved?: [deviation: number, observations: number][];
}

/** Added to logarithms before they are summarized: the core counts zeros separately, and 0 is the usual deviation. */
export const logOffset = 1000;
/** Least spread of logarithms: deviations of two per cent mean nothing. */
export const minLogSpread = 0.02;
