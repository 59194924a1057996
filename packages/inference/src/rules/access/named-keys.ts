import { isObject, type OpenApiDocument } from '@understudy/contract';
import { normalizeName, type Resource } from '@understudy/model';
import { mentions } from '../../prose/phrase.js';
import { readTables } from '../../prose/tables.js';
import { saysKey } from '../../words/access-words.js';
import { accountsShape } from './find-sign-in.js';

/** The keys in a list or a table of the description, and their different members, such as a role. */
export interface NamedKeys {
  readonly member: string;
  readonly keys: readonly { readonly key: string; readonly value: string; readonly says: string }[];
}

const isKey = /^(?=.*[_-])(?!x-)[a-z][\w.-]{6,}[a-z\d]$/i;

/** Finds the keys in the texts about an API, if each has a role, or if some can only read. */
export function findNamedKeys({ info, components }: OpenApiDocument): NamedKeys | undefined {
  const schemes = components?.['securitySchemes'];
  const texts = [info, ...Object.values(isObject(schemes) ? schemes : {})].map((each: unknown) =>
    isObject(each) ? String(each['description'] ?? '') : '',
  );
  for (const [index, text] of texts.entries())
    for (const part of text.slice(0, 50_000).split(/\n(?=#)/)) {
      // The text about a security scheme is about keys.
      const section = index === 0 ? part : `Keys: ${part}`;
      if (!saysKey.test(section)) continue;
      const found = keysInTables(section) ?? keysInList(section) ?? keysInSentences(section);
      if (found !== undefined && new Set(found.keys.map(({ value }) => value)).size > 1) return found;
    }
  return undefined;
}

/** A table with a column of keys, and the first other one. */
function keysInTables(section: string): NamedKeys | undefined {
  for (const { heads, rows } of readTables(section).tables) {
    const at = heads.findIndex((head) => saysKey.test(head));
    const roles = rows.map((row) => row.map((cell) => plain(cell).replace(/^(?:an?|the|our|your|any) /i, '')));
    const other = heads.findIndex(
      (head, index) =>
        index !== at &&
        /role|scope|desk|right|group|access|may|who|user|holder|owner|for/i.test(head) &&
        roles.every((row) => /^[\w-]+(?: [\w-]+){0,2}$/.test(row[index] ?? '')),
    );
    const keys = rows.map((row, index) => {
      return { key: plain(row[at]), value: roles[index]?.[other] ?? '', says: row.join(' | ') };
    });
    if (at >= 0 && other >= 0 && keys.length > 0 && keys.every(({ key }) => isKey.test(key)))
      return { member: normalizeName(heads[other] ?? '').replace(/s$/, '') || 'role', keys };
  }
  return undefined;
}

/** "- `key_1` (desk `officer`) may ...", "- `key_2`: read-only". */
function keysInList(section: string): NamedKeys | undefined {
  const items = section.split(/\n[ \t]*(?:[*+-]|\d+\.) /).slice(1);
  const found = items.flatMap((item) => {
    const [, key = '', rest = ''] = /^`([^`\s]+)`([\s\S]*?)(?:\n\s*\n|$)/.exec(item) ?? [];
    return isKey.test(key) ? [{ key, says: rest.replace(/\s+/g, ' ').trim() }] : [];
  });
  const named = found.map((each) => ({ ...each, role: /\(?\b([a-z]+) `([\w-]+)`/i.exec(each.says) }));
  const [first] = named;
  if (first?.role && named.every(({ role }) => role?.[1] === first.role?.[1]))
    return {
      member: first.role[1] ?? 'role',
      keys: named.map(({ role, ...each }) => ({ ...each, value: role?.[2] ?? '' })),
    };
  const held = found.map((each) => ({ ...each, value: holder.exec(each.says)?.[1]?.toLowerCase() ?? '' }));
  if (
    held.length > 1 &&
    held.every(({ value }) => value !== '') &&
    new Set(held.map(({ value }) => value)).size === held.length
  )
    return { member: 'role', keys: held };
  const roles = found.map(({ key, says }) => ({ key, says, value: key.split(/[_-]/).at(-1) ?? '' }));
  const prefixes = new Set(roles.map(({ key, value }) => key.slice(0, -value.length)));
  const isNamed =
    roles.filter(({ value, says }) => value.length > 2 && mentions(says, value)).length * 2 > roles.length;
  // `key-office`: "the office, which may do everything"
  if (prefixes.size === 1 && isNamed && roles.every(({ value }) => /^[a-z]{3,}$/.test(value)))
    return { member: 'role', keys: roles };
  const keys = found.map((each) => ({
    ...each,
    value: /\bread(?:s|ing)?[- ]only\b|\bonly reads?\b/i.test(each.says) ? readOnly : 'full',
  }));
  return keys.length > 0 ? { member: 'access', keys } : undefined;
}

/** "The key `key-a` belongs to a buyer and `key-b` to a clerk", "A buyer uses `key-a`, a clerk `key-b`". */
function keysInSentences(section: string): NamedKeys | undefined {
  const text = section.replace(/\s+/g, ' ').replace(/`([a-z]{3,30})`/gi, '$1');
  const [before = '', ...parts] = text.split(/`([^`\s]{3,60})`/);
  const mentioned = parts.flatMap((key, index) => {
    if (index % 2 === 1 || !isKey.test(key)) return [];
    const [earlier = '', after = ''] = [index === 0 ? before : parts[index - 1], parts[index + 1]];
    if (beforeCode.test(earlier)) return [];
    const value = (holder.exec(after) ?? laterHolder.exec(after) ?? user.exec(earlier))?.[1]?.toLowerCase() ?? '';
    const [lead] = /[^.,;]*$/.exec(earlier) ?? [''];
    return [{ key, value, says: `${lead}\`${key}\`${/^[^.,;]*/.exec(after)?.[0] ?? ''}`.trim() }];
  });
  // One sentence names the holder, another one what the key may do.
  const found = mentioned.filter(
    ({ key, value }, at) =>
      mentioned.findIndex((each) => each.key === key && (each.value !== '' || value === '')) === at &&
      (value !== '' || mentioned.every((each) => each.key !== key || each.value === '')),
  );
  const isAboutKeys = saysKey.test(`${before.slice(-300)} ${parts[0]}`);
  const isEach = isAboutKeys && found.length > 1 && found.every(({ value }) => value !== '');
  if (!isEach || new Set(found.map(({ value }) => value)).size < found.length) return undefined;
  // "Enforcement officers" are called officers in other sentences.
  const last = found.map(({ value }) => value.split(' ').at(-1) ?? value);
  const isClear = new Set(last).size === found.length;
  return { member: 'role', keys: found.map((each, at) => (isClear ? { ...each, value: last[at] ?? '' } : each)) };
}

/** "403 with `no_right`" has no key. */
const beforeCode = /\b(?:4\d\d|codes?|errors?)\b[^.;]{0,20}$/i;
const ended = "(?=[,.;:)]|$|'s?\\s|\\s(?:who|which|that|and|may|can|of)\\b)";
/** "belongs to a clerk", "for the auditor": the holder of a key. */
const holder = new RegExp(
  `^[\\s,:–—-]{0,4}(?:(?:which|that) )?(?:(?:belongs to|is (?:that of|the key of|held by|used by|for|meant for|issued to|given to)|stands for|identifies|for|acts as|signs in|has the role(?: of)?|with the role(?: of)?) (?:an? |the |our )?|is (?:an?|the|our) |\\()([a-z]+?(?: [a-z]+?)?)(?: role)?${ended}`,
  'i',
);
/** "… and `key-b` to a clerk": the verb is in the part before. */
const laterHolder = new RegExp(`^ to (?:an?|the|our) ([a-z]+?(?: [a-z]+?)?)${ended}`, 'i');
/** "A buyer uses `key-a`", "the buyer's key is `key-a`". */
const user =
  /(?:^|[^\w-])(?:(?:an?|the|our) )?([a-z]+?(?: [a-z]+?)?)(?:'s key is| key is|s? uses?(?: the)?(?: key)?|s? sends?(?: the)?(?: key)?|s? (?:has|have)(?: the)?(?: key)?) $/i;

/** The role of keys that can only read, if they have no other. */
export const readOnly = 'read-only';

/** The name of the resource with the keys. */
export const keyAccounts = 'apiKeys';

/** A resource without a path whose records are the keys. */
export function toKeyAccounts({ member, keys }: NamedKeys): Resource {
  const values = [...new Set(keys.map(({ value }) => value))];
  const text = { type: 'string' };
  const properties = { id: text, key: text, [member]: { type: 'string', enum: values } };
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return {
    ...{ name: keyAccounts, shape: accountsShape, parents: 0, key: 'id', keySchema: text, schema },
    ...{ kept: true, single: false, writable: new Map() },
  };
}

function plain(cell = ''): string {
  return cell.replace(/[`*]/g, '').trim();
}
