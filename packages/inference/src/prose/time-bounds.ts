import type { ProseReader } from './prose-reader.js';
import { referredBy, type Scope } from './scope.js';
import { dot, memberIn } from './vocabulary.js';

/** Patterns that compare the current time with a duration before or after a time. */
const forms = [
  ['less than|fewer than|not (?:even )?|within(?: the last)?|in the last|later than|from', '>', '<'],
  ['more than|earlier than|longer than', '<', '>'],
  ['at least|no later than|not later than|no less than|up to|until|at the latest', '<=', '>='],
  ['at most|no more than|no earlier than|not earlier than', '>=', '<='],
].map(
  ([words, before, after]) =>
    [
      new RegExp(
        `(?:,? (?:but |and )?|^)(?:only )?(?:${words}) ((?:\\w+|an?) (?:minute|hour|day|week)s?) (before|after|of|ahead of|past|prior to|from) (.+?)(?=$|, )`,
      ),
      before,
      after,
    ] as const,
);

/** A bound on the current time, and the sentence without it. */
export interface TimeBound {
  readonly condition: string;
  readonly rest: string;
}

/**
 * Reads "less than 24 hours before it starts", "more than 30 days after the purchase date", "until two days before
 * arrival".
 */
export function readTimeBound(reader: ProseReader, text: string, scope: Scope): TimeBound | undefined {
  for (const [form, before, after] of forms) {
    const [whole, span = '', side = '', phrase = ''] = form.exec(text) ?? [];
    const length = whole === undefined ? undefined : reader.value(span.replace(/^an? /, 'one '), scope);
    const time = length?.span === undefined ? undefined : timeOf(reader, phrase, scope);
    if (whole === undefined || length?.span === undefined || time === undefined) continue;
    const isBefore = /^(?:before|ahead|prior)/.test(side);
    const now = time.isDay && length.span === 'days' ? 'date(now)' : 'now';
    const condition = `${now} ${isBefore ? before : after} ${time.expression} ${isBefore ? '-' : '+'} ${length.span}(${length.expression})`;
    return { condition, rest: text.replace(whole, '').trim() };
  }
  return undefined;
}

/** Reads "its start", "arrival", "it starts", "the class begins". */
function timeOf(reader: ProseReader, phrase: string, scope: Scope) {
  const named = reader.value(phrase, scope);
  const [, subject = '', verb = ''] =
    /^(it|they|(?:the|this|its) .+?) (?:is |was |has |has been )?([a-z]+)$/.exec(phrase) ?? [];
  const own = subject === '' ? undefined : reader.one(subject, scope);
  // "A class cannot be booked after it started" refers to the class in the booking.
  const referred = referredBy(scope).filter(({ kind }) => memberIn(kind, verb) !== undefined);
  const isOwn = own !== undefined && memberIn(own.kind, verb) !== undefined;
  const thing = isOwn || own?.expression !== scope.variable || referred.length !== 1 ? own : referred[0];
  const member = named?.member ?? (thing && memberIn(thing.kind, verb));
  const expression = named?.expression ?? (thing && member && dot(thing.expression, member.name));
  const format = String(member?.schema.keywords['format']);
  return expression === undefined || !/^date/.test(format) ? undefined : { expression, isDay: format === 'date' };
}
