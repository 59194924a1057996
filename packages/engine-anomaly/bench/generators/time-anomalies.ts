import { isPublicHoliday, toDate, toDay, weekdayOf } from './calendar.ts';
import type { Random } from './random.ts';
import { type Registration, timeOfDay } from './time-walk.ts';

/** What is known of a row that may be spoiled. */
interface Context {
  readonly r: Random;
  readonly day: number;
  /** No other registration of that employee on that day. */
  readonly whole: boolean;
  readonly weekendStaff: boolean;
  /** Categories and projects that the employee never uses. */
  readonly foreign: readonly string[];
  readonly foreignProjects: readonly string[];
}

export interface TimeAnomalyType {
  readonly fields: readonly [string, ...string[]];
  readonly direction: number;
  readonly fits: (row: Registration, context: Context) => boolean;
  readonly spoil: (row: Registration, context: Context) => Registration;
  /** The spoiled row stands beside the clean one. */
  readonly adds?: boolean;
}

export interface TimeAnomaly {
  readonly registrationId: string;
  readonly type: string;
  readonly field: string;
  readonly fields: string[];
  readonly direction: number;
}

interface Injection {
  readonly r: Random;
  /** Number of each type, such as `{ 'late-start': 40 }`; fewer are made when too few rows fit. */
  readonly counts: Readonly<Record<string, number>>;
  /** Rows that show what is usual: who works at weekends, who uses which category and project. */
  readonly history: readonly Registration[];
  /** What the names in `counts` stand for. */
  readonly types?: Readonly<Record<string, TimeAnomalyType>>;
}

/**
 * The anomalies that are injected into registrations. Each names the field that is wrong, the way it is wrong (1 above
 * what is expected, -1 below, 0 without an order), which rows it fits, and what it makes of a row.
 */
export const timeAnomalyTypes = {
  'late-start': {
    fields: ['startTime'],
    direction: 1,
    fits: (row, { whole }) => whole && row.startTime >= 0 && row.startTime < 17,
    spoil: (row, { r }) => {
      const later = quarter(r.between(2.5, 5));
      return { ...row, startTime: timeOfDay(row.startTime + later), endTime: timeOfDay(row.endTime + later) };
    },
  },
  'long-day': {
    fields: ['workDuration', 'overtimeHours'],
    direction: 1,
    fits: (row, { whole }) => whole && row.workDuration >= 3 && row.workDuration <= 10,
    spoil: (row, { r }) => longer(row, quarter(r.between(3.5, 6))),
  },
  'weekend-work': {
    fields: ['date'],
    direction: 0,
    fits: (_, { weekendStaff, day }) => !weekendStaff && weekdayOf(day) < 5 && weekdayOf(day) > 0,
    /** The same work on the Saturday or Sunday of that week, as a registration of its own. */
    spoil: (row, { r, day }) => ({
      ...row,
      registrationId: `${row.registrationId}-weekend`,
      date: toDate(day - weekdayOf(day) + r.integer(5, 6)),
      publicHoliday: false,
    }),
    adds: true,
  },
  'wrong-category': {
    fields: ['workCategory'],
    direction: 0,
    fits: (_, { foreign }) => foreign.length > 0,
    spoil: (row, { r, foreign }) => ({ ...row, workCategory: r.pick(foreign) }),
  },
  'missing-break': {
    fields: ['breakDuration'],
    direction: -1,
    fits: (row, { whole }) => whole && row.breakDuration >= 0.5,
    spoil: (row) => ({
      ...row,
      breakDuration: 0,
      ...(row.startTime < 0 ? {} : { endTime: timeOfDay(row.startTime + row.workDuration) }),
    }),
  },
  'unusual-overtime': {
    fields: ['workDuration', 'overtimeHours'],
    direction: 1,
    fits: (row, { whole }) => whole && row.workDuration >= 3 && row.workDuration <= 9,
    spoil: (row, { r }) => longer(row, quarter(r.between(2, 3.25))),
  },
} satisfies Record<string, TimeAnomalyType>;

