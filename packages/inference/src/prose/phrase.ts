import { splitWords, toSingular } from '@understudy/model';
import { spellings } from '../words/spellings.js';

const known = new Map<string, RegExp>();
/** Maximum number of words in a name. */
const mostWords = 30;
const nothing = /(?!)/;

/** Creates a pattern for a name in prose, in singular and plural: `order line`, `orderLines` and `order_line`. */
function patternOf(name: string): RegExp {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = splitWords(name);
  if (words.length > mostWords) return nothing;
  const last = toSingular(words.pop() ?? '');
  const stem = /[^aeiou]y$/.test(last) ? `${escapeWord(last.slice(0, -1))}(?:y|ies)` : `${spellingOf(last)}(?:e?s)?`;
  const pattern = new RegExp(`(?<![A-Za-z0-9])${[...words.map(spellingOf), stem].join('[ _-]?')}(?![A-Za-z0-9])`, 'i');
  if (known.size > 50_000) known.clear();
  known.set(name, pattern);
  return pattern;
}

function spellingOf(word: string): string {
  const other = Object.hasOwn(spellings, word) ? spellings[word] : undefined;
  return other === undefined ? escapeWord(word) : `(?:${other})`;
}

/** Escapes a text for use in a pattern. */
export function escapeWord(word: string): string {
  return word.replace(/[^a-zA-Z0-9_ ]/g, '\\$&');
}

/** True if a sentence contains a name, with or without spaces, in singular or plural. */
export function mentions(sentence: string, name: string): boolean {
  return name !== '' && patternOf(name).test(sentence);
}

/** Returns the text before the first occurrence of a name in a sentence. */
export function textBefore(sentence: string, name: string): string | undefined {
  const found = name === '' ? null : patternOf(name).exec(sentence);
  return found === null ? undefined : sentence.slice(0, found.index);
}
