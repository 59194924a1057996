import type { Names } from './company.ts';
import type { Random } from './random.ts';
import {
  type Department,
  type Project,
  type Span,
  type TimeCompanyOptions,
  timeCompany,
  weights,
} from './time-company.ts';
import { mondayToFriday, onWeekdays, type ShiftOfDay, weekOf, workWeekFrom } from './time-walk.ts';

interface Given {
  readonly projects: readonly (Project & { readonly team: number; readonly begins: number; readonly ends: number })[];
  /** Categories that everyone begins to use one day. */
  readonly categories: readonly { readonly category: string; readonly begins: number }[];
}

/**
 * A house whose work always changes: consultants on projects that begin and end every week, a warehouse in three shifts of
 * different length, home care in the morning or in the evening. People join, change teams and use new categories. Times in
 * steps of five or six minutes.
 */
export const projectHouse = (options: TimeCompanyOptions) =>
  timeCompany<Given>(
    {
      defaults: { resolution: 1 / 12, holidayShare: 0.02, sickness: 0.01, project: 'general' },
      prepare: (r, names, span) => {
        const projects = generateProjects(r, names, span);
        return { projects, given: { projects, categories: generateCategories(r, span) } };
      },
      departments,
      employeeId: (index) => String(7000 + index),
      stay: (r, index, { first, last }) =>
        index % 11 === 10 ? { joined: first + r.integer(30, last - first - 40) } : {},
    },
    options,
  );

/** Projects of three teams. Each lasts some weeks, and about one begins in a team every other week. */
function generateProjects(r: Random, names: Names, { first, last }: Span): Given['projects'] {
  const projects: Given['projects'][number][] = [];
  for (let team = 0; team < 3; team += 1) {
    for (let begins = first - 60; begins < last; begins += Math.ceil(r.exponential(14))) {
      const [projectId, name] = [`j${1000 + projects.length}`, names.street()];
      projects.push({ projectId, name, team, begins, ends: begins + r.integer(20, 120) });
    }
  }
  return projects;
}

/** About one category a quarter. */
function generateCategories(r: Random, { first, last }: Span): Given['categories'] {
  const found: Given['categories'][number][] = [];
  for (let begins = first + Math.ceil(r.exponential(90)); begins < last; begins += Math.ceil(r.exponential(90))) {
    found.push({ category: `topic-${found.length + 1}`, begins });
  }
  return found;
}

/** A shift by the clock. It is extended a little more often than it is cut short. */
const clocked =
  (start: number, hours: number, pause: number, { late = 0.15, spread = 0.2 } = {}): ShiftOfDay =>
  (_, r) => ({
    start: start + late * r.normal(),
    hours: r.chance(0.01)
      ? hours * r.between(0.5, 0.8)
      : hours + spread * r.normal() + (r.chance(0.06) ? r.exponential(0.7) : 0),
    pause: r.chance(0.004) ? 0 : pause + (r.chance(0.1) ? r.pick([-1, 1]) / 12 : 0),
  });

const withNewCategories =
  (text: string, { categories }: Given, weight: number) =>
  (day: number) => [
    ...weights(text),
    ...categories.filter(({ begins }) => begins <= day).map(({ category }) => [category, weight] as const),
  ];

const departments: readonly Department<Given>[] = [
  {
    departmentId: 'consulting',
    name: 'Consulting',
    share: 5,
    work: (r, given) => {
      const { index } = given;
      // Everyone has a few running projects of the team, chosen by their numbers.
      const own = given.projects.filter(({ team }, number) => team === index % 3 && (number * 7 + index * 5) % 3 > 0);
      return {
        worksOn: onWeekdays(mondayToFriday),
        shift: clocked(r.between(7.5, 9.5), 7.7, r.pick([0.5, 0.75]), { late: 0.4, spread: 0.5 }),
        splitShare: r.between(0.2, 0.7),
        projects: (day) => {
          const running = own.filter(({ begins, ends }) => begins <= day && day <= ends);
          return [['general', 0.6], ...running.map(({ projectId }, at) => [projectId, 2 / (at + 1)] as const)];
        },
        categories: withNewCategories('analysis 5, workshop 2, report 2', given, 0.7),
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
    work: (r, { index }) => {
      const early = clocked(6, 8, 0.5, { late: 0.08, spread: 0.12 });
      const late = clocked(14, 6, 0.25, { late: 0.08, spread: 0.12 });
      const night = clocked(20, 9.5, 0.75, { late: 0.08, spread: 0.15 });
      const shiftOf = (turn: number) => (turn === 0 ? early : turn === 1 ? late : night);
      const count = r.pick([2, 3]);
      const pace = r.between(300, 500);
      return {
        worksOn: onWeekdays(mondayToFriday),
        shift: (day, chance) => shiftOf((weekOf(day) + index) % count)(day, chance),
        categories: weights('picking 7, loading 3, stocktaking 0.3'),
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
    work: (_, { index }) => {
      const morning = clocked(6.5, 6.5, 0.5, { late: 0.1 });
      const evening = clocked(15.5, 4.25, 0);
      const isEvening = (day: number) => (Math.floor(day / 2) + index) % 3 === 0;
      return {
        resolution: 0.1,
        worksOn: onWeekdays(workWeekFrom(index)),
        holidayShare: 0.8,
        shift: (day, chance) => (isEvening(day) ? evening : morning)(day, chance),
        projects: weights(`round-1 ${1 + (index % 3)}, round-2 1`),
        categories: weights('care 8, travel 1, report 1'),
        extras: (chance) => ({ numericals: [{ name: 'visits', value: 9 + chance.integer(-2, 2) }] }),
      };
    },
  },
  {
    departmentId: 'office',
    name: 'Office',
    share: 2,
    work: (r, given) => ({
      resolution: 0.1,
      worksOn: onWeekdays(mondayToFriday),
      shift: clocked(r.between(7, 9), 7.5, 0.5, { late: 0.25, spread: 0.3 }),
      splitShare: 0.15,
      categories: withNewCategories('bookkeeping 6, meeting 2', given, 0.5),
    }),
  },
];
