/** Formats the minutes of any day as HH:MM. Midnight is 00:00. */
export function formatClockTime(minutes: number): string {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}
