import type { Calibration } from '../core/contributions.js';
import type { Histogram } from '../core/histogram.js';

/** Usual standard deviation within the groups of each level; 0 when there was nothing to judge from. */
export interface UsualSpread {
  department: number;
  employee: number;
  context: number;
  weekday: number;
}

/** Values of one number, counted per group (key of `levelKey`). */
export interface NumericModel {
  key: string;
  within: UsualSpread;
  groups: [key: string, histogram: Histogram][];
}

/** Counts of one text's values, per group. */
export interface CategoricalModel {
  field: string;
  groups: [key: string, n: number, values: [value: string, count: number][]][];
}

/** What is kept of all rows of one kind (registrations, or days): counts, which later rows are added to. */
export interface RowModel {
  /** Extra numericals that the training saw, with the least standard deviation of each. */
  numericals: { name: string; floor: number }[];
  /** Names of extra categoricals that the training saw. */
  categoricals: string[];
  /** Employees with their number of rows and the department that most of them name. */
  employees: [employee: string, rows: number, department: string][];
  numbers: NumericModel[];
  texts: CategoricalModel[];
  /** Surprises of each field over the training rows, in nats, and what was made of them. */
  surprises: [field: string, nats: Histogram][];
  calibrations: [field: string, calibration: Calibration][];
}
