import { normalizeName, type Resource, toSingular } from '@understudy/model';
import { textBefore } from '../../prose/phrase.js';
import { saysTaken, saysUnique } from '../../words/unique-values.js';
import type { KnownMember } from '../member-list.js';
import { wordOf } from './find-target.js';

/** A member is named after one of these words, in quotes, or first. */
const introduces = /(?:^|\b(?:this|that|the|same|given|an?|its|with|or|and|of|another)|[`'",(])\s*$/i;

/** A code with its status. */
const coded = /4\d\d[,:]? `\w+`|`\w+`,? \(?4\d\d/g;

const inPlace =
  /\b(?:in|within|for|under|per|inside)\s+(?:(?:the|this|that|a|an|each|same|its|your|given)\s+)*([a-z_]+)/gi;

/** Lists the unique members of a sentence about a refused creation. */
export function listTaken(
  resources: ReadonlyMap<string, Resource>,
  own: Resource,
  members: readonly KnownMember[],
  says: string,
): (readonly string[])[] {
  if ((!saysTaken.test(says) && !saysUnique.test(says)) || isPartial(resources, own, says)) return [];
  const named = members
    .map(({ name }) => name)
    .filter((name) => {
      const before = textBefore(says, name);
      const last = before?.trim().split(/\W+/).at(-1) ?? '';
      const isOwn = toSingular(last.toLowerCase()) === toSingular(wordOf(own).toLowerCase());
      return (
        normalizeName(name) !== normalizeName(wordOf(own)) && before !== undefined && (isOwn || introduces.test(before))
      );
    });
  const quoted = [...says.replace(coded, '').matchAll(/`(\w+)`(?!\s?[:)-])/g)].map(([, name = '']) => name);
  if (named.length === 0 || quoted.some((name) => !named.includes(name))) return [];
  if (named.length === 1 || /\bor\b/.test(says)) return named.map((name) => [name]);
  return /\b(?:and|combination|pair)\b/.test(says) ? [named] : [];
}

/** True if values are unique among some records only: those below a parent that the path does not name. */
function isPartial(resources: ReadonlyMap<string, Resource>, own: Resource, says: string): boolean {
  const parent = resources.get(own.parent ?? '');
  return [...says.matchAll(inPlace)].some(([, word = '']) => {
    const plain = normalizeName(word).replace(/s$/, '');
    const isThing = [...resources.values()].some(
      (each) => each !== own && each !== parent && normalizeName(wordOf(each)).replace(/s$/, '') === plain,
    );
    return plain === 'parent' || isThing;
  });
}
