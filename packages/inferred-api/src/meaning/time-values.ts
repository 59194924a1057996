import { isObject } from '@understudy/contract';
import { normalizeName } from '../infer/words.js';
import type { FlatSchema } from '../schema/flat-schema.js';

const second = 1000;
const hour = 3600 * second;

/** Names of members with the end of a validity. */
const ending = /expir|valid(?:un)?til|notafter|deadline/;
const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/**
 * An instant in the form that a member has: text of ISO 8601 or RFC 2822, a day, or seconds or milliseconds as a number or
 * text. Undefined if the member contains no instant.
 */
export function formatMemberInstant({ types, keywords }: FlatSchema, name: string, at: Date): unknown {
  const { format } = keywords;
  const [example] = Array.isArray(keywords['examples']) ? keywords['examples'] : [keywords['example']];
  if (format === 'date') return at.toISOString().slice(0, 10);
  if (types.includes('string')) {
    if (/rfc-?2822|rfc-?1123|rfc-?7231|http-date/i.test(String(format)) || /^\w{3}, \d/.test(String(example)))
      return at.toUTCString().replace('GMT', '+0000');
    if (/^\d{10}$/.test(String(example))) return String(Math.floor(at.getTime() / second));
    if (/^\d{13}$/.test(String(example))) return String(at.getTime());
    return format === undefined || format === 'date-time' ? inFormOf(example, at) : undefined;
  }
  if (!types.includes('integer') && !types.includes('number')) return undefined;
  const isFine = /ms$|millis/.test(name) || (typeof example === 'number' && example > 1e11);
  return isFine ? at.getTime() : Math.floor(at.getTime() / second);
}

/** ISO 8601 with or without milliseconds, as the example has it. */
function inFormOf(example: unknown, at: Date): string {
  const text = at.toISOString();
  return typeof example === 'string' && isoTime.test(example) && !example.includes('.')
    ? text.replace(/\.\d+/, '')
    : text;
}

/** A copy of an example in which nothing has expired on the clock. */
export function refreshExpiredTimes<Value>(value: Value, now: Date): Value;
export function refreshExpiredTimes(value: unknown, now: Date): unknown {
  if (Array.isArray(value)) return value.map((item) => refreshExpiredTimes(item, now));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    ending.test(normalizeName(name)) ? later(member, now) : refreshExpiredTimes(member, now),
  ]);
  return Object.fromEntries(entries);
}

function later(value: unknown, now: Date): unknown {
  const next = new Date(now.getTime() + hour);
  if (typeof value === 'string' && isoTime.test(value) && Date.parse(value) < now.getTime())
    return inFormOf(value, next);
  if (typeof value !== 'number' || value < 1e9) return value;
  const isFine = value > 1e11;
  const at = isFine ? value : value * second;
  return at >= now.getTime() ? value : isFine ? next.getTime() : Math.floor(next.getTime() / second);
}
