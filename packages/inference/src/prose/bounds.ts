import { readNumberWord } from '../words/number-words.js';
import { isNumber, numberAt } from './amounts.js';
import { isNounOf } from './phrases.js';
import type { Scope } from './scope.js';
import { dot, memberIn } from './vocabulary.js';

const number = '([\\d.,]+|[a-z]+)';
const unit = '(?: ([a-z_]+(?: [a-z_]+)?))?';
/** Patterns of a bound with its number and unit, and the operator. Some start with a word for the bounded member. */
const forms: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${number}${unit} (?:or|and) (?:more|above|over|longer|later|up|upwards)$`), '>='],
  [
    new RegExp(
      `^(?:at least|from|no fewer than|no less than|a minimum of) ${number}${unit}(?: on| onwards?| upwards?| up)?$`,
    ),
    '>=',
  ],
  [new RegExp(`^(?:more than|over|above|exceeding|longer than|beyond) ${number}${unit}$`), '>'],
  [new RegExp(`^(?:fewer than|less than|under|below|shorter than) ${number}${unit}$`), '<'],
  [new RegExp(`^(?:at most|up to|no more than|a maximum of) ${number}${unit}$`), '<='],
  [new RegExp(`^${number}${unit} (?:or|and) (?:less|fewer|below|shorter|under)$`), '<='],
];

/**
 * Reads a bound of a member, or of the value itself: "Seven nights or more", "fewer than six berths", "bills over
 * 1000".
 */
export function boundIn(said: string, scope: Scope, own?: string): string | undefined {
  const [, noun = '', rest = said] =
    /^(?:an? |all |each |every |the )?([a-z]+) (?:of |with |for |lasting |that last |worth )?((?:at least|at most|more than|fewer than|less than|up to|over|above|under|below|from|exceeding|longer than|shorter than|no |\d|[a-z]+ ).*)$/.exec(
      said,
    ) ?? [];
  const isOwn = noun !== '' && readNumberWord(noun) === undefined && (isNounOf(scope.kind, noun) || isStay(noun));
  for (const text of isOwn ? [rest, said] : [said])
    for (const [form, operator] of forms) {
      const [, count = '', of] = form.exec(text) ?? [];
      const bound = readNumberWord(count);
      if (bound === undefined) continue;
      const member = of === undefined ? undefined : memberIn(scope.kind, of);
      const bounded =
        member !== undefined && isNumber(member) ? numberAt(member, dot(scope.variable, member.name)) : own;
      const isMoney = of === undefined || /^(?:cents?|euros?|dollars?|pounds?)$/.test(of);
      if (bounded !== undefined && (member !== undefined || isMoney)) return `${bounded} ${operator} ${bound}`;
    }
  return undefined;
}

/** Returns whether a word describes a record by its duration: a booking is a stay. */
function isStay(noun: string): boolean {
  return /^(?:stay|period|visit|trip|one|those)s?$/.test(noun);
}
