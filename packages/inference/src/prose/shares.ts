import { fractions, readNumberWord } from '../words/number-words.js';
import { boundIn } from './bounds.js';
import { isNounOf } from './phrases.js';
import type { Many, PartReader, Scope, Value } from './scope.js';

/** Reads a conditional surcharge: "The price of the assay, plus 50 percent if the test is urgent". */
export function conditionalSum(reader: PartReader, text: string, scope: Scope): Value | undefined {
  const [, base = '', sign = '', more = '', cause = ''] =
    /^(.+?),? (plus|minus) (.+?) (?:if|when|while|where|for|in case) (.+)$/.exec(text) ?? [];
  const start = base === '' ? undefined : reader.value(base, scope);
  const condition =
    start &&
    (reader.condition(cause, scope) ?? kindOfOwn(reader, cause, scope) ?? boundIn(cause, scope, start.expression));
  const amount = condition === undefined ? undefined : shareOf(reader, more, start?.expression ?? '', scope);
  if (start === undefined || condition === undefined || amount === undefined) return undefined;
  return { expression: `${start.expression} ${sign === 'plus' ? '+' : '-'} (${condition} ? ${amount} : 0)` };
}

/** Reads "urgent tests" as the condition that the test is urgent. */
function kindOfOwn(reader: PartReader, text: string, scope: Scope): string | undefined {
  const [, words = '', noun = ''] = /^(?:an? |all |every )?(.+) (\w+)$/.exec(text) ?? [];
  return isNounOf(scope.kind, noun) ? reader.states(words, scope) : undefined;
}

/** Reads a share of a value: "50 percent", a member with a percentage, or an amount. */
export function shareOf(reader: PartReader, text: string, base: string, scope: Scope): string | undefined {
  const [, rate = ''] = /^(?:a )?([\d.]+) percent(?: of it)?$/.exec(text) ?? [];
  const number = rate === '' ? undefined : reader.value(rate, scope);
  if (number !== undefined) return `${grouped(base)} * ${number.expression} / 100`;
  const amount = reader.value(text, scope);
  if (amount === undefined || amount.isDate === true) return undefined;
  return /percent|pct/i.test(amount.member?.name ?? '')
    ? `${grouped(base)} * ${amount.expression} / 100`
    : amount.expression;
}

function grouped(expression: string): string {
  return / [-+] /.test(expression) ? `(${expression})` : expression;
}

const perThing =
  /^([\d.]+) percent of (.+?) (?:per|for each|for every) (.+?),? (?:but |and )?(?:at most|no more than|not more than|capped at) ([\d.]+) percent(?: in all| in total)?$/;

/** Reads "5 percent of the price per night, at most 30 percent". */
export function cappedShare(
  reader: PartReader & { countOf(text: string, scope: Scope): string | undefined },
  text: string,
  scope: Scope,
): Value | undefined {
  const [, rate = '', base = '', thing = '', most = ''] = perThing.exec(text) ?? [];
  const [whole, count] = rate === '' ? [] : [reader.value(base, scope), reader.countOf(thing, scope)];
  return whole === undefined || count === undefined
    ? undefined
    : { expression: `${grouped(whole.expression)} * min(${rate} * ${count}, ${most}) / 100` };
}

const counts =
  '(?:makes? up|counts?(?: for| as| with)?|accounts? for|contributes?|weighs?|is weighted(?: with| by| at)?|has a weight of|with|for|at|by|is)';
const weight = new RegExp(
  `^(?:and )?(.+?) (?:${counts} )?((?:[a-z]+ )?[a-z]+|[\\d.]+(?: percent)?)(?: of (?:the|this|its|it)\\b.*)?$`,
);

/**
 * Reads shares that add up to 1: "The test makes up one half of the grade, the talk three tenths, the paper two
 * tenths".
 */
export function weighted(reader: PartReader, text: string, scope: Scope): Value | undefined {
  const parts = text.split(/, (?:and )?| and (?=the )/);
  if (parts.length < 2 || parts.length > 8) return undefined;
  const shares = parts.flatMap((part) => {
    const [, said = '', share = ''] = weight.exec(part) ?? [];
    const value = said === '' ? undefined : reader.value(said, scope);
    const number = shareIn(share);
    return value === undefined || value.isDate === true || number === undefined
      ? []
      : [{ expression: value.expression, number }];
  });
  const whole = shares.reduce((sum, { number }) => sum + number, 0);
  if (shares.length < parts.length || Math.abs(whole - 1) > 1e-9) return undefined;
  return { expression: shares.map(({ expression, number }) => `${expression} * ${number}`).join(' + ') };
}

function shareIn(text: string): number | undefined {
  const [, count = 'one', name = ''] = /^(?:([a-z]+) )?([a-z]+?)s?$/.exec(text) ?? [];
  const divisor = fractions[name] ?? (name === 'halve' ? 2 : undefined);
  const times = count === 'a' ? 1 : readNumberWord(count);
  if (divisor !== undefined && times !== undefined) return times / divisor;
  const number = Number(text.replace(/ percent$/, ''));
  return Number.isNaN(number) || text === '' ? undefined : /percent$/.test(text) ? number / 100 : number;
}

/** Reads "`points` in percent of the total points", "completed jobs in percent of all jobs". */
export function percentOf(
  reader: PartReader & { many(text: string, scope: Scope): Many | undefined },
  text: string,
  scope: Scope,
): Value | undefined {
  const [, part = '', whole = ''] = /^(.+?) (?:in|as a) (?:percent|percentage|%) of (.+)$/.exec(text) ?? [];
  const [own, all] = [part, whole].map((each) => {
    const counted = each === '' ? undefined : reader.many(each.replace(/ ones together$/, ' ones'), scope);
    return reader.value(each, scope)?.expression ?? (counted && `${counted.expression}.size()`);
  });
  return own === undefined || all === undefined ? undefined : { expression: `${own} * 100 / (${all})` };
}
