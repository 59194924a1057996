import { weekdayOf } from './calendar.ts';
import { type Department, type TimeCompanyOptions, timeCompany, type Work, weights } from './time-company.ts';
import { evenWeek, mondayToFriday, onWeekdays, type ShiftOfDay, workWeekFrom } from './time-walk.ts';

/**
 * A plant with a care home: two-shift weeks, nights, weekend teams, cleaners in the evening, lorry drivers, students on
 * Saturdays, an office with long month ends. Five-minute steps, skewed noise, overtime as an extra numerical, some
 * employees without times. Held back: no model was tuned with this family.
 */
export const carePlant = (options: TimeCompanyOptions) =>
  timeCompany(
    {
      defaults: { resolution: 1 / 12, holidayShare: 0.02, sickness: 0.012, project: 'none' },
      projects: (r, names) =>
        Array.from({ length: 14 }, () => ({ projectId: `order-${r.integer(1000, 9999)}`, name: names.street() })),
      departments: departments.map((department) => ({
        ...department,
        work: (r, index, ids) => department.work(r, index, r.shuffle(ids).slice(0, r.integer(1, 5))),
      })),
      employeeId: (index, departmentId) => `${departmentId.slice(0, 2).toUpperCase()}-${100 + index}`,
      stay: (r, index, _, last) => (index % 13 === 12 ? { left: last - r.integer(90, 200) } : {}),
    },
    options,
  );

/** Work with overtime beyond the hours of the contract, which the time clock books in whole quarter hours. */
const withOvertime = (contract: number, work: Work, overtime = 0.08): Work => ({
  ...work,
  shift: (day, chance) => {
    const shift = work.shift(day, chance);
    return { ...shift, hours: shift.hours + (chance.chance(overtime) ? 0.25 + chance.exponential(0.35) : 0) };
  },
  extras: (chance, part, day) => {
    const extras = work.extras?.(chance, part, day);
    const beyond = Math.max(0, Math.floor((part.workDuration - contract) * 4) / 4);
    return { ...extras, numericals: [{ name: 'overtimeHours', value: beyond }, ...(extras?.numericals ?? [])] };
  },
});

/** A break of half an hour above six hours, more above nine. People come late more often than early. */
const clocked =
  (start: number, hours: number, { late = 0.12, early = 0.05, spread = 0.15 } = {}): ShiftOfDay =>
  (_, r) => {
    const worked = r.chance(0.02) ? hours * r.between(0.4, 0.75) : hours + spread * (r.exponential(1) - 0.7);
    const pause = worked > 9 ? 0.75 : worked > 6 ? 0.5 : 0;
    return { start: start + r.exponential(late) - r.exponential(early), hours: worked, pause };
  };

const wards = ['rose', 'lily', 'oak'];

const departments: readonly Department[] = [
  {
    departmentId: 'line',
    name: 'Production line',
    share: 6,
    work: (_, index, projectIds) => {
      const early = clocked(6, 7.75, { late: 0.08, spread: 0.1 });
      const late = clocked(14, 7.75, { late: 0.08, spread: 0.1 });
      const isEarly = (day: number) => evenWeek(day) === (index % 2 === 0);
      return withOvertime(7.75, {
        worksOn: onWeekdays(mondayToFriday),
        shift: (day, chance) => (isEarly(day) ? early : late)(day, chance),
        projects: projectIds.map((projectId) => [projectId, 1]),
        categories: weights('machine 6, setup 2, packing 2'),
        extras: (_r, _part, day) => ({ categoricals: [{ name: 'shift', value: isEarly(day) ? 'early' : 'late' }] }),
      });
    },
  },
  {
    departmentId: 'care',
    name: 'Care home',
    share: 5,
    work: (r, index) => {
      const [start, hours] = index % 4 === 3 ? [21, 9.5] : [7, 7.5];
      const ward = r.pick(wards);
      return withOvertime(hours, {
        worksOn: onWeekdays(workWeekFrom(index)),
        shift: clocked(start, hours, { late: 0.1 }),
        holidayShare: 0.8,
        categories: weights(start === 21 ? 'night-watch 9, care 1' : 'care 8, kitchen 1, report 1'),
        extras: (chance) => ({
          categoricals: [{ name: 'ward', value: chance.chance(0.93) ? ward : chance.pick(wards) }],
        }),
      });
    },
  },
  {
    departmentId: 'transport',
    name: 'Transport',
    share: 3,
    work: (r) => {
      const usual = r.between(120, 420);
      const work: Work = {
        worksOn: onWeekdays(mondayToFriday),
        shift: clocked(r.between(4.5, 6), 8, { late: 0.25, spread: 0.4 }),
        categories: weights('driving 8, loading 2'),
        extras: (chance) => ({
          numericals: [{ name: 'km', value: Math.round(usual + 40 * chance.normal() + chance.exponential(25)) }],
        }),
      };
      return withOvertime(8, work, 0.2);
    },
  },
  {
    departmentId: 'cleaning',
    name: 'Cleaning',
    share: 2,
    work: (r) => {
      const start = r.between(16.5, 18);
      const long = clocked(start, 6.5, { spread: 0.1 });
      const short = clocked(start, 3.5, { spread: 0.1 });
      const work: Work = {
        timesGiven: r.chance(0.6),
        worksOn: onWeekdays(mondayToFriday),
        // Short from Monday to Wednesday, long on Thursday and Friday.
        shift: (day, chance) => (weekdayOf(day) < 3 ? short : long)(day, chance),
        categories: weights('cleaning 1'),
      };
      return withOvertime(6.5, work, 0.02);
    },
  },
  {
    departmentId: 'students',
    name: 'Canteen',
    share: 1,
    work: () => {
      const shift = clocked(10, 5, { spread: 0.2 });
      const categories = weights('kitchen 3, counter 7');
      return withOvertime(5, { worksOn: onWeekdays([5, 6]), shift, holidayShare: 0.3, categories }, 0.02);
    },
  },
  {
    departmentId: 'admin',
    name: 'Administration',
    share: 3,
    work: (r) => {
      const usual = clocked(r.between(7, 9), 7.4, { late: 0.3, early: 0.2, spread: 0.3 });
      const friday = clocked(7.5, 5.5, { late: 0.3, spread: 0.2 });
      const work: Work = {
        splitShare: 0.15,
        worksOn: onWeekdays(mondayToFriday),
        shift: (day, chance) => (weekdayOf(day) === 4 ? friday : usual)(day, chance),
        categories: weights('bookkeeping 5, planning 3, meeting 2'),
      };
      return withOvertime(7.4, work, 0.12);
    },
  },
];
