import type { FieldCalibration } from '../core/contributions.js';
import type { Histogram } from '../core/histogram.js';
import type { SeverityThresholds } from '../core/thresholds.js';
import type { AttendanceModel } from './attendance/train-attendance.js';
import type { TimeRegistration } from './types.js';

/** Result of a training as plain JSON: counts, without registrations, except those marked as ordinary. */
export interface TimeModel {
  format: 2;
  registrationCount: number;
  severityThresholds: SeverityThresholds;
  /** Training scores, counted per half point. */
  scores: number[];
  registrations: RowModel;
  /** The model of employees' days, used for aggregated predictions. */
  days: RowModel;
  attendance: AttendanceModel;
  /** Registrations that were marked FALSE_POSITIVE, at most 1000. */
  marked: TimeRegistration[];
}

/** Typical standard deviation within the groups of each level, or 0 if there is no data. */
interface UsualSpread {
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

/** Counts of the values of one text field, per group. */
export interface CategoricalModel {
  field: string;
  groups: [key: string, n: number, values: [value: string, count: number][]][];
}

/** Counts of all rows of one kind (registrations or days). Later rows can be added. */
export interface RowModel {
  /** Extra numericals in the training data, each with its minimum standard deviation. */
  numericals: { name: string; floor: number }[];
  /** Names of the extra categoricals in the training data. */
  categoricals: string[];
  /** Employees with their number of rows and most frequent department. */
  employees: [employee: string, rows: number, department: string][];
  numbers: NumericModel[];
  texts: CategoricalModel[];
  /** Surprises of each field in the training rows, in nats, and the calibrations derived from them. */
  surprises: [field: string, nats: Histogram][];
  calibrations: [field: string, calibration: FieldCalibration][];
}
