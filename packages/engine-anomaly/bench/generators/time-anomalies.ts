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
  /** Categories that the employee never uses. */
  readonly foreign: readonly string[];
}

interface TimeAnomalyType {
  readonly fields: readonly [string, ...string[]];
  readonly direction: number;
  readonly fits: (row: Registration, context: Context) => boolean;
  readonly change: (row: Registration, context: Context) => Partial<Registration>;
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
  /** Rows that show who works at weekends and who uses which category. */
  readonly history: readonly Registration[];
}

const fourDecimals = (value: number) => Math.round(value * 10_000) / 10_000;
const quarter = (hours: number) => Math.round(hours * 4) / 4;

/** A longer day: later end, more hours, and booked overtime. */
const longer = (least: number, most: number, longest: number): TimeAnomalyType => ({
  fields: ['workDuration', 'overtimeHours'],
  direction: 1,
  fits: (row, { whole }) => whole && row.workDuration >= 3 && row.workDuration <= longest,
  change: ({ workDuration, endTime, numericals }, { r }) => {
    const hours = quarter(r.between(least, most));
    return {
      workDuration: fourDecimals(workDuration + hours),
      endTime: endTime < 0 ? endTime : timeOfDay(endTime + hours),
      ...(numericals && {
        numericals: numericals.map((item) =>
          item.name === 'overtimeHours' ? { ...item, value: item.value + hours } : item,
        ),
      }),
    };
  },
});

/** Anomalies of registrations: the wrong fields, the direction (0 without an order), the fitting rows, the change. */
export const timeAnomalyTypes = {
  'late-start': {
    fields: ['startTime'],
    direction: 1,
    fits: (row, { whole }) => whole && row.startTime >= 0 && row.startTime < 17,
    change: ({ startTime, endTime }, { r }) => {
      const later = quarter(r.between(2.5, 5));
      return { startTime: timeOfDay(startTime + later), endTime: timeOfDay(endTime + later) };
    },
  },
  'long-day': longer(3.5, 6, 10),
  'weekend-work': {
    fields: ['date'],
    direction: 0,
    fits: (_, { weekendStaff, day }) => !weekendStaff && weekdayOf(day) < 5 && weekdayOf(day) > 0,
    /** The same work on the Saturday or Sunday of that week, as a registration of its own. */
    change: ({ registrationId }, { r, day }) => ({
      registrationId: `${registrationId}-weekend`,
      date: toDate(day - weekdayOf(day) + r.integer(5, 6)),
      publicHoliday: false,
    }),
    adds: true,
  },
  'wrong-category': {
    fields: ['workCategory'],
    direction: 0,
    fits: (_, { foreign }) => foreign.length > 0,
    change: (_, { r, foreign }) => ({ workCategory: r.pick(foreign) }),
  },
  'missing-break': {
    fields: ['breakDuration'],
    direction: -1,
    fits: (row, { whole }) => whole && row.breakDuration >= 0.5,
    change: ({ startTime, workDuration, endTime }) => ({
      breakDuration: 0,
      endTime: startTime < 0 ? endTime : timeOfDay(startTime + workDuration),
    }),
  },
  'unusual-overtime': longer(2, 3.25, 9),
} satisfies Record<string, TimeAnomalyType>;

/** Replaces rows by wrong ones and adds weekend work. Returns all rows by date. */
export function injectTimeAnomalies(
  registrations: readonly Registration[],
  { r, counts, history }: Injection,
): { registrations: Registration[]; anomalies: TimeAnomaly[] } {
  const ids = new Set(history.map(({ employeeId }) => employeeId));
  const habits = new Map([...ids].map((id) => [id, habitOf(history.filter(({ employeeId }) => employeeId === id))]));
  const types: Readonly<Record<string, TimeAnomalyType>> = timeAnomalyTypes;
  const all = habitOf(history);
  const categories = [...all.categories].sort();
  const perDay = new Map<string, number>();
  for (const row of registrations) perDay.set(dayKey(row), (perDay.get(dayKey(row)) ?? 0) + 1);
  const rows = [...registrations];
  const added: Registration[] = [];
  const anomalies: TimeAnomaly[] = [];
  const changed = new Set<string>();
  for (const [type, count] of Object.entries(counts)) {
    const { fits, change, adds = false, fields, direction } = types[type] ?? unknownType(type);
    let left = count;
    for (const index of r.shuffle([...rows.keys()])) {
      if (left === 0) break;
      const row = rows[index];
      const habit = row && habits.get(row.employeeId);
      if (row === undefined || habit === undefined || changed.has(dayKey(row))) continue;
      const context = {
        r,
        day: toDay(row.date),
        whole: perDay.get(dayKey(row)) === 1,
        weekendStaff: habit.weekendStaff,
        foreign: categories.filter((category) => !habit.categories.has(category)),
      };
      if (!fits(row, context)) continue;
      const wrong = { ...row, ...change(row, context) };
      if (adds && (isPublicHoliday(toDay(wrong.date)) || changed.has(dayKey(wrong)))) continue;
      if (adds) added.push(wrong);
      else rows[index] = wrong;
      changed.add(dayKey(row)).add(dayKey(wrong));
      const known = fields.filter((field) => field in wrong || wrong.numericals?.some(({ name }) => name === field));
      anomalies.push({ registrationId: wrong.registrationId, type, field: fields[0], fields: known, direction });
      left -= 1;
    }
  }
  const inOrder = [...rows, ...added].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { registrations: inOrder, anomalies };
}

const dayKey = ({ employeeId, date }: Registration) => `${employeeId}|${date}`;

function unknownType(type: string): never {
  throw new RangeError(`There is no anomaly ${type}.`);
}

const habitOf = (rows: readonly Registration[]) => ({
  weekendStaff: rows.some(({ date }) => weekdayOf(toDay(date)) > 4),
  categories: new Set(rows.map(({ workCategory }) => workCategory)),
});
