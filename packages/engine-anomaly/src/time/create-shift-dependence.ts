import { countHistogramValues, type Histogram, mergeValueCounts } from '../core/histogram.js';
import { sumDeviationsBetween } from '../core/value-counts.js';
import type { EmployeeShifts } from './find-employee-shifts.js';
import { toLevelKey } from './level-keys.js';

const weekdays = [0, 1, 2, 3, 4, 5, 6];
/** Share of the deviations within weekdays that shifts may leave where they are told apart instead. */
const mostLeft = 0.8;

/** Whether a number varies clearly less within shifts than within weekdays, by the mean deviation from the median. */
export function createShiftDependence(
  groups: ReadonlyMap<string, Histogram>,
  shifts: EmployeeShifts,
): (employee: string, kind: string) => boolean {
  const known = new Map<string, boolean>();
  const meanDeviation = (parts: readonly Histogram[][]) => {
    let deviations = 0;
    let size = 0;
    for (const histograms of parts) {
      const counts = mergeValueCounts(histograms);
      deviations += sumDeviationsBetween(counts, 0, counts.ends[counts.values.length] ?? 0);
      for (const histogram of histograms) size += countHistogramValues(histogram);
    }
    return size === 0 ? Number.POSITIVE_INFINITY : deviations / size;
  };
  return (employee, kind) => {
    const key = toLevelKey('shift', employee, kind);
    let answer = known.get(key);
    if (answer === undefined) {
      const of = (keys: readonly string[]) => keys.flatMap((group) => groups.get(group) ?? []);
      const byWeekday = weekdays.map((day) => of([toLevelKey('weekday', employee, kind, String(day))]));
      const byShift = shifts
        .shiftsOf(employee)
        .map((hours) => of(hours.map((hour) => toLevelKey('shift', employee, kind, String(hour)))));
      answer = meanDeviation(byShift) < mostLeft * meanDeviation(byWeekday);
      known.set(key, answer);
    }
    return answer;
  };
}
