import type { TimeRow } from './time-row.js';

/** All registrations of an employee on a date as one row: first start, last end, and sums of work and breaks. */
interface DayRow {
  row: TimeRow;
  /** Positions of its registrations in the rows given. */
  members: number[];
}

/** Groups rows by employee and day, in the order of their first registrations. */
export function toDayRows(rows: readonly TimeRow[]): DayRow[] {
  const days = new Map<string, Map<number, DayRow>>();
  const result: DayRow[] = [];
  for (const [index, row] of rows.entries()) {
    let ofEmployee = days.get(row.employee);
    if (ofEmployee === undefined) {
      ofEmployee = new Map();
      days.set(row.employee, ofEmployee);
    }
    const known = ofEmployee.get(row.day);
    if (known === undefined) {
      const fresh = {
        row: { ...row, category: '', project: '', misfit: Number.NaN, numericals: [], categoricals: [] },
        members: [index],
      };
      ofEmployee.set(row.day, fresh);
      result.push(fresh);
    } else {
      known.members.push(index);
      add(known.row, row);
    }
  }
  return result;
}

function add(day: TimeRow, row: TimeRow): void {
  day.holiday ||= row.holiday;
  day.start = Number.isNaN(day.start) || row.start < day.start ? row.start : day.start;
  day.end = Number.isNaN(day.end) || row.end > day.end ? row.end : day.end;
  day.duration = sum(day.duration, row.duration);
  day.pause = sum(day.pause, row.pause);
}

function sum(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : a + b;
}
