import { type Names, namesOf, staffing } from './company.ts';
import { type Random, randomOf } from './random.ts';
import type { Employee, TimeCompany, TimeCompanyOptions } from './time-company.ts';
import { onWeekdays, type ShiftOfDay, vacationWeeks, type Weighted, type Work } from './time-walk.ts';

interface Project {
  readonly projectId: string;
  readonly name: string;
  readonly team: number;
  readonly begins: number;
  readonly ends: number;
}

interface NewCategory {
  readonly category: string;
  readonly begins: number;
}

interface Department {
  readonly departmentId: string;
  readonly name: string;
  readonly share: number;
  readonly habit: (
    r: Random,
    given: {
      readonly index: number;
      readonly projects: readonly Project[];
      readonly categories: readonly NewCategory[];
    },
  ) => Work;
}

/**
 * A house whose work never stays the same: consultants on projects that begin and end every week, a warehouse in three
 * shifts of different length, home care in the morning or in the evening. New categories come now and then, people join
 * and change teams. Minutes by the clock, in steps of five or six minutes.
 */
export function projectHouse({ seed, employees, from, to }: TimeCompanyOptions): TimeCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const first = Date.parse(from) / 86_400_000;
  const last = Date.parse(to) / 86_400_000;
  const projects = projectsOf(r, names, first, last);
  const categories = newCategories(r, first, last);
  const staff = staffing(departments, employees).map((department, index): Employee => {
    const habit = department.habit(r, { index, projects, categories });
    return {
      resolution: 1 / 12,
      timesGiven: true,
      splitShare: 0,
      holidayShare: 0.02,
      sickness: 0.01,
      vacation: vacationWeeks(r, from, to),
      projects: [['general', 1]],
      ...habit,
      employeeId: String(7000 + index),
      name: names.person(),
      departmentId: department.departmentId,
      ...(index % 11 === 10 ? { joined: first + r.integer(30, last - first - 40) } : {}),
    };
  });
  return {
    customerId: names.company(),
    departments: departments.map(({ departmentId, name }) => ({ departmentId, name })),
    projects: projects.map(({ projectId, name }) => ({ projectId, name })),
    staff,
    r,
  };
}

/** Projects of three teams; each lasts some weeks, and about one begins in a team every other week. */
function projectsOf(r: Random, names: Names, first: number, last: number): Project[] {
  const projects: Project[] = [];
  for (let team = 0; team < 3; team += 1) {
    for (let day = first - 60; day < last; day += Math.ceil(r.exponential(14))) {
      projects.push({
        projectId: `j${1000 + projects.length}`,
        name: names.street(),
        team,
        begins: day,
        ends: day + r.integer(20, 120),
      });
    }
  }
  return projects;
}

/** A category that everyone begins to use some day, about one a quarter. */
function newCategories(r: Random, first: number, last: number): NewCategory[] {
  const found: NewCategory[] = [];
  for (let day = first + Math.ceil(r.exponential(90)); day < last; day += Math.ceil(r.exponential(90))) {
    found.push({ category: `topic-${found.length + 1}`, begins: day });
  }
  return found;
}

interface Clocked {
  readonly start: number;
  readonly hours: number;
  readonly pause: number;
  readonly late?: number;
  readonly spread?: number;
  readonly noBreak?: number;
}

/** A shift by the clock: it runs on a little more often than it is cut short. */
const clocked =
  ({ start, hours, pause, late = 0.15, spread = 0.2, noBreak = 0.004 }: Clocked): ShiftOfDay =>
  (_, r) => ({
    start: start + late * r.normal(),
    hours: r.chance(0.01)
      ? hours * r.between(0.5, 0.8)
      : hours + spread * r.normal() + (r.chance(0.06) ? r.exponential(0.7) : 0),
    pause: r.chance(noBreak) ? 0 : pause + (r.chance(0.1) ? r.pick([-1, 1]) / 12 : 0),
  });

const weekOf = (day: number) => Math.floor((day + 3) / 7);
const mondayToFriday = [0, 1, 2, 3, 4];

