import type { Calibration } from '../core/contributions.js';
import type { NumericSummary } from '../core/robust-summary.js';

/** Usual standard deviation within the groups of each level; 0 when there was nothing to judge from. */
export interface UsualSpread {
  department: number;
  employee: number;
  context: number;
  weekday: number;
}

/** Summaries of one number, per group (key of `levelKey`). */
export interface NumericModel {
  key: string;
  within: UsualSpread;
  groups: [key: string, summary: NumericSummary][];
}

/** Counts of one text's values, per group. */
export interface CategoricalModel {
  field: string;
  groups: [key: string, n: number, values: [value: string, count: number][]][];
}

/** What is kept of all rows of one kind (registrations, or days): summaries only. */
export interface RowModel {
  /** Extra numericals that the training saw, with the least standard deviation of each. */
  numericals: { name: string; floor: number }[];
  /** Names of extra categoricals that the training saw. */
  categoricals: string[];
  /** Employees with their number of rows and the department that most of them name. */
  employees: [employee: string, rows: number, department: string][];
  numbers: NumericModel[];
  texts: CategoricalModel[];
  calibrations: [field: string, calibration: Calibration][];
}
