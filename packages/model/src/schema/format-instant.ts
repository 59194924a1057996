import { normalizeName } from '../words.js';
import { dayInZone } from './day-in-zone.js';
import type { FlatSchema } from './described-schema.js';
import { remember } from './remember.js';

const second = 1000;

type InstantWriter = (at: Date) => unknown;

const writers = new WeakMap<FlatSchema, Map<string, InstantWriter>>();

/**
 * Formats an instant as a member requires: a string in ISO 8601 or RFC 2822, a date, or seconds or milliseconds as a
 * number or string. Undefined if the member does not contain an instant.
 */
export function formatMemberInstant(flat: FlatSchema, name: string, at: Date): unknown {
  const { format } = flat.keywords;
  const { zone, form } = flat.times;
  if (format === 'date') return dayInZone(at, zone);
  const stated = form === undefined ? undefined : inStatedForm(form, flat.types, format, at);
  if (stated !== undefined) return stated;
  const known = writers.get(flat) ?? remember(writers, flat, () => new Map());
  return (known.get(name) ?? remember(known, name, () => createWriter(flat, normalizeName(name))))(at);
}

/** Selects the format for the instants of a member. */
function createWriter({ types, keywords }: FlatSchema, name: string): InstantWriter {
  const { format } = keywords;
  const [example] = Array.isArray(keywords['examples']) ? keywords['examples'] : [keywords['example']];
  if (types.includes('string')) {
    if (/rfc-?2822|rfc-?1123|rfc-?7231|http-date/i.test(String(format)) || /^\w{3}, \d/.test(String(example)))
      return (at) => at.toUTCString().replace('GMT', '+0000');
    if (/^\d{10}$/.test(String(example))) return (at) => String(Math.floor(at.getTime() / second));
    if (/^\d{13}$/.test(String(example))) return (at) => String(at.getTime());
    const day = dayFormOf(keywords, example);
    if (day !== undefined) return (at) => inDayForm(day, at);
    const hasNone = format === undefined && typeof example === 'string' && !/\d/.test(example);
    if (hasNone || !(format === undefined || format === 'date-time')) return () => undefined;
    const isShort = typeof example === 'string' && isoTime.test(example) && !example.includes('.');
    return isShort ? (at) => at.toISOString().replace(/\.\d+/, '') : (at) => at.toISOString();
  }
  if (!types.includes('integer') && !types.includes('number')) return () => undefined;
  if (isSmallNumber(example)) return () => undefined;
  const isFine = /ms$|millis/.test(name) || (typeof example === 'number' && example > 1e11);
  return isFine ? (at) => at.getTime() : (at) => Math.floor(at.getTime() / second);
}

/** An instant in the format that the API states, if the schema allows it. */
function inStatedForm(
  ...[form, types, format, at]: readonly ['rfc3339' | 'unix' | 'milliseconds', readonly string[], unknown, Date]
): unknown {
  const allows = (type: string) => types.length === 0 || types.includes(type);
  if (form === 'rfc3339') return allows('string') ? at.toISOString() : undefined;
  const value = form === 'unix' ? Math.floor(at.getTime() / second) : at.getTime();
  if (allows('integer') || allows('number')) return value;
  return allows('string') && format === undefined ? String(value) : undefined;
}

/** True for a number that cannot be an instant: read as seconds, it lies before 1973. */
export function isSmallNumber(example: unknown): boolean {
  return typeof example === 'number' && example < 1e8;
}

/** Date formats as descriptions write them. */
const dayForm = /(?<![a-z])(?:YY(?:YY)?([-/.]?)MM\1DD|(?:MM([-/.]?)DD\2|DD([-/.]?)MM\3)YY(?:YY)?)(?![a-z]|['T ]*HH)/i;

/** Returns the date format that the example, the format or the description names. */
function dayFormOf({ format, description }: FlatSchema['keywords'], example: unknown): string | undefined {
  if (format === 'date-time') return undefined;
  const shown = String(example ?? '')
    .replace(/^(?:19|20)\d\d([-/.]?)\d\d\1\d\d$/, 'YYYY$1MM$1DD')
    .replace(/^\d\d([/.])\d\d\1\d{4}$/, (_all, joint) => (joint === '.' ? 'DD.MM.YYYY' : 'MM/DD/YYYY'));
  return dayForm.exec(`${shown} ${format ?? ''} ${String(description ?? '').slice(0, 500)}`)?.[0];
}

function inDayForm(form: string, at: Date): string {
  const [year = '', month = '', day = ''] = at.toISOString().slice(0, 10).split('-');
  const written = form.replace(/y+/i, ({ length }) => year.slice(-length));
  return written.replace(/mm/i, month).replace(/dd/i, day);
}

/** The start of an ISO 8601 instant. */
export const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Formats an instant as ISO 8601, with milliseconds if the example has them. */
export function inFormOf(example: unknown, at: Date): string {
  const text = at.toISOString();
  return typeof example === 'string' && isoTime.test(example) && !example.includes('.')
    ? text.replace(/\.\d+/, '')
    : text;
}
