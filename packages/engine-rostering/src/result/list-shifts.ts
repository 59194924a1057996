import { clockTime } from '../model/clock-time.js';
import type { Instance } from '../model/instance.js';
import type { GeneratedShift, RosteringResult } from './result-types.js';

/** The shifts sent. */
export function userDefinedShifts(instance: Instance): RosteringResult['solution']['userDefinedShifts'] & object {
  return instance.job.shifts.flatMap(({ generated, id, shiftTypeIds }, shift) =>
    generated ? [] : [{ id, fteHours: (instance.shiftMinutes[shift] ?? 0) / 60, shiftTypeIds }],
  );
}

/** The shifts generated from time slots if none were sent (rostering.gap.no-shifts). */
export function generatedShifts(instance: Instance): GeneratedShift[] {
  return instance.job.shifts.flatMap(({ generated, id, intervals, shiftTypeIds }) => {
    if (!generated) return [];
    const listed = intervals.map(({ start, end, ...interval }) => ({
      startTime: clockTime(start),
      endTime: clockTime(end),
      dayIndicator: Math.floor(start / 1440),
      ...interval,
    }));
    return [{ id, shiftTypeIds, shiftTemplateId: null, intervals: listed }];
  });
}
