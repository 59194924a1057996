import { normalizeName, rememberSome, splitWords, toSingular } from '@understudy/model';
import { abbreviations, units } from '../words/member-words.js';
import { rootOfPhrase } from '../words/synonyms.js';

/** Returns the words of a text without articles and with abbreviations expanded. */
export function plainWords(text: string): readonly string[] {
  const all = splitWords(text).map((word) => abbreviations[word] ?? word);
  return all.filter((word) => !['the', 'a', 'an', 'of', 'its'].includes(word));
}

/** Removes the unit or type of a value at the end: `due` for `due_on` and for "due date". */
export function stem(words: readonly string[]): string {
  let left = words;
  while (left.length > 1 && units.has(left.at(-1) ?? '')) left = left.slice(0, -1);
  return left.map(toSingular).join('');
}

/** The words of a member name, which are parsed once. */
export interface MemberWords {
  readonly plain: string;
  readonly words: readonly string[];
  readonly stem: string;
  /** Without its first word. */
  readonly stemOfRest: string;
  readonly root: string;
}

const memberWords = new Map<string, MemberWords>();

export function wordsOfMember({ name }: { readonly name: string }): MemberWords {
  return rememberSome(memberWords, name, 20_000, readName);
}

/** Returns the words before "per": "The rate" is `rate_per_km`. */
function beforePer(words: readonly string[]): readonly string[] {
  const at = words.indexOf('per');
  return at > 0 ? words.slice(0, at) : words;
}

function readName(name: string): MemberWords {
  const words = plainWords(name);
  return {
    ...{ plain: normalizeName(name), words, stem: stem(beforePer(words)), stemOfRest: stem(words.slice(1)) },
    root: rootOfPhrase(words.filter((word) => !units.has(word)).join(' ')),
  };
}
