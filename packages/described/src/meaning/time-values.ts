import { isObject } from '@understudy/contract';
import { type FlatSchema, inFormOf, isoTime, isSmallNumber, normalizeName } from '@understudy/model';

const second = 1000;
const hour = 3600 * second;

/** Names of members with an expiry time. */
const ending = /expir|valid(?:un)?til|notafter|deadline/;

const says =
  /timestamp|unix ?time|\bepoch\b|seconds since|(?:date|time|instant) (?:and time )?(?:when|at which|of)\b|^\W*when\b/i;
const saysSpan = /milliseconds (?:to|for)|duration|interval|how (?:long|many)|number of/i;
const events =
  'created?|creation|updated?|modified|modification|started?|ends?|ended|begins?|expiry|expires?|expiration|published|deleted|cancell?ed|completed|finished|due|event|sent|received';
const namesInstant = new RegExp(
  `^(?:created|updated|modified)$|(?:^| )(?:timestamp|epoch)$|. at$|ed on$|(?:^| )(?:${events}) (?:time|date|datetime)$`,
);

/**
 * True if a number is an instant: its format, description or name says so, and the example does not contradict that.
 */
export function isUnixTime({ keywords }: FlatSchema, words: string): boolean {
  const { format, description, examples, default: usual } = keywords;
  const [example = usual] = Array.isArray(examples) ? examples : [];
  if (isSmallNumber(example)) return false;
  if (/^(?:unix|date|epoch|timestamp)/.test(String(format))) return true;
  const said = String(description ?? '').slice(0, 200);
  return !saysSpan.test(said) && (says.test(said) || namesInstant.test(words));
}

/** Copies an example and moves instants so that nothing has expired on the clock. */
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
