import { isObject } from '@understudy/contract';
import { type FlatSchema, normalizeName } from '@understudy/model';

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
    const day = dayFormOf(keywords, example);
    if (day !== undefined) return inDayForm(day, at);
    if (format === undefined && typeof example === 'string' && !/\d/.test(example)) return undefined;
    return format === undefined || format === 'date-time' ? inFormOf(example, at) : undefined;
  }
  if (!types.includes('integer') && !types.includes('number')) return undefined;
  if (isSmall(example)) return undefined;
  const isFine = /ms$|millis/.test(name) || (typeof example === 'number' && example > 1e11);
  return isFine ? at.getTime() : Math.floor(at.getTime() / second);
}

/** Numbers that are no instant: in seconds, they are before 1973. */
function isSmall(example: unknown): boolean {
  return typeof example === 'number' && example < 1e8;
}

const says =
  /timestamp|unix ?time|\bepoch\b|seconds since|(?:date|time|instant) (?:and time )?(?:when|at which|of)\b|\bwhen\b/i;
const saysSpan = /milliseconds (?:to|for)|duration|interval|how (?:long|many)|number of/i;
const events =
  'created?|creation|updated?|modified|modification|started?|ends?|ended|begins?|expiry|expires?|expiration|published|deleted|cancell?ed|completed|finished|due|event|sent|received';
const namesInstant = new RegExp(
  `^(?:created|updated|modified)$|(?:^| )(?:timestamp|epoch)$|. at$|ed on$|(?:^| )(?:${events}) (?:time|date|datetime)$`,
);

/** Whether a number is an instant: its format, description or name says so, and its example is not another number. */
export function isUnixTime({ keywords }: FlatSchema, words: string): boolean {
  const { format, description, examples, default: usual } = keywords;
  const [example = usual] = Array.isArray(examples) ? examples : [];
  if (isSmall(example)) return false;
  if (/^(?:unix|date|epoch|timestamp)/.test(String(format))) return true;
  const said = String(description ?? '').slice(0, 200);
  return !saysSpan.test(said) && (says.test(said) || namesInstant.test(words));
}

/** Days as descriptions write their form. */
const dayForm = /(?<![a-z])(?:YY(?:YY)?([-/.]?)MM\1DD|(?:MM([-/.]?)DD\2|DD([-/.]?)MM\3)YY(?:YY)?)(?![a-z]|['T ]*HH)/i;

/** Returns the form of a day that the example, the format or the description names. */
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
