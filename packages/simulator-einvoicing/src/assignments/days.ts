const dayLength = 86_400_000;

/** Returns the day number of a date YYYY-MM-DD, or of an instant in UTC. */
export function toDayNumber(dateOrInstant: string): number {
  return Math.floor(Date.parse(dateOrInstant) / dayLength);
}

/** Returns the first instant of a day, in UTC. */
export function toStartOfDay(day: number): Date {
  return new Date(day * dayLength);
}

/** Returns a day as YYYY-MM-DD. */
export function toDate(day: number): string {
  return toStartOfDay(day).toISOString().slice(0, 10);
}
