import { isObject, joinPointer, type OpenApiDocument } from '@understudy/contract';
import { sentencesOf } from '../../prose/sentences.js';
import { saysKey, saysRefused, saysUnknownKey } from '../../words/access-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

export const acceptedKeys: InferenceRule = {
  id: 'accepted-keys',
  says: 'Keys have the described prefixes. Keys described as read-only can only read.',
  *infer({ document }: Knowledge): Iterable<InferredStatement> {
    const clauses = listClauses(document);
    const found = clauses.flatMap(({ says, from }) =>
      prefixesIn(says).map((prefix) => ({ prefix, name: nameOf(says), canRead: onlyReads(says), says, from })),
    );
    // "A reading key is good for GET and nothing else" names keys without a prefix.
    const readers = clauses.filter(({ says }) => onlyReads(says) && prefixesIn(says).length === 0);
    const names = new Set(readers.flatMap(({ says }) => nameOf(says) ?? []));
    const prefixes = [...new Set(found.map(({ prefix }) => prefix))];
    // The longer prefix wins: "wk_test_" of the test account over "wk_".
    const accepted = prefixes.filter((each) => !prefixes.some((one) => one !== each && one.startsWith(each)));
    const rights = Object.fromEntries(
      accepted.map((prefix) => {
        const own = found.filter((each) => prefix.startsWith(each.prefix));
        return [prefix, own.some(({ canRead, name = '' }) => canRead || names.has(name)) ? 'read' : 'all'];
      }),
    );
    const refusal = findRefusedKeys(document);
    const [first] = found;
    if (first === undefined || (refusal === undefined && !Object.values(rights).includes('read'))) return;
    const says = [first.says, ...(refusal === undefined ? [] : [refusal.says])].join(' ');
    const value = refusal === undefined ? { '': 'all', ...rights } : rights;
    yield { at: '/http/keys', value, reason: { from: first.from, says } };
  },
};

/** Finds the sentence that rejects unknown keys and tokens. */
export function findRefusedKeys(
  document: OpenApiDocument,
): { readonly from: string; readonly says: string } | undefined {
  for (const { text, from } of listTexts(document)) {
    const facts = bindingSentences(text);
    for (const [index, says] of facts.entries())
      if (saysUnknownKey.test(says) && saysRefused.test(says) && saysKey.test(`${facts[index - 1] ?? ''} ${says}`))
        return { from, says };
  }
  return undefined;
}

/** The sentences without hedges. About keys, "can" and "may" are the same. */
function bindingSentences(text: string): string[] {
  return sentencesOf(text).filter((says) => !/\b(?:usually|typically|often|should|might|recommend\w*)\b/i.test(says));
}

/** The texts about the keys of an API. */
function listTexts({ info, components }: OpenApiDocument): { readonly text: string; readonly from: string }[] {
  const schemes = components?.['securitySchemes'];
  return [
    { text: info['description'], from: '/info/description' },
    ...Object.entries(isObject(schemes) ? schemes : {}).map(([name, each]) => ({
      text: isObject(each) ? each['description'] : undefined,
      from: joinPointer('/components/securitySchemes', name),
    })),
  ].flatMap(({ text, from }) => (typeof text === 'string' ? [{ text, from }] : []));
}

/** Splits the texts about keys into table rows and clauses with one prefix. */
function listClauses(document: OpenApiDocument) {
  return listTexts(document).flatMap(({ text, from }) => {
    const lines = text.slice(0, 20_000).split('\n');
    const rows = lines.filter((line) => /^\s*\|/.test(line));
    const others = lines.filter((line) => !/^\s*\|/.test(line)).join('\n');
    const about = bindingSentences(others).filter((says) => saysKey.test(says) || prefixesIn(says).length > 0);
    const parts = about.flatMap((says) => says.split(/; |, | or (?=`)| and (?=(?:[a-z-]+ ){0,6}`\w+[_-])/));
    // The header shows whether a table is about keys.
    const isOfKeys = rows.some((row) => saysKey.test(row));
    return [...(isOfKeys ? rows : []), ...parts].map((says) => ({ says: says.trim(), from }));
  });
}

function prefixesIn(text: string): string[] {
  return [...text.matchAll(/[`"“]([A-Za-z][\w-]{0,30}[_-])(?:…|\.{3}|\*|x{3,}|<[^>]+>)?[`"”]/g)].map(
    ([, prefix = '']) => prefix,
  );
}

/** The name of a kind of key: `reading` in "reading keys with". */
function nameOf(text: string): string | undefined {
  const [, name = ''] = /\b([\w-]+) (?:keys?|tokens?)\b/i.exec(text) ?? [];
  return /^(?:an?|the|every|any|all|your|each|that|of|api|no|other|another|two|three|with|new|test|live|access|bearer)?$/i.test(
    name,
  )
    ? undefined
    : name.toLowerCase();
}

/** "Good for `GET` and nothing else", "may only read", "read-only". */
function onlyReads(text: string): boolean {
  const reads = /\bread(?:s|ing|ers?|-?only)?\b|\bviews?\b|\bGET\b/i;
  const writes =
    /\b(?:and|or) writ|\breads? and|\beverything\b(?! else)|\ball (?:operations|methods|calls)\b|\bfull access\b/i;
  const cannot = /\b(?:can(?:not|'t)|may not|must not|never) (?:write|change|create|modify)/i;
  return (reads.test(text) && !writes.test(text)) || cannot.test(text);
}
