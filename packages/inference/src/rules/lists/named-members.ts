import { normalizeName, toSingular } from '@understudy/model';
import { areSynonyms } from '../../words/synonyms.js';
import { type KnownMember, namedMembers } from '../member-list.js';
import { stemOf } from './list-parameters.js';

/** Endings of a verb or noun that do not change what it names. */
const endings = '(?:e?s|e?d|ing)?';

/** The one member whose verb or noun a text has: "ordered on or after" names `orderDate`. */
export function memberByVerb(
  text: string,
  members: readonly KnownMember[],
  resourceWord: string,
): KnownMember | undefined {
  const named = namedMembers(text, members);
  if (named.length === 1) return named[0];
  const own = toSingular(normalizeName(resourceWord));
  const found = members.filter(({ name }) => patternOf(name).test(text));
  const others = found.filter(({ name }) => rootOf(name) !== own);
  if (found.length === 0) return bySynonym(text, members);
  return found.length === 1 ? found[0] : others.length === 1 ? others[0] : undefined;
}

/** "came in" names `receivedOn`. */
function bySynonym(text: string, members: readonly KnownMember[]): KnownMember | undefined {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const phrases = words.flatMap((word, index) => [word, `${word} ${words[index + 1] ?? ''}`]);
  const found = members.filter(({ name }) =>
    phrases.some((phrase) => stemOf(name).length > 3 && areSynonyms(stemOf(name), phrase)),
  );
  return found.length === 1 ? found[0] : undefined;
}

function rootOf(name: string): string {
  return stemOf(name).replace(/(?<=\w{3})(?:ed|s|d)$/, '');
}

function patternOf(name: string): RegExp {
  const root = rootOf(name);
  return root.length < 3 ? /$^/ : new RegExp(`\\b${root}${endings}\\b`, 'i');
}
