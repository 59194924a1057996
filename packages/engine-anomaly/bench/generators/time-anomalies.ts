import { isPublicHoliday, toDate, toDay, weekdayOf } from './calendar.ts';
import type { Random } from './random.ts';
import { type Registration, timeOfDay } from './time-walk.ts';

/** Data on a row that an anomaly can change. */
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
  /** The wrong row is added to the clean row. */
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
  /** Number of each type, such as `{ 'late-start': 40 }`, or fewer if too few rows fit. */
  readonly counts: Readonly<Record<string, number>>;
  /** Rows that show who works at weekends and who uses which category and project. */
  readonly history: readonly Registration[];
  readonly types?: Readonly<Record<string, TimeAnomalyType>>;
}

/**
 * Anomalies of registrations: the wrong fields, the direction (1 above the expected value, -1 below, 0 without an order),
 * the rows that fit, and the change.
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

/** Weekly mistakes: a forgotten clock-out, a break worked through, another team's project, a wrong digit. */
export const slipTypes = {
  'forgotten-clock-out': {
    fields: ['workDuration', 'endTime'],
    direction: 1,
    fits: (row, { whole }) => whole && row.endTime >= 0 && row.workDuration >= 3,
    spoil: (row, { r }) => {
      const more = Math.round(r.between(1.75, 6) * 12) / 12;
      return { ...row, workDuration: fourDecimals(row.workDuration + more), endTime: timeOfDay(row.endTime + more) };
    },
  },
  'missing-break': {
    fields: ['breakDuration'],
    direction: -1,
    fits: (row) => row.endTime >= 0 && row.breakDuration >= 0.25,
    // The clock runs on over the break.
    spoil: (row) => ({ ...row, breakDuration: 0, workDuration: fourDecimals(row.workDuration + row.breakDuration) }),
  },
  'late-start': timeAnomalyTypes['late-start'],
  'weekend-work': timeAnomalyTypes['weekend-work'],
  'wrong-category': timeAnomalyTypes['wrong-category'],
  'wrong-project': {
    fields: ['projectId'],
    direction: 0,
    fits: (_, { foreignProjects }) => foreignProjects.length > 0,
    spoil: (row, { r, foreignProjects }) => ({ ...row, projectId: r.pick(foreignProjects) }),
  },
  'wrong-number': {
    fields: ['km', 'parcels', 'visits'],
    direction: 1,
    fits: ({ numericals = [] }) => numericals.some(({ value }) => value >= 1),
    spoil: (row, { r }) => ({
      ...row,
      numericals: (row.numericals ?? []).map((item) => ({ ...item, value: Math.round(item.value * r.between(2, 6)) })),
    }),
  },
} satisfies Record<string, TimeAnomalyType>;

/**
 * Replaces rows by wrong ones and adds weekend work. Returns all rows by date.
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
const fourDecimals = (value: number) => Math.round(value * 10_000) / 10_000;
const quarter = (hours: number) => Math.round(hours * 4) / 4;

/** A longer day: later end, more hours, and booked overtime. */
function longer(row: Registration, hours: number): Registration {
  return {
    ...row,
    workDuration: fourDecimals(row.workDuration + hours),
    ...(row.endTime < 0 ? {} : { endTime: timeOfDay(row.endTime + hours) }),
    ...(row.numericals && {
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
