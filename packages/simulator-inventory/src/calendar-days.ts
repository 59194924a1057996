const dayLength = 86_400_000;

/** Sales histories share most of their days: each is worked out once. */
const most = 20_000;
const dayByDate = new Map<string, number>();
const dateByDay = new Map<number, string>();

/** Days from 1970-01-01 to a calendar date, YYYY-MM-DD. */
export function dayOf(date: string): number {
  const known = dayByDate.get(date);
  return known ?? keep(dayByDate, date, Date.parse(date) / dayLength);
}

/** The calendar date, YYYY-MM-DD, so many days after 1970-01-01. */
export function dateOf(day: number): string {
  const known = dateByDay.get(day);
  return known ?? keep(dateByDay, day, new Date(day * dayLength).toISOString().slice(0, 10));
}

function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  if (map.size >= most) map.clear();
  map.set(key, value);
  return value;
}
