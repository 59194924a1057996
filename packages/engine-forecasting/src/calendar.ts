/** Length of one step of a sales series: a day, a week from Monday, a calendar month. */
export type Frequency = 'D' | 'W' | 'M';

/** Unit of a lead time or period in purchase parameters (`inventory.gap.granularity-values`). */
export type Granularity = 'D' | 'W' | 'M' | 'Y';

/** Days that one unit of a granularity counts for (`inventory.gap.granularity-values`). */
export const daysPerUnit: Readonly<Record<Granularity, number>> = { D: 1, W: 7, M: 30, Y: 365 };

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** English name of a month. */
export type MonthName = (typeof monthNames)[number];

interface CivilDate {
  year: number;
  month: number;
  day: number;
}

/**
 * Days since 1970-01-01 of a calendar date `YYYY-MM-DD`. Pure arithmetic on the proleptic Gregorian calendar: no time
 * zone takes part.
 *
 * @throws RangeError when the text is not an existing calendar date.
 */
export function dayNumber(date: string): number {
  const civil = parseDate(date);
  const number = dayOfCivil(civil.year, civil.month, civil.day);
  if (civil.month < 1 || civil.month > 12 || dateOfDay(number) !== date) throw badDate(date);
  return number;
}

/** First and last day that a date of four year digits can name, in days after 1970-01-01. */
const firstDay = -719_528;
const lastDay = 2_932_896;

/** The calendar date `YYYY-MM-DD` that lies `number` days after 1970-01-01, within the years 0000 to 9999. */
export function dateOfDay(number: number): string {
  return format(civilOfDay(Math.min(lastDay, Math.max(firstDay, number))));
}

/** The date `days` days after `date`; fractions of a day are dropped. */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + Math.trunc(days));
}

/** Whole days from `from` to `to`, negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * Number of the interval that contains the date. Consecutive intervals have consecutive numbers, so distances are
 * plain differences.
 */
export function intervalIndex(date: string, frequency: Frequency): number {
  const day = dayNumber(date);
  if (frequency === 'D') return day;
  // 1970-01-01 was a Thursday: three days after the Monday of week 0.
  if (frequency === 'W') return Math.floor((day + 3) / 7);
  const { year, month } = parseDate(date);
  return year * 12 + month - 1;
}

/** First day of the interval with this number. */
export function intervalDate(index: number, frequency: Frequency): string {
  if (frequency === 'D') return dateOfDay(index);
  if (frequency === 'W') return dateOfDay(index * 7 - 3);
  return format({ year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1, day: 1 });
}

/** First day of the interval that contains `date`: the day itself, the Monday, the 1st (`inventory.gap.horizon-unit`). */
export function intervalStart(date: string, frequency: Frequency): string {
  return intervalDate(intervalIndex(date, frequency), frequency);
}

/** Days of a calendar month, given by its interval number at frequency `M`. */
export function daysInMonth(index: number): number {
  return daysBetween(intervalDate(index, 'M'), intervalDate(index + 1, 'M'));
}

/** English name of a calendar month, given by its interval number at frequency `M` or by 0 (January) to 11. */
export function monthName(index: number): MonthName {
  return monthNames[((index % 12) + 12) % 12] ?? 'January';
}

function parseDate(date: string): CivilDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw badDate(date);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8)) };
}

function badDate(date: string): RangeError {
  return new RangeError(
    `"${date}" is not a calendar date. Write an existing date as YYYY-MM-DD, for example 2026-01-31.`,
  );
}

function format({ year, month, day }: CivilDate): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

// The two conversions count in 400-year eras of 146097 days that begin on 1 March, so that a leap day ends its year.
function dayOfCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilOfDay(number: number): CivilDate {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
