import { isObject, joinPointer, type OpenApiDocument } from '@understudy/contract';
import { sentencesOf } from '../../prose/sentences.js';
import { readTables } from '../../prose/tables.js';
import { saysKey, saysRefused, saysUnknownKey } from '../../words/access-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { accountsOf } from './find-sign-in.js';
import { findNamedKeys, keyAccounts, type NamedKeys } from './named-keys.js';

export const acceptedKeys: InferenceRule = {
  id: 'accepted-keys',
  says: 'Keys have the described prefixes. Keys described as read-only can only read.',
  *infer({ document, plan }: Knowledge): Iterable<InferredStatement> {
    const users = accountsOf(plan);
    const named = users === undefined ? undefined : findNamedKeys(document);
    if (users?.name === keyAccounts && named !== undefined) yield* statementsOfKeys(document, named);
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

/** The keys that a description names are users of the API. It can exclude others. */
function* statementsOfKeys(document: OpenApiDocument, { member, keys }: NamedKeys): Iterable<InferredStatement> {
  const refusal = findRefusedKeys(document);
  const reason = { from: '/info/description', says: keys.map(({ key, says }) => `${key} ${says}`).join(' ') };
  const first = keys.map(({ key, value }) => ({ key, [member]: value }));
  yield { at: joinPointer('/seeds', keyAccounts), value: { count: keys.length, first }, reason };
  yield { at: '/login', value: { as: keyAccounts, member: 'key' }, reason };
  const all = Object.fromEntries(keys.map(({ key }) => [key, 'all']));
  yield { at: '/http/keys', value: refusal === undefined ? { '': 'all', ...all } : all, reason };
}

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
    const { tables, rest } = readTables(text.slice(0, 20_000));
    const about = bindingSentences(rest).filter(
      (says) =>
        saysKey.test(says) || (prefixesIn(says).length > 0 && !/\b(?:ids?|identifiers?|records?)\b/i.test(says)),
    );
    const parts = about.flatMap((says) => says.split(/; |, | or (?=`)| and (?=(?:[a-z-]+ ){0,6}`\w+[_-])/));
    const rows = tables.flatMap((table) => {
      const lines = [table.heads, ...table.rows].map((cells) => cells.join(' | '));
      return lines.some((line) => saysKey.test(line)) ? lines : [];
    });
    return [...rows, ...parts].map((says) => ({ says: says.trim(), from }));
  });
}

function prefixesIn(text: string): string[] {
  return [...text.matchAll(/[`"“]([A-Za-z][\w-]{0,30}[_-])(?:…|\.{3}|\*|x{3,}|<[^>]+>)?[`"”]/g)].map(
    ([, prefix = '']) => prefix,
  );
}

/** The name of a kind of key: `reading` in "reading keys with". */
function nameOf(text: string): string | undefined {
  const [, name = ''] = /(?<![\w-])([\w-]+) (?:keys?|tokens?)\b/i.exec(text) ?? [];
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