/**
 * Injects anomalies: rows are changed in place of clean ones, weekend work is added.
 *
 * @returns `registrations` by date, and the `anomalies` among them
 */
export function injectTimeAnomalies(
  registrations: readonly Registration[],
  { r, counts, history, types = timeAnomalyTypes }: Injection,
): { registrations: Registration[]; anomalies: TimeAnomaly[] } {
  const { habits, categories, projects } = habitsOf(history);
  const perDay = new Map<string, number>();
  for (const row of registrations) perDay.set(dayKey(row), (perDay.get(dayKey(row)) ?? 0) + 1);
  const rows = [...registrations];
  const added: Registration[] = [];
  const anomalies: TimeAnomaly[] = [];
  const spoiled = new Set<string>();
  for (const [type, count] of Object.entries(counts)) {
    const found = types[type];
    if (found === undefined) throw new RangeError(`There is no anomaly ${type}.`);
    const { fits, spoil, adds = false, fields, direction } = found;
    let left = count;
    for (const index of r.shuffle([...rows.keys()])) {
      if (left === 0) break;
      const row = rows[index];
      const habit = row && habits.get(row.employeeId);
      if (row === undefined || habit === undefined || spoiled.has(dayKey(row))) continue;
      const day = toDay(row.date);
      const context = {
        r,
        day,
        whole: perDay.get(dayKey(row)) === 1,
        weekendStaff: habit.weekendStaff,
        foreign: categories.filter((category) => !habit.categories.has(category)),
        foreignProjects: projects.filter((project) => !habit.projects.has(project)),
      };
      if (!fits(row, context)) continue;
      const wrong = spoil(row, context);
      if (adds && (isPublicHoliday(toDay(wrong.date)) || spoiled.has(dayKey(wrong)))) continue;
      if (adds) added.push(wrong);
      else rows[index] = wrong;
      spoiled.add(dayKey(row)).add(dayKey(wrong));
      const known = fields.filter((field) => field in wrong || wrong.numericals?.some(({ name }) => name === field));
      anomalies.push({ registrationId: wrong.registrationId, type, field: fields[0], fields: known, direction });
      left -= 1;
    }
  }
  const inOrder = [...rows, ...added].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { registrations: inOrder, anomalies };
}

const dayKey = ({ employeeId, date }: Registration) => `${employeeId}|${date}`;
const quarter = (hours: number) => Math.round(hours * 4) / 4;

/** The day runs on: later end, more hours, and the overtime that the time clock books for it. */
function longer(row: Registration, hours: number): Registration {
  return {
    ...row,
    workDuration: Math.round((row.workDuration + hours) * 10_000) / 10_000,
    ...(row.endTime < 0 ? {} : { endTime: timeOfDay(row.endTime + hours) }),
    ...(row.numericals === undefined
      ? {}
      : {
          numericals: row.numericals.map((item) =>
            item.name === 'overtimeHours' ? { ...item, value: item.value + hours } : item,
          ),
        }),
  };
}

interface Usual {
  weekendStaff: boolean;
  readonly categories: Set<string>;
  readonly projects: Set<string>;
}

/** Who works at weekends and uses which categories and projects, and all of these in the order of their names. */
function habitsOf(history: readonly Registration[]) {
  const habits = new Map<string, Usual>();
  const categories = new Set<string>();
  const projects = new Set<string>();
  for (const { employeeId, date, workCategory, projectId } of history) {
    let habit = habits.get(employeeId);
    if (habit === undefined) {
      habit = { weekendStaff: false, categories: new Set(), projects: new Set() };
      habits.set(employeeId, habit);
    }
    if (weekdayOf(toDay(date)) > 4) habit.weekendStaff = true;
    habit.categories.add(workCategory);
    categories.add(workCategory);
    habit.projects.add(projectId);
    projects.add(projectId);
  }
  return { habits, categories: [...categories].sort(), projects: [...projects].sort() };
}
