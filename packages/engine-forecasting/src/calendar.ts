/** The length of an interval of a sales series: a day, a week from Monday, or a calendar month. */
export type Frequency = 'D' | 'W' | 'M';

/** Unit of a lead time or period in purchase parameters (`inventory.gap.granularity-values`). */
export type Granularity = 'D' | 'W' | 'M' | 'Y';

/** Number of days in one unit of a granularity (`inventory.gap.granularity-values`). */
export const daysPerUnit: Readonly<Record<Granularity, number>> = { D: 1, W: 7, M: 30, Y: 365 };

/** The English names of the months, January first. */
export const monthNames = [
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

export type MonthName = (typeof monthNames)[number];

interface CivilDate {
  year: number;
  month: number;
  day: number;
}

/**
 * Returns the days since 1970-01-01 of `YYYY-MM-DD` in the Gregorian calendar.
 * @throws RangeError if the date does not exist
 */
export function toDayNumber(date: string): number {
  const { year, month, day } = parseDate(date);
  return dayOfCivil(year, month, day);
}

/** The first and last day of the years 0000 to 9999, in days after 1970-01-01. */
const firstDay = -719_528;
const lastDay = 2_932_896;

/** Returns the calendar date `YYYY-MM-DD` that lies `number` days after 1970-01-01, within the years 0000 to 9999. */
export function toDate(number: number): string {
  return format(civilOfDay(Math.min(lastDay, Math.max(firstDay, number))));
}

/** Returns the date `days` days after `date`, without fractions of a day. */
export function addDays(date: string, days: number): string {
  return toDate(toDayNumber(date) + Math.trunc(days));
}

/** Returns the number of the interval that contains the date. Consecutive intervals have consecutive numbers. */
export function toIntervalIndex(date: string, frequency: Frequency): number {
  const day = toDayNumber(date);
  if (frequency === 'D') return day;
  // 1970-01-01 was a Thursday: three days after the Monday of week 0.
  if (frequency === 'W') return Math.floor((day + 3) / 7);
  const { year, month } = parseDate(date);
  return year * 12 + month - 1;
}

/** Returns the first day of the interval with this number. */
export function toIntervalDate(index: number, frequency: Frequency): string {
  if (frequency === 'D') return toDate(index);
  if (frequency === 'W') return toDate(index * 7 - 3);
  return format({ year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1, day: 1 });
}

/** Returns the days of a calendar month, given by its interval number at frequency `M`. */
export function countDaysInMonth(index: number): number {
  return toDayNumber(toIntervalDate(index + 1, 'M')) - toDayNumber(toIntervalDate(index, 'M'));
}

/** Reads YYYY-MM-DD character by character, which is fast, because histories have many dates. */
function parseDate(date: string): CivilDate {
  const year = digits(date, 0, 4);
  const month = digits(date, 5, 7);
  const day = digits(date, 8, 10);
  const shaped = date.length === 10 && date[4] === '-' && date[7] === '-';
  if (!shaped || !(month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month))) {
    throw new RangeError(
      `"${date}" is not a calendar date. Write an existing date as YYYY-MM-DD, for example 2026-01-31.`,
    );
  }
  return { year, month, day };
}

/** Parses the digits from `start` to before `end`. Returns NaN if there are other characters. */
function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function format({ year, month, day }: CivilDate): string {
  const years = year >= 1000 ? `${year}` : String(year).padStart(4, '0');
  return `${years}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
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
