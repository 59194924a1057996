import { isPublicHoliday, toDate, toDay, weekdayOf } from './calendar.ts';
import { timeOfDay } from './time-walk.mjs';

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
    fits: (row, { foreign }) => row.workCategory !== undefined && foreign.length > 0,
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
};

/**
 * Injects anomalies: rows are changed in place of clean ones, weekend work is added.
 *
 * @param counts - number of each type, such as `{ 'late-start': 40 }`; fewer are made when too few rows fit
 * @param history - rows that show what is usual: who works at weekends, who uses which category and project
 * @param types - what the names in `counts` stand for
 * @returns `registrations` by date, and `anomalies`: `{registrationId, type, field, fields, direction}`
 */
export function injectTimeAnomalies(registrations, { r, counts, history, types = timeAnomalyTypes }) {
  const habits = habitsOf(history);
  const perDay = new Map();
  for (const row of registrations) perDay.set(dayKey(row), (perDay.get(dayKey(row)) ?? 0) + 1);
  const rows = [...registrations];
  const added = [];
  const anomalies = [];
  const spoiled = new Set();
  for (const [type, count] of Object.entries(counts)) {
    const { fits, spoil, adds = false, fields, direction } = types[type];
    let left = count;
    for (const index of r.shuffle([...rows.keys()])) {
      if (left === 0) break;
      const row = rows[index];
      const habit = habits.get(row.employeeId);
      if (habit === undefined || spoiled.has(dayKey(row))) continue;
      const day = toDay(row.date);
      const context = {
        r,
        day,
        whole: perDay.get(dayKey(row)) === 1,
        weekendStaff: habit.weekendStaff,
        foreign: habits.categories.filter((category) => !habit.categories.has(category)),
        foreignProjects: habits.projects.filter((project) => !habit.projects.has(project)),
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

const dayKey = ({ employeeId, date }) => `${employeeId}|${date}`;
const quarter = (hours) => Math.round(hours * 4) / 4;

/** The day runs on: later end, more hours, and the overtime that the time clock books for it. */
function longer(row, hours) {
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

/** Who works at weekends and uses which categories and projects. */
function habitsOf(history) {
  const habits = new Map();
  const categories = new Set();
  const projects = new Set();
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
  habits.categories = [...categories].sort();
  habits.projects = [...projects].sort();
  return habits;
}
