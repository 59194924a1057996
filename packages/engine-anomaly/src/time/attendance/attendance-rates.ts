import { computePseudoCount } from '../../core/feedback.js';
import type { TimeRow } from '../time-row.js';
import type { AttendanceModel, EmployeeAttendance } from './train-attendance.js';

export type AttendanceRates = ReturnType<typeof createAttendanceRates>;

type Counts = Pick<EmployeeAttendance, 'worked' | 'exposed' | 'closedExposed' | 'closedWorked'>;

/** Initial guess with the weight of two days: a week of five working days, and hardly any work on closed days. */
const guess = { workday: 0.8, weekend: 0.2, closed: 0.05, weight: 2 };
const parentStrength = 3;
const discount = 0.75;

/**
 * Prepares the probabilities that an employee registers work, shrunk toward department and dataset. Includes the days
 * of rows marked as ordinary.
 */
export function createAttendanceRates(
  { employees }: AttendanceModel,
  departmentOf: (employee: string) => string,
  marked: readonly TimeRow[],
) {
  const dataset = empty();
  const departments = new Map<string, Counts>();
  const own = new Map<string, Counts>();
  for (const employee of employees) {
    const department = departmentOf(employee.employee);
    const group = departments.get(department) ?? empty();
    departments.set(department, group);
    add(group, employee);
    add(dataset, employee);
    own.set(employee.employee, mark(employee, marked));
  }
  const chainOf = (employee: string, department: string) => {
    const home = own.has(employee) ? departmentOf(employee) : department;
    return [dataset, departments.get(home), own.get(employee)];
  };
  const sevenDays = (employee: string, department: string, weekday: number) => {
    let rate = weekday < 5 ? guess.workday : guess.weekend;
    let strength = guess.weight;
    for (const counts of chainOf(employee, department)) {
      if (counts === undefined) continue;
      rate = shrink(both(counts.worked, weekday), both(counts.exposed, weekday), rate, strength);
      strength = parentStrength;
    }
    return rate;
  };
  const place = (employee: string, department: string, at: number) => {
    const counts = own.get(employee);
    const rate = sevenDays(employee, department, at % 7);
    return counts === undefined ? rate : shrink(counts.worked[at] ?? 0, counts.exposed[at] ?? 0, rate, 4);
  };
  const weeks = new Map<string, number[]>();
  const weekOf = (employee: string, department: string): number[] => {
    // For an unknown employee, the department's counts are used.
    const key = own.has(employee) ? `e${employee}` : `d${department}`;
    let rates = weeks.get(key);
    if (rates === undefined) {
      rates = [0, 1, 2, 3, 4, 5, 6].map((day) =>
        Math.max(place(employee, department, day), place(employee, department, day + 7)),
      );
      if (own.has(employee) || departments.has(department)) weeks.set(key, rates);
    }
    return rates;
  };
  return {
    /** Probability at an index of the counts: a weekday in even or odd weeks. */
    place,
    /** Probability on a weekday: the larger one of even and odd weeks. */
    weekday: (employee: string, department: string, day: number) => weekOf(employee, department)[day] ?? 0,
    /** Probability on the weekday on which the employee works most often. */
    usual: (employee: string, department: string) => Math.max(...weekOf(employee, department)),
    /** Probability on a closed day that would otherwise be a working day. */
    closed: (employee: string, department: string) => {
      let rate = guess.closed;
      for (const counts of chainOf(employee, department)) {
        if (counts !== undefined) rate = shrink(counts.closedWorked, counts.closedExposed, rate, guess.weight);
      }
      return rate;
    },
  };
}

function shrink(worked: number, exposed: number, parent: number, strength: number): number {
  const certain = worked < exposed / 2 ? Math.max(0, worked - discount) : worked;
  return (certain + strength * parent) / (exposed + strength);
}

function both(counts: readonly number[], weekday: number): number {
  return (counts[weekday] ?? 0) + (counts[weekday + 7] ?? 0);
}

function mark(employee: EmployeeAttendance, marked: readonly TimeRow[]): Counts {
  const result = empty();
  add(result, employee);
  const mine = marked.filter((row) => row.employee === employee.employee);
  for (const weekday of new Set(mine.map((row) => row.weekday))) {
    const exposed = both(employee.exposed, weekday);
    if (both(employee.worked, weekday) > exposed / 2) continue;
    for (const at of [weekday, weekday + 7]) {
      result.worked[at] = (result.worked[at] ?? 0) + computePseudoCount(exposed) / 2;
      result.exposed[at] = (result.exposed[at] ?? 0) + computePseudoCount(exposed) / 2;
    }
  }
  if (mine.some(({ holiday }) => holiday) && employee.closedWorked <= employee.closedExposed / 2) {
    result.closedWorked += computePseudoCount(employee.closedExposed);
    result.closedExposed += computePseudoCount(employee.closedExposed);
  }
  return result;
}

function empty(): Counts {
  return {
    worked: new Array<number>(14).fill(0),
    exposed: new Array<number>(14).fill(0),
    closedExposed: 0,
    closedWorked: 0,
  };
}

function add(sum: Counts, counts: Counts): void {
  for (let at = 0; at < 14; at += 1) {
    sum.worked[at] = (sum.worked[at] ?? 0) + (counts.worked[at] ?? 0);
    sum.exposed[at] = (sum.exposed[at] ?? 0) + (counts.exposed[at] ?? 0);
  }
  sum.closedExposed += counts.closedExposed;
  sum.closedWorked += counts.closedWorked;
}
