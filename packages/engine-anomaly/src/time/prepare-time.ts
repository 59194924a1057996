import type { SeverityThresholds } from '../core/thresholds.js';
import { type AttendanceRates, createAttendanceRates } from './attendance/attendance-rates.js';
import { findEmployeeShifts } from './find-employee-shifts.js';
import { createRowScorer, type RowScorer } from './row-scorer.js';
import type { TimeModel } from './time-model.js';
import { toDayRows, toTimeRow } from './time-row.js';

/** A model indexed for fast lookups. Cache it together with the model. */
export interface PreparedTimeModel {
  model: TimeModel;
  severityThresholds: SeverityThresholds;
  registrations: RowScorer;
  days: RowScorer;
  attendance: AttendanceRates;
}

/** Prepares a stored model, which takes a few milliseconds for hundreds of employees. Call it once per model. */
export function prepareTime(model: TimeModel): PreparedTimeModel {
  const marked = model.marked.map(toTimeRow);
  const homes = new Map(model.registrations.employees.map(([employee, , department]) => [employee, department]));
  const attendance = createAttendanceRates(model.attendance, (employee) => homes.get(employee) ?? '', marked);
  const shifts = findEmployeeShifts(model.days);
  return {
    model,
    severityThresholds: model.severityThresholds,
    registrations: createRowScorer(model.registrations, attendance, marked, shifts),
    days: createRowScorer(
      model.days,
      attendance,
      toDayRows(marked).map(({ row }) => row),
      shifts,
    ),
    attendance,
  };
}
