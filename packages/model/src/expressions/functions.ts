import { isObject, matchesPattern, parseDuration, queryJson } from '@understudy/contract';
import { dayInZone } from '../schema/day-in-zone.js';
import { arithmetic, compare, isEqual, roundDecimal, Span, toInstant } from './arithmetic.js';
import { type ExpressionContext, readValue, takeSteps } from './expression-context.js';
import { cutPage, sortedBy } from './list-parts.js';
import { formatInstant, hasTextForm, readClaims, typeOfValue } from './text-forms.js';

type Function = (context: ExpressionContext, parameters: readonly unknown[]) => unknown;

/** A function for expressions, called as `name(a, b)`, or also as `a.name(b)` if `isMethod`. */
export interface ExpressionFunction {
  readonly call: Function;
  readonly isMethod?: boolean;
  /** The minimum and maximum number of parameters, including the object of a method. */
  readonly parameters: readonly [least: number, most: number];
  readonly says: string;
}

const day = 86_400_000;
/** Maximum number of evaluation steps for one JSONPath. */
const jsonPathSteps = 20_000;
const spans: Readonly<Record<string, number>> = { days: day, hours: 3_600_000, minutes: 60_000, seconds: 1000 };

function listOf(context: ExpressionContext, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  takeSteps(context, value.length);
  return value;
}

function numbersOf(context: ExpressionContext, value: unknown): number[] {
  return listOf(context, value).filter((each) => typeof each === 'number');
}

function addUp(context: ExpressionContext, value: unknown): unknown {
  return numbersOf(context, value).reduce<unknown>((sum, each) => arithmetic['+']?.(sum, each), 0);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** True if a string within a value contains the given text, ignoring case. */
function mentions(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (typeof value === 'number') return String(value).includes(wanted);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => mentions(each, wanted));
}

function extreme(context: ExpressionContext, parameters: readonly unknown[], sign: 1 | -1): unknown {
  const [first] = parameters;
  const values = parameters.length === 1 ? listOf(context, first) : parameters;
  let best: unknown = null;
  for (const each of values) {
    if (each === null || each === undefined) continue;
    if (best === null || sign * (compare(each, best) ?? 0) > 0) best = each;
  }
  return best;
}

function method(parameters: ExpressionFunction['parameters'], says: string, call: Function): ExpressionFunction {
  return { isMethod: true, parameters, says, call };
}

function plain(parameters: ExpressionFunction['parameters'], says: string, call: Function): ExpressionFunction {
  return { parameters, says, call };
}

const resource = (name: unknown) => String(name);

