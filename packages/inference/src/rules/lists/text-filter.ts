import { normalizeName } from '@understudy/model';
import { matchSentences, matchWords, searchNames, type TextMatch } from '../../words/text-matches.js';
import type { KnownMember } from '../member-list.js';
import { findMember, type KnownList, type ListParameter, selfDot, wordsOf } from './list-parameters.js';
import { namedMembers } from './named-members.js';

/** The condition of a parameter that is a part of a text: `name_like`, or `author` that "matches any part". */
export function textFilter(list: KnownList, parameter: ListParameter): string | undefined {
  const description = parameter.description ?? '';
  const texts = list.members.filter(({ schema }) => schema.types.length === 1 && schema.types[0] === 'string');
  const words = wordsOf(parameter);
  const ofName = matchWords.get(words.at(-1) ?? '') ?? matchWords.get(words.slice(-2).join(''));
  const stem = matchWords.has(words.at(-1) ?? '') ? words.slice(0, -1) : words.slice(0, -2);
  const suffixed = ofName === undefined ? undefined : findMember(texts, stem, list.resource);
  if (ofName !== undefined && suffixed !== undefined) return matching(ofName, [suffixed], true);
  const said = matchSentences.find(([, sentence]) => sentence.test(description))?.[0];
  const ignoresCase =
    /\bcase\b/i.test(description) && !/\bcase[- ]sensitive\b/i.test(description.replace(/case[- ]insensitive/gi, ''));
  const own = findMember(texts, words, list.resource);
  if (own !== undefined) {
    const isExact = /\bexact(?:ly)?\b/i.test(description);
    return said === undefined || isExact ? undefined : matching(said, [own], ignoresCase);
  }
  if (!searchNames.has(normalizeName(parameter.name))) return undefined;
  const named = namedMembers(description, texts);
  return named.length === 0 ? undefined : matching(said ?? 'contains', named, ignoresCase);
}

function matching(match: TextMatch, members: readonly KnownMember[], ignoresCase: boolean): string {
  const all = members.map(({ name }) => selfDot(name));
  if (match === 'contains') return `contains(${all.length === 1 ? all[0] : `[${all.join(', ')}]`}, value)`;
  const call = match === 'prefix' ? 'startsWith' : 'endsWith';
  const each = all.map((one) => (ignoresCase ? `${one}.lower().${call}(value.lower())` : `${one}.${call}(value)`));
  return each.join(' || ');
}
