import { namesOf, staffing } from './company.ts';
import { type Random, randomOf } from './random.ts';
import type { Employee, TimeCompanyOptions } from './time-company.ts';
import { onWeekdays, type ShiftOfDay, vacationWeeks, type Weighted, type Work } from './time-walk.ts';

interface Department {
  readonly departmentId: string;
  readonly name: string;
  readonly share: number;
  readonly habit: (
    r: Random,
    given: { readonly index: number; readonly pickProjects: (count: number) => Weighted },
  ) => Work & { readonly about: string };
}

/**
 * A service company: office, developers on projects, a workshop, technicians on the road, a shop with weekend staff and
 * a bakery at night. Quarter hours, bell-shaped noise. The models were tuned by this family.
 */
export function servicesFirm({ seed, employees, from, to }: TimeCompanyOptions) {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const projects = Array.from({ length: 8 }, (_, index) => ({ projectId: `p${10 + index}`, name: names.project() }));
  const share = (list: readonly string[]): Weighted => list.map((projectId, index) => [projectId, 1 / (index + 1)]);
  const pickProjects = (count: number) => share(r.shuffle(projects.map(({ projectId }) => projectId)).slice(0, count));
  const staff = staffing(departments, employees).map((department, index): Employee & { readonly about: string } => {
    const employeeId = `e${String(index + 1).padStart(3, '0')}`;
    const habit = department.habit(r, { index, pickProjects });
    const name = names.person();
    const workplace = r.pick(['north', 'south']);
    return {
      resolution: 0.25,
      timesGiven: true,
      splitShare: 0,
      holidayShare: 0,
      sickness: 0.008,
      vacation: vacationWeeks(r, from, to),
      projects: [['internal', 1]],
      extras: () => ({ categoricals: [{ name: 'workplace', value: workplace }] }),
      ...habit,
      employeeId,
      name,
      departmentId: department.departmentId,
      // A few people join or leave within the time.
      ...(index % 17 === 16 ? { joined: Date.parse(from) / 86_400_000 + r.integer(60, 200) } : {}),
    };
  });
  return {
    customerId: names.company(),
    departments: departments.map(({ departmentId, name }) => ({ departmentId, name })),
    projects,
    staff,
    r,
  };
}

interface Steady {
  readonly start: number;
  readonly hours: number;
  readonly pause: number;
  readonly startSpread?: number;
  readonly hoursSpread?: number;
}

/** Start, hours and break around a habit; some days are shortened by an errand, some run on a little. */
function steady({ start, hours, pause, startSpread = 0.2, hoursSpread = 0.25 }: Steady): ShiftOfDay {
  return (_, r) => {
    const errand = r.chance(0.012);
    const longer = !errand && r.chance(0.04) ? r.between(0.5, 1.25) : 0;
    return {
      start: start + startSpread * r.normal(),
      hours: errand ? hours * r.between(0.45, 0.8) : hours + hoursSpread * r.normal() + longer,
      pause: errand ? 0.5 : pause + (r.chance(0.12) ? 0.25 : 0),
    };
  };
}

const mondayToFriday = [0, 1, 2, 3, 4];

const departments: readonly Department[] = [
  {
    departmentId: 'office',
    name: 'Office',
    share: 4,
    habit: (r) => {
      const free = r.chance(0.3) ? r.integer(2, 4) : -1; // part-time: one free weekday
      return {
        about: free < 0 ? 'full-time' : 'one free weekday',
        worksOn: onWeekdays(mondayToFriday.filter((weekday) => weekday !== free)),
        shift: steady({
          start: r.between(7, 9.25),
          hours: r.pick([7, 7.5, 7.5]),
          pause: 0.5,
          startSpread: 0.35,
          hoursSpread: 0.35,
        }),
        categories: [
          ['administration', 8],
          ['meeting', 2],
          ['training', 0.15],
        ],
      };
    },
  },
  {
    departmentId: 'development',
    name: 'Development',
    share: 5,
    habit: (r, { pickProjects }) => ({
      about: 'several projects a day',
      worksOn: onWeekdays(mondayToFriday),
      shift: steady({
        start: r.between(7.5, 10),
        hours: 7.5,
        pause: r.pick([0.5, 0.75, 1]),
        startSpread: 0.4,
        hoursSpread: 0.4,
      }),
      splitShare: r.between(0.2, 0.6),
      projects: pickProjects(3),
      categories: [
        ['development', 8],
        ['meeting', 1.5],
        ['support', r.chance(0.5) ? 1 : 0.01],
      ],
    }),
  },
  {
    departmentId: 'workshop',
    name: 'Workshop',
    share: 5,
    habit: (r, { pickProjects }) => ({
      about: 'fixed hours',
      worksOn: onWeekdays(mondayToFriday),
      shift: steady({ start: r.pick([6, 7, 7]), hours: 8, pause: 0.5, startSpread: 0.08, hoursSpread: 0.12 }),
      projects: pickProjects(2),
      categories: [
        ['assembly', 7],
        ['repair', 3],
        ['cleaning', 0.4],
      ],
    }),
  },
  {
    departmentId: 'field',
    name: 'Field service',
    share: 3,
    habit: (r, { pickProjects }) => {
      const usual = r.between(40, 160);
      return {
        about: 'drives, early starter',
        worksOn: onWeekdays(mondayToFriday),
        shift: steady({ start: r.between(6.25, 7.5), hours: 8, pause: 0.5, startSpread: 0.3, hoursSpread: 0.6 }),
        projects: pickProjects(4),
        categories: [
          ['installation', 5],
          ['maintenance', 4],
          ['travel', 1],
        ],
        extras: () => ({
          numericals: [{ name: 'km', value: Math.max(2, Math.round(usual * Math.exp(0.35 * r.normal()))) }],
        }),
      };
    },
  },
  {
    departmentId: 'shop',
    name: 'Shop',
    share: 3,
    habit: (r, { index }) => {
      const weekend = index % 3 === 0;
      return {
        about: weekend ? 'weekend staff' : 'late starter, one Saturday in four',
        worksOn: weekend
          ? onWeekdays([4, 5, 6])
          : (day, chance) => onWeekdays([0, 1, 2, 3])(day) || (day % 7 === 2 && chance.chance(0.25)),
        shift: steady({
          start: weekend ? 9 : r.pick([10, 11]),
          hours: weekend ? 6 : 7.5,
          pause: 0.5,
          startSpread: 0.1,
          hoursSpread: 0.2,
        }),
        holidayShare: weekend ? 0.5 : 0.1,
        categories: [
          ['sales', 9],
          ['stocktaking', 0.6],
          ['cleaning', 0.6],
        ],
      };
    },
  },
  {
    departmentId: 'bakery',
    name: 'Bakery',
    share: 2,
    habit: (r) => ({
      about: 'night shift over midnight, Sunday to Thursday',
      worksOn: onWeekdays([6, 0, 1, 2, 3]),
      shift: steady({ start: r.pick([21.5, 22]), hours: 7.5, pause: 0.5, startSpread: 0.12, hoursSpread: 0.2 }),
      holidayShare: 0.6,
      categories: [
        ['baking', 9],
        ['cleaning', 1],
      ],
      extras: (_, part) => ({
        categoricals: [
          { name: 'oven', value: part.workCategory === 'cleaning' ? 'none' : r.chance(0.7) ? 'large' : 'small' },
        ],
      }),
    }),
  },
];
