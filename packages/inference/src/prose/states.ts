import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { isEndState, saysEnded } from '../words/end-states.js';
import { areSynonyms } from '../words/synonyms.js';

/** The states of a thing, and the nouns that name it. */
export interface StateWords {
  readonly states: readonly string[];
  readonly nouns: readonly string[];
}

const fillers = new Set(
  'a an of the this that these those any all its it they in with is are was were been has have of still already before currently which whose status state statuses states'.split(
    ' ',
  ),
);

/** A pattern for a noun phrase that names the thing. */
export function nounPattern({ nouns }: StateWords): string {
  const all = nouns.flatMap((noun) => [noun, pluralOf(noun)]);
  return `(?:the |this |that |an? |all |its? )?(?:${[...all, 'resource', 'record', 'entity', 'object', 'it', 'they'].join('|')})`;
}

/**
 * Reads the states in a phrase: `draft` in "a draft", "draft orders" and "an order in status draft". Returns undefined
 * if any word of it is neither a state nor a name of the thing.
 */
export function readStates(words: StateWords, phrase: string): string[] | undefined {
  const nouns = new Set(words.nouns.flatMap((noun) => [noun, pluralOf(noun)]).flatMap((noun) => noun.split(' ')));
  const groups = phrase
    .replace(/\bones?\b/g, ' ')
    .split(/,| or | and |\/|\bnor\b/)
    .map((group) => group.split(/[^a-z0-9_-]+/).filter((word) => word !== '' && !fillers.has(word)));
  const found: string[] = [];
  for (const [index, group] of groups.entries()) {
    const bare = group.filter((word) => !nouns.has(word));
    const said = stateOf(words, group) ?? stateOf(words, bare);
    const isGeneral = saysEnded(bare.join(' ')) && normalizeName(said ?? '') !== normalizeName(bare.join(''));
    const state = isGeneral ? undefined : said;
    const ends = isGeneral ? words.states.filter((each) => isEndState(splitWords(each).join(' '))) : [];
    if (state !== undefined) found.push(state);
    else if (ends.length > 0) found.push(...ends);
    else if (group.length > 0 || (index === 0 && groups.length === 1)) return undefined;
  }
  return found.length === 0 ? undefined : [...new Set(found)];
}

function stateOf({ states }: StateWords, group: readonly string[]): string | undefined {
  const named = normalizeName(group.join(''));
  if (named === '') return undefined;
  const spellings = [
    named,
    named.replace(/s$/, ''),
    named.replace('cancelled', 'canceled'),
    named.replace('canceled', 'cancelled'),
  ];
  const fitting = states.filter((state) => spellings.includes(normalizeName(state)));
  const exact =
    fitting.find((state) => normalizeName(state) === named) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (exact !== undefined) return exact;
  const alike = states.filter((state) => areSynonyms(splitWords(state).join(' '), group.join(' ')));
  return alike.length === 1 ? alike[0] : undefined;
}

/** The names of a thing in a text, such as `leave request` and `request` for `leaveRequests`. */
export function nounsOf(names: readonly string[]): string[] {
  const all = names.flatMap((name) => {
    const words = splitWords(name);
    const last = toSingular(words.at(-1) ?? '');
    return [[...words.slice(0, -1), last].join(' '), last];
  });
  return [...new Set(all)].filter((noun) => /^[a-z][a-z ]*$/.test(noun));
}

export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
