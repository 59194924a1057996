import { joinPointer } from '@understudy/contract';
import { factsOf } from '../../prose/sentences.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

/** Words of a sentence about the prefixes of ids. */
const aboutIds =
  /\b(?:ids?|identifiers?)\b.{0,200}\b(?:prefix(?:es|ed)?|begins?|starts?|starting)\b|\bprefix(?:es)? of (?:the |an? |all )?(?:ids?|identifiers?)\b/i;
const listed = /`([a-z][a-z0-9]{0,9}[_-])(?:…|\.{3}|\w*)`/gi;

/** Infers the prefixes of ids from the list in the description: "Ids have a prefix (`mem_`, `pln_`)". */
export const keyPrefixes: InferenceRule = {
  id: 'key-prefixes',
  says: 'A new id has the prefix of the description whose letters the name of the resource has in this order',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { schemas } = known.plan;
    for (const says of factsOf(known.document.info.description)) {
      const prefixes = aboutIds.test(says)
        ? [...new Set([...says.matchAll(listed)].map(([, prefix = '']) => prefix))]
        : [];
      if (prefixes.length < 2) continue;
      for (const [name, { resource, nouns }] of vocabularyOf(known).kinds) {
        if (resource?.key === undefined || resource.writable.has(resource.key)) continue;
        const { types, keywords } = schemas.chosen(schemas.member(resource.schema, resource.key));
        const isFree = types[0] === 'string' && keywords['pattern'] === undefined && keywords['format'] === undefined;
        const fitting = prefixes.filter((prefix) => nouns.some((noun) => abbreviates(prefix, noun)));
        const [prefix, another] = fitting;
        if (!isFree || prefix === undefined || another !== undefined) continue;
        const at = joinPointer('/resources', name, 'key', 'form');
        yield { at, value: `${prefix}{14}`, reason: { from: '/info/description', says } };
      }
    }
  },
};

/** `pln_` abbreviates "plan": same first letter, and the noun has all its letters in this order. */
function abbreviates(prefix: string, noun: string): boolean {
  const [letters, all] = [prefix.toLowerCase().replace(/[^a-z]/g, ''), noun.replace(/[^a-z]/g, '')];
  let from = 0;
  for (const letter of letters) {
    const at = all.indexOf(letter, from);
    if (at < 0 || (from === 0 && at > 0)) return false;
    from = at + 1;
  }
  return true;
}
