const pattern = /^\d{4}-\d{2}-\d{2}$/;
const millisecondsOfDay = 86_400_000;

/** Returns the number of days from 1970-01-01 to a date. @throws RangeError if the date does not exist. */
export function toDayNumber(date: string): number {
  const time = pattern.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`The date ${JSON.stringify(date)} does not exist. Use a calendar date like 2026-01-31.`);
  }
  return time / millisecondsOfDay;
}

/** Returns the date of a day number, YYYY-MM-DD. */
export function toDate(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10);
}

/** Returns the weekday of a day number: 0 Monday to 6 Sunday. */
export function toWeekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Returns the number of the ISO week (Monday to Sunday) of a day, counted from the week of 1970-01-01. */
export function toWeekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}
