import { normalizeName } from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import {
  matchSentences,
  matchWords,
  saysCase,
  saysCaseless,
  searchNames,
  type TextMatch,
} from '../../words/text-matches.js';
import { type KnownMember, namedMembers } from '../member-list.js';
import { findMember, type KnownList, type ListParameter, saysListed, wordsOf } from './list-parameters.js';

/** The condition of a parameter that is a part of a text: `name_like`, or `author` that "matches any part". */
export function textFilter(list: KnownList, parameter: ListParameter): string | undefined {
  const description = parameter.description ?? '';
  const texts = list.members.filter(isFreeText);
  const words = wordsOf(parameter);
  const ofName = matchWords.get(words.at(-1) ?? '') ?? matchWords.get(words.slice(-2).join(''));
  const stem = matchWords.has(words.at(-1) ?? '') ? words.slice(0, -1) : words.slice(0, -2);
  const suffixed = ofName === undefined ? undefined : findMember(texts, stem, list.resource);
  if (ofName !== undefined && suffixed !== undefined) return matching(ofName, [suffixed], true);
  if (saysListed.test(description) || /\bwildcards?\b/i.test(description)) return undefined;
  const said = matchIn(description);
  const ignoresCase =
    saysCaseless.test(description) && !saysCase.test(description.replace(/case[- ]insensitive/gi, ''));
  const own = findMember(texts, words, list.resource);
  if (own !== undefined) {
    const isExact = /\bexact(?:ly)?\b/i.test(description);
    if (said !== undefined && !isExact) return matching(said, [own], ignoresCase);
    return ignoresCase ? `${dot('self', own.name)}.lower() == value.lower()` : undefined;
  }
  if (description.includes('{')) return undefined;
  const isSearch = searchNames.has(normalizeName(parameter.name));
  const sentences = description
    .split(/(?<=[.!?])\s+(?=[A-Z])/)
    .filter((each) => isSearch || matchIn(each) !== undefined);
  const others = texts.filter(({ name }) => !searchNames.has(normalizeName(name)));
  const text = sentences.join(' ');
  const clear = namedMembers(text, others);
  // Before others, a common word is the name of a member, too: "across the Name and Email fields".
  const [first = ''] = clear.length === 0 ? [] : text.split(/,|\band\b|\bor\b/);
  const written = first.trim().split(/\W+/).at(-1);
  const named = others.filter((each) => clear.includes(each) || each.name === written);
  return named.length === 0 || !sentences.every((each) => namesEach(each, named))
    ? undefined
    : matching(said ?? 'contains', named, ignoresCase);
}

function matchIn(text: string): TextMatch | undefined {
  return matchSentences.find(([, sentence]) => sentence.test(text))?.[0];
}

function isFreeText({ schema: { types, keywords } }: KnownMember): boolean {
  const isText = types.length === 1 && types[0] === 'string' && keywords['enum'] === undefined;
  return isText && !/^date|^time|^uuid|^binary|^byte/.test(String(keywords['format'] ?? ''));
}

/** True if each part of an enumeration names a member, so that none is missed: "name, user name or email". */
function namesEach(sentence: string, named: readonly KnownMember[]): boolean {
  const [, ...parts] = sentence.split(/,|\/|\n *[-*] |\band\b|\bor\b/);
  return (
    namedMembers(sentence, named).length === 0 ||
    parts.every(
      (part) =>
        part.trim() === '' ||
        namedMembers(part, named).length > 0 ||
        /\b(?:case|upper|lower|capitals?|small)\b/i.test(part),
    )
  );
}

function matching(match: TextMatch, members: readonly KnownMember[], ignoresCase: boolean): string {
  const all = members.map(({ name }) => dot('self', name));
  if (match === 'contains') return `contains(${all.length === 1 ? all[0] : `[${all.join(', ')}]`}, value)`;
  const call = match === 'prefix' ? 'startsWith' : 'endsWith';
  const each = all.map((one) => (ignoresCase ? `${one}.lower().${call}(value.lower())` : `${one}.${call}(value)`));
  return each.join(' || ');
}
