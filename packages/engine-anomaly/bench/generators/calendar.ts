const day = 86_400_000;

/** Days since 1970-01-01 of a date YYYY-MM-DD, and back. */
export const toDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day;
export const toDate = (number: number): string => new Date(number * day).toISOString().slice(0, 10);
/** 0 is Monday. */
export const weekdayOf = (number: number): number => (((number + 3) % 7) + 7) % 7;

/** Easter Sunday as a day number, by the anonymous Gregorian algorithm (Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const date = ((h + l - 7 * m + 114) % 31) + 1;
  return toDay(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
}

const known = new Map<number, ReadonlySet<number>>();

/** Public holidays as kept in much of northern Europe: fixed ones and those that go with Easter. */
export function isPublicHoliday(number: number): boolean {
  const year = Number(toDate(number).slice(0, 4));
  const holidays = known.get(year) ?? holidaysOf(year);
  known.set(year, holidays);
  return holidays.has(number);
}

function holidaysOf(year: number): ReadonlySet<number> {
  const sunday = easter(year);
  const fixed = ['01-01', '05-01', '12-24', '12-25', '12-26'].map((rest) => toDay(`${year}-${rest}`));
  return new Set([...fixed, sunday - 2, sunday, sunday + 1, sunday + 39, sunday + 50]);
}
