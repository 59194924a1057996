import type { FieldCalibration } from '../core/contributions.js';
import type { DeviationDirection } from '../core/numeric-surprise.js';
import type { NumericSummary } from '../core/robust-summary.js';
import type { SeverityThresholds } from '../core/thresholds.js';
import type { PayslipTotals } from './totals.js';
import type { LineField, PayrollTransaction } from './types.js';

/** A numeric field of a line whose size is learned. */
export type NumericField = 'amount' | 'rate' | 'quantity';
export const numericFields: readonly NumericField[] = ['amount', 'rate', 'quantity'];

/** The key of a calibration of surprises. */
export type SurpriseKind = NumericField | 'balance' | 'doubled' | 'unexpected' | 'missing';

/** The result of a training as plain JSON. Lists of pairs represent maps, so that any string can be a key. */
export interface PayrollModel {
  payslips: number;
  totals: PayslipTotals;
  /** The number of payslips whose totals add up, and of those whose totals do not. */
  balance: YesNoCount;
  kinds: [kind: string, model: LineTypeModel][];
  employees: [employeeId: string, model: EmployeeModel][];
  /** A calibration for each kind of surprise and, for sizes, also for each line type. */
  calibrations: [key: string, calibration: FieldCalibration][];
  severityThresholds: SeverityThresholds;
}

export interface YesNoCount {
  yes: number;
  no: number;
}

/** The model of all lines of one type, shared by all employees. */
export interface LineTypeModel {
  /** The sign of most amounts. */
  sign: 1 | -1;
  /** How deductions follow gross pay: 0 is not at all, 1 is in proportion, and above 1 is progressive. */
  slope: number;
  /** The line types that these deductions exclude from their base. */
  exempt: string[];
  fields: [field: NumericField, model: FieldModel][];
  /** The number of lines whose amount is rate times quantity, and of the others. */
  product: YesNoCount;
  counts: [lines: string, payslips: number][];
  /** The number of payslips with two equal lines, and with several different ones. */
  equal: YesNoCount;
  presence: LineTypePresence;
}

/** The sizes of a numeric field, as logarithms plus `origin`. */
export interface FieldModel {
  /** The deviations from the employee's own recent level. */
  deviations: NumericSummary;
  /** The usual spread of one employee's deviations, as a standard deviation. */
  within: number;
  /** The levels of the lines, overall and for each group, for employees without a history. */
  levels: NumericSummary;
  groupLevels: [group: string, levels: NumericSummary][];
}

/** How many payslips contain a line type. */
export interface LineTypePresence {
  /** The share of payslips with the line type, overall and for each group. */
  share: number;
  groups: [group: string, share: number][];
  /** The weight of `share` relative to an employee's own payslips, in payslips. */
  strength: number;
  /** The share in each of the twelve months, for a seasonal line type such as holiday pay. */
  months?: number[];
}

export interface EmployeeModel {
  /** The number of payslips; recent ones have full weight. */
  weight: number;
  balance: YesNoCount;
  months: number[];
  kinds: [kind: string, model: EmployeeLineTypeModel][];
}

export interface EmployeeLineTypeModel {
  /** The number of payslips with the line type; recent ones have full weight. */
  weight: number;
  months: number[];
  counts: [lines: string, payslips: number][];
  equal: YesNoCount;
  /** The number of observations that a user marked as ordinary although the amount is not rate times quantity. */
  approvedAmounts?: number;
  fields: [field: NumericField, model: EmployeeFieldModel][];
}

/** The recent level and the deviations from it, as logarithms. `origin` is added to the deviations. */
export interface EmployeeFieldModel {
  /** The number of sizes whose median is the level, at most six. */
  n: number;
  level: number;
  deviations: NumericSummary;
  /** The deviations that a user marked as ordinary, and how many observations each counts for. */
  approved?: [deviation: number, observations: number][];
}

/** Added to logarithms, because the core counts zeros separately and 0 is the usual deviation. */
export const logOffset = 1000;
/** Minimum spread of logarithms, because deviations of two per cent are not significant. */
export const minLogSpread = 0.02;

/** A possible finding about a line of a payslip or about a missing line type. */
export interface PayslipSurprise {
  kind: SurpriseKind;
  nats: number;
  direction: DeviationDirection;
  /** The line and its unusual key. */
  observed?: { line: PayrollTransaction; field: LineField };
  /** The line type that was expected. */
  missing?: string;
}
