import type { SeverityThresholds } from '../core/severity.js';
import type { AttendanceModel } from './attendance/attendance-model.js';
import type { RowModel } from './row-model.js';
import type { TimeRegistration } from './types.js';

/** Result of a training as plain JSON: counts, without registrations, except those marked as ordinary. */
export interface TimeModel {
  format: 2;
  registrationCount: number;
  severityThresholds: SeverityThresholds;
  /** Training scores, counted per half point. */
  scores: number[];
  registrations: RowModel;
  /** Days of employees: the models behind aggregated predictions. */
  days: RowModel;
  attendance: AttendanceModel;
  /** Registrations that were marked FALSE_POSITIVE, at most 1000. */
  marked: TimeRegistration[];
}
