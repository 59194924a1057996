import { isPublicHoliday, toDate, toDay, weekdayOf } from './calendar.ts';

/**
 * Walks the calendar and lets every employee register the work of each day, by habit.
 *
 * A habit is `{employeeId, departmentId, worksOn(day, r), holidayShare, shift(day, r), resolution, timesGiven, categories,
 * projects, splitShare, extras?(r, shift), vacation: [[from, to] days], sickness}`, with categories and projects as weighted
 * lists or as functions of the day; a shift is `{start, hours, pause, label?}` in hours. What is registered is rounded to
 * the habit's resolution.
 *
 * @returns registrations in the order of their dates, and the absences, as `{employeeId, from, to, kind}` with days
 */
export function walkDays(habits, { from, to, r, firstNumber = 1, prefix = 'r' }) {
  const registrations = [];
  const absences = [];
  let number = firstNumber;
  const sickUntil = new Map();
  const first = toDay(from);
  const last = toDay(to);
  for (const { employeeId, vacation } of habits) {
    for (const [start, end] of vacation) {
      if (end >= first && start <= last) absences.push({ employeeId, from: start, to: end, kind: 'vacation' });
    }
  }
  for (let day = first; day <= last; day += 1) {
    const publicHoliday = isPublicHoliday(day);
    for (const habit of habits) {
      if (day < (habit.joined ?? first) || day > (habit.left ?? last)) continue;
      const works = habit.worksOn(day, r);
      if (!works || (publicHoliday && !r.chance(habit.holidayShare))) continue;
      if (habit.vacation.some(([start, end]) => day >= start && day <= end)) continue;
      if (day <= (sickUntil.get(habit.employeeId) ?? -1)) continue;
      if (r.chance(habit.sickness)) {
        const until = day + Math.floor(r.exponential(3));
        sickUntil.set(habit.employeeId, until);
        absences.push({ employeeId: habit.employeeId, from: day, to: until, kind: 'sickness' });
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

/** The registrations of one day: one, or two when the employee moves to another project. */
function partsOf(habit, day, r) {
  const shift = habit.shift(day, r);
  const round = (hours) => roundTo(hours, habit.resolution);
  const total = Math.max(habit.resolution, round(shift.hours));
  const pause = round(shift.pause);
  const split = total >= 4 && r.chance(habit.splitShare);
  const firstHours = split ? round(total * r.between(0.35, 0.65)) : total;
  const hours = split ? [firstHours, roundTo(total - firstHours, habit.resolution)] : [total];
  let start = round(shift.start);
  return hours.map((workDuration, index) => {
    // The break lies in the longer, first part.
    const breakDuration = index === 0 ? pause : 0;
    const startTime = start;
    const endTime = timeOfDay(startTime + workDuration + breakDuration);
    start = endTime;
    return {
      employeeId: habit.employeeId,
      projectId: r.weighted(typeof habit.projects === 'function' ? habit.projects(day) : habit.projects),
      departmentId: habit.departmentId,
      workCategory: r.weighted(typeof habit.categories === 'function' ? habit.categories(day) : habit.categories),
      ...(habit.timesGiven ? { startTime: timeOfDay(startTime), endTime } : { startTime: -1, endTime: -1 }),
      workDuration,
      breakDuration,
    };
  });
}

export const roundTo = (hours, resolution) => Math.round(Math.round(hours / resolution) * resolution * 10_000) / 10_000;
/** Hours of the clock, from 0 up to 24. */
export const timeOfDay = (hours) => Math.round((((hours % 24) + 24) % 24) * 10_000) / 10_000;

/** True on the weekdays that are listed; 0 is Monday. */
export const onWeekdays = (weekdays) => (day) => weekdays.includes(weekdayOf(day));

/** Weeks of vacation: most in summer, one around another time of the year; for each year from `from` to `to`. */
export function vacationWeeks(r, from, to) {
  const weeks = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    const summer = toDay(`${year}-06-23`) + 7 * r.integer(0, 6);
    const monday = summer - weekdayOf(summer);
    weeks.push([monday, monday + 7 * r.integer(2, 3) - 1]);
    const other = toDay(`${year}-02-03`) + 7 * r.pick([0, 1, 2, 9, 10, 34, 36]);
    weeks.push([other - weekdayOf(other), other - weekdayOf(other) + 6]);
  }
  return weeks;
}
