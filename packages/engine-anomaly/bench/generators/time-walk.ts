import { isPublicHoliday, toDate, toDay, weekdayOf } from './calendar.ts';
import type { Random } from './random.ts';

/** A generated registration. A time of -1 is not given. */
export interface Registration {
  readonly registrationId: string;
  readonly date: string;
  readonly employeeId: string;
  readonly projectId: string;
  readonly departmentId: string;
  readonly workCategory: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly workDuration: number;
  readonly breakDuration: number;
  readonly publicHoliday: boolean;
  readonly numericals?: readonly { readonly name: string; readonly value: number }[];
  readonly categoricals?: readonly { readonly name: string; readonly value: string }[];
}

/** The work of a day, or of a half of it, without the calendar. */
type Part = Omit<Registration, 'registrationId' | 'date' | 'publicHoliday' | 'numericals' | 'categoricals'>;

/** From the first day to the last one. */
type Days = readonly [from: number, to: number];

export interface Absence {
  readonly employeeId: string;
  readonly from: number;
  readonly to: number;
}

/** The work of a day, in hours. */
interface Shift {
  readonly start: number;
  readonly hours: number;
  readonly pause: number;
}

export type ShiftOfDay = (day: number, r: Random) => Shift;

/** Choices with their weights. */
export type Weighted = readonly (readonly [value: string, weight: number])[];

/** How an employee works and registers. */
export interface Habit {
  readonly employeeId: string;
  readonly departmentId: string;
  readonly worksOn: (day: number, r: Random) => boolean;
  /** Probability that a public holiday is worked. */
  readonly holidayShare: number;
  readonly shift: ShiftOfDay;
  /** Hours that everything is rounded to. */
  readonly resolution: number;
  readonly timesGiven: boolean;
  readonly categories: Weighted;
  readonly projects: Weighted;
  /** Probability that the day has a second project. */
  readonly splitShare: number;
  readonly extras?: (r: Random, part: Part, day: number) => Pick<Registration, 'numericals' | 'categoricals'>;
  readonly vacation: readonly Days[];
  /** Probability of falling ill on a day. */
  readonly sickness: number;
  readonly joined?: number;
  /** A description for people. */
  readonly about?: string;
}

interface Walk {
  readonly from: string;
  readonly to: string;
  readonly r: Random;
  readonly prefix?: string;
}

/** Generates the registrations of every employee day by day, and the absences. */
export function walkDays(
  habits: readonly Habit[],
  { from, to, r, prefix = 'r' }: Walk,
): { registrations: Registration[]; absences: Absence[] } {
  const registrations: Registration[] = [];
  const absences: Absence[] = [];
  let number = 1;
  const sickUntil = new Map<string, number>();
  const first = toDay(from);
  const last = toDay(to);
  for (const { employeeId, vacation } of habits) {
    for (const [start, end] of vacation) {
      if (end >= first && start <= last) absences.push({ employeeId, from: start, to: end });
    }
  }
  for (let day = first; day <= last; day += 1) {
    const publicHoliday = isPublicHoliday(day);
    for (const habit of habits) {
      if (day < (habit.joined ?? first)) continue;
      const works = habit.worksOn(day, r);
      if (!works || (publicHoliday && !r.chance(habit.holidayShare))) continue;
      if (habit.vacation.some(([start, end]) => day >= start && day <= end)) continue;
      if (day <= (sickUntil.get(habit.employeeId) ?? -1)) continue;
      if (r.chance(habit.sickness)) {
        const until = day + Math.floor(r.exponential(3));
        sickUntil.set(habit.employeeId, until);
        absences.push({ employeeId: habit.employeeId, from: day, to: until });
        continue;
      }
      for (const part of partsOf(habit, day, r)) {
        registrations.push({
          registrationId: `${prefix}${String(number).padStart(5, '0')}`,
          date: toDate(day),
          ...part,
          publicHoliday,
          ...habit.extras?.(r, part, day),
        });
        number += 1;
      }
    }
  }
  return { registrations, absences };
}

/** The registrations of one day: one, or two if the employee changes the project. */
function partsOf(habit: Habit, day: number, r: Random): Part[] {
  const shift = habit.shift(day, r);
  const round = (hours: number) => roundTo(hours, habit.resolution);
  const total = Math.max(habit.resolution, round(shift.hours));
  const pause = round(shift.pause);
  const split = total >= 4 && r.chance(habit.splitShare);
  const firstHours = split ? round(total * r.between(0.35, 0.65)) : total;
  const hours = split ? [firstHours, roundTo(total - firstHours, habit.resolution)] : [total];
  let start = round(shift.start);
  return hours.map((workDuration, index) => {
    const breakDuration = index === 0 ? pause : 0;
    const startTime = start;
    const endTime = timeOfDay(startTime + workDuration + breakDuration);
    start = endTime;
    return {
      employeeId: habit.employeeId,
      projectId: r.weighted(habit.projects),
      departmentId: habit.departmentId,
      workCategory: r.weighted(habit.categories),
      ...(habit.timesGiven ? { startTime: timeOfDay(startTime), endTime } : { startTime: -1, endTime: -1 }),
      workDuration,
      breakDuration,
    };
  });
}

const roundTo = (hours: number, resolution: number) =>
  Math.round(Math.round(hours / resolution) * resolution * 10_000) / 10_000;

/** Hours of the clock, from 0 up to 24. */
export const timeOfDay = (hours: number): number => Math.round((((hours % 24) + 24) % 24) * 10_000) / 10_000;

export const mondayToFriday = [0, 1, 2, 3, 4];
/** Whether a day is one of these weekdays. 0 is Monday. */
export const onWeekdays =
  (weekdays: readonly number[]) =>
  (day: number): boolean =>
    weekdays.includes(weekdayOf(day));

/** Weeks of vacation in each year: two or three in summer, one at another time. */
export function vacationWeeks(r: Random, from: string, to: string): Days[] {
  const weeks: Days[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    const summer = toDay(`${year}-06-23`) + 7 * r.integer(0, 6);
    const monday = summer - weekdayOf(summer);
    weeks.push([monday, monday + 7 * r.integer(2, 3) - 1]);
    const other = toDay(`${year}-02-03`) + 7 * r.pick([0, 1, 2, 9, 10, 34, 36]);
    weeks.push([other - weekdayOf(other), other - weekdayOf(other) + 6]);
  }
  return weeks;
}