const departments: readonly Department[] = [
  {
    departmentId: 'consulting',
    name: 'Consulting',
    share: 5,
    habit: (r, { index, projects, categories }) => {
      const team = index % 3;
      // Of the running projects of the team everyone has a few at a time, chosen by the numbers alone.
      const mine = projects.filter((project, number) => project.team === team && (number * 7 + index * 5) % 3 > 0);
      const usual = clocked({
        start: r.between(7.5, 9.5),
        hours: 7.7,
        pause: r.pick([0.5, 0.75]),
        late: 0.4,
        spread: 0.5,
      });
      return {
        worksOn: onWeekdays(mondayToFriday),
        shift: usual,
        splitShare: r.between(0.2, 0.7),
        projects: (day): Weighted => {
          const running = mine.filter(({ begins, ends }) => begins <= day && day <= ends);
          return [['general', 0.6], ...running.map(({ projectId }, at) => [projectId, 2 / (at + 1)] as const)];
        },
        categories: (day) => [
          ['analysis', 5],
          ['workshop', 2],
          ['report', 2],
          ...categories.filter(({ begins }) => begins <= day).map(({ category }) => [category, 0.7] as const),
        ],
        extras: (chance) =>
          chance.chance(0.6)
            ? { numericals: [{ name: 'km', value: Math.max(1, Math.round(60 + 25 * chance.normal())) }] }
            : {},
      };
    },
  },
  {
    departmentId: 'warehouse',
    name: 'Warehouse',
    share: 5,
    habit: (r, { index }) => {
      const early = clocked({ start: 6, hours: 8, pause: 0.5, late: 0.08, spread: 0.12 });
      const late = clocked({ start: 14, hours: 6, pause: 0.25, late: 0.08, spread: 0.12 });
      const night = clocked({ start: 20, hours: 9.5, pause: 0.75, late: 0.08, spread: 0.15 });
      const shiftOf = (turn: number) => (turn === 0 ? early : turn === 1 ? late : night);
      const count = r.pick([2, 3]);
      const pace = r.between(300, 500);
      return {
        worksOn: onWeekdays(mondayToFriday),
        shift: (day, chance) => shiftOf((weekOf(day) + index) % count)(day, chance),
        categories: [
          ['picking', 7],
          ['loading', 3],
          ['stocktaking', 0.3],
        ],
        extras: (chance, part) => ({
          numericals: [{ name: 'parcels', value: Math.round((pace / 8) * part.workDuration + 32 * chance.normal()) }],
        }),
      };
    },
  },
  {
    departmentId: 'home-care',
    name: 'Home care',
    share: 4,
    habit: (_, { index }) => {
      const morning = clocked({ start: 6.5, hours: 6.5, pause: 0.5, late: 0.1 });
      const evening = clocked({ start: 15.5, hours: 4.25, pause: 0, late: 0.15 });
      const free = index % 7;
      const isEvening = (day: number) => (Math.floor(day / 2) + index) % 3 === 0;
      return {
        resolution: 0.1,
        worksOn: onWeekdays([0, 1, 2, 3, 4, 5, 6].filter((day) => day !== free && day !== (free + 1) % 7)),
        holidayShare: 0.8,
        shift: (day, chance) => (isEvening(day) ? evening : morning)(day, chance),
        projects: [
          ['round-1', 1 + (index % 3)],
          ['round-2', 1],
        ],
        categories: [
          ['care', 8],
          ['travel', 1],
          ['report', 1],
        ],
        extras: (chance) => ({
          numericals: [{ name: 'visits', value: 9 + chance.integer(-2, 2) }],
        }),
      };
    },
  },
  {
    departmentId: 'office',
    name: 'Office',
    share: 2,
    habit: (r, { categories }) => ({
      resolution: 0.1,
      worksOn: onWeekdays(mondayToFriday),
      shift: clocked({ start: r.between(7, 9), hours: 7.5, pause: 0.5, late: 0.25, spread: 0.3 }),
      splitShare: 0.15,
      categories: (day) => [
        ['bookkeeping', 6],
        ['meeting', 2],
        ...categories.filter(({ begins }) => begins <= day).map(({ category }) => [category, 0.5] as const),
      ],
    }),
  },
];
