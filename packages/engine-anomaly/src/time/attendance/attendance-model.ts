/**
 * The days on which one employee registered work. Counts have 14 entries: the weekday (0 is Monday), plus 7 in odd
 * weeks.
 */
export interface EmployeeAttendance {
  employee: string;
  /** First and last day that count, as days from 1970-01-01. */
  first: number;
  last: number;
  /** Days with a registration. */
  worked: number[];
  /** Days that could have had one: no closed days, no weeks of leave. */
  exposed: number[];
  /** Closed days that would have been working days, and those among them with a registration. */
  closedExposed: number;
  closedWorked: number;
}

/** The days with registered work, from which presence and absence are predicted. */
export interface AttendanceModel {
  employees: EmployeeAttendance[];
  /** Public holidays and other days on which hardly anyone registered, as days from 1970-01-01, ascending. */
  closed: number[];
  /** Days on which a registration was likely, and those of them in absences of three such days or more. */
  likelyDays: number;
  leaveDays: number;
}

export function toCountIndex(day: number, weekday: number): number {
  const odd = Math.abs(Math.floor((day + 3) / 7)) % 2;
  return weekday + 7 * odd;
}
