import { normalizeName, remember } from '@understudy/model';
import { formsOf } from './states.js';
import type { Kind } from './vocabulary.js';

const adverbs =
  /\b(?:at the (?:time|moment) of (?:the|this) (?:call|request)|already|still|ever|currently|at present|at (?:the|this|that) (?:moment|time)|right now|so far|yet|just|anyway|in all|in total|altogether|overall|either|also|again|here|for it|for them|in the meantime|straight away|at the (?:door|gate|entrance|desk|counter|till))\b/g;

/** Words before a noun. */
export const articles = /^(?:the|this|that|these|those|a|an|same|given|respective) /;
/** Words for quantities. */
export const quantifiers =
  /^(?:all(?: of)?|every|each(?: of)?|any(?: of)?|one of|some(?: of)?|at least one(?: of)?|another|other|both|one) /;

const plainNouns = new WeakMap<readonly string[], ReadonlySet<string>>();

/** True if a phrase is a name of a resource, in singular or plural. */
export function isNounOf({ nouns }: Kind, phrase: string): boolean {
  const plain = remember(plainNouns, nouns, () => new Set(nouns.map(normalizeName)));
  return formsOf(nouns).has(phrase) || plain.has(normalizeName(phrase));
}

/** Removes adverbs and repeated spaces from a phrase. */
export function clean(text: string): string {
  return text
    .replace(adverbs, ' ')
    .replace(/ (?:there|before|earlier|by then|then)$/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim()
    .replace(/^,|,$/g, '')
    .trim();
}

const separators = new Map<string, RegExp>();

/** Maximum number of places. More are ambiguous, and the time to read all combinations grows exponentially. */
const mostPlaces = 10;

/** Lists the two sides of each place where a text contains one of the words, or none if there are too many places. */
export function splitsAt(text: string, words: string): (readonly [string, string])[] {
  const separator = remember(separators, words, () => new RegExp(` ${words} `, 'g'));
  const places = [...text.matchAll(separator)];
  if (places.length > mostPlaces) return [];
  return places.map(({ index, 0: found }) => [text.slice(0, index), text.slice(index + found.length)] as const);
}

/** Matches an introduction: "Samples expire" before "90 days after" a time. */
export const introduced =
  /^(?:the |an? |each |every )?[a-z]+(?: [a-z]+)? (?:expires?|ends?|lapses?|falls? due|is due|are due|runs? out|closes?|is valid until) ([a-z0-9]+ (?:seconds?|minutes?|hours?|days?|weeks?) (?:after|before|from) .+)$/;
