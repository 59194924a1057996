import { toDay } from './calendar.ts';
import { namesOf, staffing } from './company.ts';
import { type Random, randomOf } from './random.ts';
import { type Habit, mondayToFriday, onWeekdays, type ShiftOfDay, vacationWeeks, type Weighted } from './time-walk.ts';

interface TimeCompanyOptions {
  readonly seed: number;
  readonly employees: number;
  readonly from: string;
  readonly to: string;
  /** Steps of five minutes, and every fifth employee registers no times. No model was tuned with these. */
  readonly heldBack?: boolean;
}

type Work = Pick<Habit, 'worksOn' | 'shift' | 'categories'> & Partial<Habit>;

interface Department {
  readonly departmentId: string;
  readonly name: string;
  readonly share: number;
  readonly work: (r: Random, index: number, projectIds: readonly string[]) => Work;
}

/** A service company with offices, a workshop, a shop and a bakery at night. The models were tuned with it. */
export function servicesFirm({ seed, employees, from, to, heldBack = false }: TimeCompanyOptions) {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const projects = Array.from({ length: 8 }, (_, index) => ({ projectId: `p${10 + index}`, name: names.project() }));
  const projectIds = projects.map(({ projectId }) => projectId);
  const staff = staffing(departments, employees).map(({ departmentId, work }, index) => {
    const own = work(r, index, projectIds);
    const workplace = { name: 'workplace', value: r.pick(['north', 'south']) };
    const habit: Habit & { readonly name: string } = {
      timesGiven: !heldBack || index % 5 > 0,
      splitShare: 0,
      resolution: heldBack ? 1 / 12 : 0.25,
      holidayShare: 0,
      sickness: 0.008,
      vacation: vacationWeeks(r, from, to),
      projects: [['internal', 1]],
      extras: () => ({ categoricals: [workplace] }),
      ...own,
      employeeId: `e${String(index + 1).padStart(3, '0')}`,
      name: names.person(),
      departmentId,
      ...(index % 17 === 16 && { joined: toDay(from) + r.integer(60, 200) }),
    };
    return habit;
  });
  return {
    customerId: names.company(),
    departments: departments.map(({ departmentId, name }) => ({ departmentId, name })),
    projects,
    staff,
    r,
  };
}

/** Reads `'machine 6, setup 2'`. */
const weights = (text: string): Weighted =>
  text.split(', ').map((item) => {
    const [value = '', weight = ''] = item.split(' ');
    return [value, Number(weight)] as const;
  });

const someOf = (r: Random, ids: readonly string[], count: number): Weighted =>
  r
    .shuffle(ids)
    .slice(0, count)
    .map((projectId, index) => [projectId, 1 / (index + 1)]);

/** Start, hours and break around a habit. Some days are cut short by an errand, some run on a little. */
const steady =
  (start: number, hours: number, pause: number, [startSpread, hoursSpread]: readonly [number, number]): ShiftOfDay =>
  (_, r) => {
    const errand = r.chance(0.012);
    const longer = !errand && r.chance(0.04) ? r.between(0.5, 1.25) : 0;
    return {
      start: start + startSpread * r.normal(),
      hours: errand ? hours * r.between(0.45, 0.8) : hours + hoursSpread * r.normal() + longer,
      pause: errand ? 0.5 : pause + (r.chance(0.12) ? 0.25 : 0),
    };
  };

const departments: readonly Department[] = [
  {
    departmentId: 'office',
    name: 'Office',
    share: 4,
    work: (r) => {
      // Part-time: one free weekday.
      const free = r.chance(0.3) ? r.integer(2, 4) : -1;
      return {
        about: free < 0 ? 'full-time' : 'one free weekday',
        worksOn: onWeekdays(mondayToFriday.filter((weekday) => weekday !== free)),
        shift: steady(r.between(7, 9.25), r.pick([7, 7.5, 7.5]), 0.5, [0.35, 0.35]),
        categories: weights('administration 8, meeting 2, training 0.15'),
      };
    },
  },
  {
    departmentId: 'development',
    name: 'Development',
    share: 5,
    work: (r, _index, ids) => ({
      worksOn: onWeekdays(mondayToFriday),
      about: 'several projects a day',
      shift: steady(r.between(7.5, 10), 7.5, r.pick([0.5, 0.75, 1]), [0.4, 0.4]),
      splitShare: r.between(0.2, 0.6),
      projects: someOf(r, ids, 3),
      categories: weights(`development 8, meeting 1.5, support ${r.chance(0.5) ? 1 : 0.01}`),
    }),
  },
  {
    departmentId: 'workshop',
    name: 'Workshop',
    share: 5,
    work: (r, _index, ids) => ({
      worksOn: onWeekdays(mondayToFriday),
      about: 'fixed hours',
      shift: steady(r.pick([6, 7, 7]), 8, 0.5, [0.08, 0.12]),
      projects: someOf(r, ids, 2),
      categories: weights('assembly 7, repair 3, cleaning 0.4'),
    }),
  },
  {
    departmentId: 'field',
    name: 'Field service',
    share: 3,
    work: (r, _index, ids) => {
      const usual = r.between(40, 160);
      return {
        worksOn: onWeekdays(mondayToFriday),
        about: 'drives, early starter',
        shift: steady(r.between(6.25, 7.5), 8, 0.5, [0.3, 0.6]),
        projects: someOf(r, ids, 4),
        categories: weights('installation 5, maintenance 4, travel 1'),
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
    work: (r, index) => {
      const weekend = index % 3 === 0;
      return {
        about: weekend ? 'weekend staff' : 'late starter, one Saturday in four',
        worksOn: weekend
          ? onWeekdays([4, 5, 6])
          : (day, chance) => onWeekdays([0, 1, 2, 3])(day) || (day % 7 === 2 && chance.chance(0.25)),
        shift: steady(weekend ? 9 : r.pick([10, 11]), weekend ? 6 : 7.5, 0.5, [0.1, 0.2]),
        holidayShare: weekend ? 0.5 : 0.1,
        categories: weights('sales 9, stocktaking 0.6, cleaning 0.6'),
      };
    },
  },
  {
    departmentId: 'bakery',
    name: 'Bakery',
    share: 2,
    work: (r) => ({
      about: 'night shift over midnight, Sunday to Thursday',
      worksOn: onWeekdays([6, 0, 1, 2, 3]),
      shift: steady(r.pick([21.5, 22]), 7.5, 0.5, [0.12, 0.2]),
      holidayShare: 0.6,
      categories: weights('baking 9, cleaning 1'),
      extras: (_, { workCategory }) => ({
        categoricals: [
          { name: 'oven', value: workCategory === 'cleaning' ? 'none' : r.chance(0.7) ? 'large' : 'small' },
        ],
      }),
    }),
  },
];
