import type { JsonField } from './field.js';

export const minutesPerDay = 1440;

/** Reads HH:MM as minutes since midnight. 24:00 is invalid (rostering.gap.time-midnight). */
export function readTime(field: JsonField): number | undefined {
  const text = field.string();
  if (text === undefined) return undefined;
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (match === null) {
    return field.fail('job/time', `"${field.name}" must be a time HH:MM from 00:00 to 23:59, but is "${text}".`);
  }
  return Number(match[1]) * 60 + Number(match[2]);
}

/** Reads YYYY-MM-DD as days since 1970-01-01. */
export function readDate(field: JsonField): number | undefined {
  const text = field.string();
  if (text === undefined) return undefined;
  const number = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 86_400_000 : Number.NaN;
  if (!Number.isInteger(number) || formatDate(number) !== text) {
    return field.fail('job/date', `"${field.name}" must be a date YYYY-MM-DD that exists, but is "${text}".`);
  }
  return number;
}

/** Formats a number of days since 1970-01-01 as a date. */
export function formatDate(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
