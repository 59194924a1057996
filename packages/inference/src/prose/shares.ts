import { boundIn } from './bounds.js';
import { isNounOf } from './phrases.js';
import type { PartReader, Scope, Value } from './scope.js';

/** "The price of the assay, plus 50 percent if the test is urgent". */
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

/** "urgent tests" of a test: that it is urgent. */
export function kindOfOwn(reader: PartReader, text: string, scope: Scope): string | undefined {
  const [, words = '', noun = ''] = /^(?:an? |all |every )?(.+) (\w+)$/.exec(text) ?? [];
  return isNounOf(scope.kind, noun) ? reader.states(words, scope) : undefined;
}

/** "50 percent" of a value, the percentage in a member of it, or an amount. */
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