/** The functions for expressions by name, in addition to the CEL macros `has`, `map`, `filter`, `exists` and `all`. */
export const expressionFunctions: Readonly<Record<string, ExpressionFunction>> = {
  find: plain([2, 2], 'The record of a resource with a key, or null', ({ records }, [name, key]) =>
    records.find(resource(name), key),
  ),
  of: plain([1, 2], 'The records of a resource that refer to self, or to another record', (context, [name, record]) =>
    context.records.of(resource(name), record === undefined ? readValue(context, 'self') : record),
  ),
  others: plain([1, 1], 'The records of a resource other than self', (context, [name]) =>
    context.records.others(resource(name), readValue(context, 'self')),
  ),
  all: plain([1, 1], 'All records of a resource', ({ records }, [name]) => records.all(resource(name))),
  next: plain([1, 1], 'The next value of a form', ({ records }, [form]) => records.next(textOf(form))),
  meta: plain([1, 1], 'What is known of a value that earlier requests mentioned, or null', ({ records }, [value]) =>
    records.meta(value),
  ),
  remembered: plain(
    [1, 1],
    'What is known of the values first at places such as createOrder answer.id, the oldest first',
    (context, [places]) => listOf(context, context.records.remembered(listOf(context, places).map(textOf))),
  ),
  like: plain(
    [2, 2],
    'A generated value in the form of an example: the same for the same seed',
    ({ records }, [example, seed]) => records.like(example, textOf(seed)),
  ),
  type: plain([1, 1], 'string, int, double, bool, list, map or null', (_context, [value]) => typeOfValue(value)),
  looksLike: plain(
    [2, 2],
    'Whether a text has a form: empty, digits, uuid, token, date, instant, address or long',
    (_context, [value, form]) => hasTextForm(value, textOf(form)),
  ),
  claims: plain([1, 1], 'The claims of a signed token, or null', (_context, [token]) => readClaims(token)),
  instant: plain(
    [1, 2],
    'An instant as text: in RFC 3339, or as seconds, milliseconds, date or whole (without a fraction)',
    (_context, [value, form]) => {
      const at = toInstant(value);
      return at === undefined ? null : formatInstant(at, textOf(form));
    },
  ),
  reverse: method([1, 1], 'A list from its end to its start', (context, [list]) =>
    [...listOf(context, list)].reverse(),
  ),
  sorted: method(
    [2, 3],
    'A list in the order of the member that a text names, with - for descending; as it is without a text',
    (context, [list, order, around]) => sortedBy(listOf(context, list), textOf(order), textOf(around)),
  ),
  cut: method(
    [2, 2],
    'A page of a list: { size, page, offset, most }, with the size of a page without size as most',
    (context, [list, page]) => cutPage(listOf(context, list), page),
  ),
  transitions: plain([1, 1], 'The transitions that are allowed now', ({ records }, [record]) =>
    records.transitions(record),
  ),
  round: plain([1, 2], 'Rounds a number half away from zero', (_context, [value, digits]) =>
    roundDecimal(value, digits),
  ),
  floor: plain([1, 1], 'The whole number below', (_context, [value]) =>
    typeof value === 'number' ? Math.floor(value) : null,
  ),
  ceil: plain([1, 1], 'The whole number above', (_context, [value]) =>
    typeof value === 'number' ? Math.ceil(value) : null,
  ),
  abs: plain([1, 1], 'The number without its sign', (_context, [value]) =>
    typeof value === 'number' ? Math.abs(value) : null,
  ),
  min: method([1, 16], 'The smallest of values or of a list', (context, given) => extreme(context, given, -1)),
  max: method([1, 16], 'The largest of values or of a list', (context, given) => extreme(context, given, 1)),
  sum: method([1, 1], 'The sum of a list', (context, [list]) => addUp(context, list)),
  avg: method([1, 1], 'The mean of a list, or null if it is empty', (context, [list]) => {
    const numbers = numbersOf(context, list);
    return numbers.length === 0 ? null : (arithmetic['/']?.(addUp(context, numbers), numbers.length) ?? null);
  }),
  size: method([1, 1], 'The number of items or characters', (_context, [value]) => {
    if (typeof value === 'string' || Array.isArray(value)) return value.length;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  }),
  first: method([1, 1], 'The first item of a list, or null', (_context, [list]) =>
    Array.isArray(list) ? (list[0] ?? null) : null,
  ),
  last: method([1, 1], 'The last item of a list, or null', (_context, [list]) =>
    Array.isArray(list) ? (list.at(-1) ?? null) : null,
  ),
  repeated: method(
    [2, 2],
    'The items of a list, each as often as its member with a name says, at most 1000',
    (context, [list, name]) =>
      listOf(context, list).flatMap((item) => {
        const count = Number(isObject(item) ? (item[textOf(name)] ?? 0) : 0);
        takeSteps(context, count > 0 ? count : 0);
        return Array.from({ length: Math.min(1000, Math.max(0, Math.floor(count) || 0)) }, () => item);
      }),
  ),
  distinct: method([1, 1], 'The items of a list without duplicates', (context, [list]) => {
    const found: unknown[] = [];
    for (const each of listOf(context, list)) {
      takeSteps(context, found.length);
      if (!found.some((known) => isEqual(known, each))) found.push(each);
    }
    return found;
  }),
  join: method([1, 2], 'The texts of a list with a separator', (context, [list, separator]) =>
    listOf(context, list).map(textOf).join(textOf(separator)),
  ),
  split: method([2, 2], 'The parts of a text', (_context, [text, separator]) =>
    text === null || text === undefined ? [] : textOf(text).split(textOf(separator)),
  ),
  contains: method(
    [2, 2],
    'Whether texts, or a list of texts, contain a text in any case',
    (_context, [value, wanted]) => mentions(value, textOf(wanted).toLowerCase()),
  ),
  startsWith: method(
    [2, 2],
    'Whether a text starts with another',
    (_context, [text, start]) => typeof text === 'string' && text.startsWith(textOf(start)),
  ),
  endsWith: method(
    [2, 2],
    'Whether a text ends with another',
    (_context, [text, end]) => typeof text === 'string' && text.endsWith(textOf(end)),
  ),
  matches: method(
    [2, 3],
    'Whether a text, or one of a list, has a match of a regular expression with flags such as i',
    (context, [value, pattern, flags]) =>
      [value].flat().some((each) => {
        if (each === null || each === undefined) return false;
        takeSteps(context, 1 + textOf(each).length / 64);
        return matchesPattern(textOf(pattern), textOf(each), textOf(flags));
      }),
  ),
  jsonPath: plain([2, 2], 'The values that a JSONPath selects', (context, [value, path]) => {
    takeSteps(context, jsonPathSteps);
    return queryJson(textOf(path), value, jsonPathSteps).map((found) => found.value);
  }),
  lower: method([1, 1], 'A text in lower case', (_context, [text]) =>
    typeof text === 'string' ? text.toLowerCase() : null,
  ),
  upper: method([1, 1], 'A text in upper case', (_context, [text]) =>
    typeof text === 'string' ? text.toUpperCase() : null,
  ),
  trim: method([1, 1], 'A text without spaces around it', (_context, [text]) =>
    typeof text === 'string' ? text.trim() : null,
  ),
  slug: method([1, 1], 'A text for addresses: lower case with hyphens', (_context, [text]) =>
    typeof text === 'string'
      ? text
          .normalize('NFKD')
          .replace(/[\u0300-\u036f]/g, '')
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '')
      : null,
  ),
  string: plain([1, 1], 'A value as text', (_context, [value]) => textOf(value)),
  int: plain([1, 1], 'A value as a whole number', (_context, [value]) => {
    const number = Number(value ?? Number.NaN);
    return Number.isFinite(number) ? Math.trunc(number) : null;
  }),
  double: plain([1, 1], 'A value as a number', (_context, [value]) => {
    const number = Number(value ?? Number.NaN);
    return Number.isFinite(number) ? number : null;
  }),
  date: plain([1, 1], 'The day of an instant, as YYYY-MM-DD', ({ zone }, [value]) => {
    const instant = toInstant(value);
    // A date is the same in every time zone.
    if (typeof value === 'string' && value.length === 10) return value;
    return instant === undefined ? null : dayInZone(new Date(instant), zone);
  }),
  weekdays: plain(
    [2, 2],
    'The number of Mondays to Fridays from one day to another, both included',
    (_context, [from, to]) => {
      const [first, last] = [toInstant(from), toInstant(to)];
      if (first === undefined || last === undefined || last < first) return 0;
      const [start, length] = [new Date(first).getUTCDay(), Math.floor((last - first) / day) + 1];
      const rest = Array.from({ length: length % 7 }, (_each, index) => (start + index) % 7);
      return Math.floor(length / 7) * 5 + rest.filter((each) => each !== 0 && each !== 6).length;
    },
  ),
  years: plain([2, 2], 'The full years from one day to another', (_context, [from, to]) => {
    const [first, last] = [toInstant(from), toInstant(to)];
    if (first === undefined || last === undefined) return null;
    // Written as numbers such as 20260131, dates differ by 10,000 per full year.
    const [start, end] = [first, last].map((at) => Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', '')));
    return Math.floor(((end ?? 0) - (start ?? 0)) / 10_000);
  }),
  timestamp: plain([1, 1], 'The instant of a text or a Unix time', (_context, [value]) => {
    const instant = toInstant(value);
    return instant === undefined ? null : new Date(instant);
  }),
  duration: plain([1, 1], 'A span: PT1H, P2D, 90m or 3600s', (_context, [text]) => toSpan(textOf(text))),
  ...Object.fromEntries(
    Object.entries(spans).map(([name, length]) => [
      name,
      plain([1, 1], `A span of ${name}, or the number of ${name} in a span`, (_context, [value]) =>
        value instanceof Span
          ? Math.floor(value.milliseconds / length)
          : typeof value === 'number'
            ? new Span(value * length)
            : null,
      ),
    ]),
  ),
};

function toSpan(text: string): Span | null {
  if (text.startsWith('P')) {
    try {
      return new Span(parseDuration(text));
    } catch {
      return null;
    }
  }
  const [, amount, unit = ''] = /^(-?\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const length = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: day }[unit];
  return amount === undefined || length === undefined ? null : new Span(Number(amount) * length);
}
