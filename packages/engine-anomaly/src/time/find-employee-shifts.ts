import { estimateScale } from '../core/hierarchy.js';
import { countHistogramValues, type Histogram, mergeValueCounts } from '../core/histogram.js';
import type { ValueMode } from '../core/robust-summary.js';
import { sumDeviationsBetween } from '../core/value-counts.js';
import { createNumericFields } from './fields.js';
import { summarizeGroup, toLevelKey } from './level-keys.js';
import type { RowModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Hours of the day. Values that depend on the shift are counted by starting hour and combined per shift. */
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);
/** A start farther than this from every usual start, in hours and in standard deviations, belongs to no shift. */
const reach = { hours: 1.5, deviations: 4 };

/** Returns the starting hour of a row. Undefined without a start. */
export function toStartHour({ start }: TimeRow): number | undefined {
  return Number.isNaN(start) ? undefined : Math.floor(((start % 24) + 24) % 24);
}

/** The shifts of employees, which training derives from their starts. */
export interface EmployeeShifts {
  /**
   * The possible start hours of the shift of a row. Undefined if the employee has only one shift, or the row matches
   * none.
   */
  hoursOf(row: TimeRow): readonly number[] | undefined;
  /** The hours of each of an employee's shifts. Empty if there is only one. */
  shiftsOf(employee: string): readonly (readonly number[])[];
}

/** Finds the shifts of employees: the habits of their starts, each with the hours nearest to it. */
export function findEmployeeShifts(days: RowModel): EmployeeShifts {
  const field = createNumericFields([]).find(({ key }) => key === 'start');
  const groups = new Map(days.numbers.find(({ key }) => key === 'start')?.groups ?? []);
  const found = new Map<string, { modes: readonly ValueMode[]; hours: number[][] }>();
  const kindsOf = (employee: string) => {
    let known = found.get(employee);
    if (known === undefined) {
      const key = toLevelKey('employee', employee);
      const histogram = groups.get(key);
      const modes =
        histogram === undefined || field === undefined ? [] : (summarizeGroup(field, key, [histogram])?.modes ?? []);
      const hours = modes.map((_, at) => hoursOfDay.filter((hour) => nearest(modes, hour + 0.5) === at));
      known = { modes, hours: hours.filter((own) => own.length > 0).length > 1 ? hours : [] };
      found.set(employee, known);
    }
    return known;
  };
  return {
    shiftsOf: (employee) => kindsOf(employee).hours,
    hoursOf(row) {
      const hour = toStartHour(row);
      const { modes, hours } = kindsOf(row.employee);
      if (hour === undefined || hours.length === 0) return undefined;
      const at = nearest(modes, hour + 0.5);
      const mode = modes[at];
      if (mode === undefined) return undefined;
      const away = distance(row.start, mode.median);
      return away > Math.max(reach.hours, reach.deviations * estimateScale(mode)) ? undefined : hours[at];
    },
  };
}

function nearest(modes: readonly ValueMode[], start: number): number {
  let best = 0;
  for (const [at, { median }] of modes.entries()) {
    if (distance(start, median) < distance(start, modes[best]?.median ?? median)) best = at;
  }
  return best;
}

/** Returns the hours between two times of day, in the shorter direction. */
function distance(a: number, b: number): number {
  return Math.abs(a - b - 24 * Math.round((a - b) / 24));
}

const weekdays = [0, 1, 2, 3, 4, 5, 6];
/** Maximum share of the deviations within weekdays that may remain if shifts are separated instead. */
const mostLeft = 0.8;

/** True if a number varies clearly less within shifts than within weekdays, by the mean deviation from the median. */
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
