import { isObject } from '@understudy/contract';
import type { PlainNode, PlainSchema, PlainSchemas } from './plain-schemas.js';
import { listOf } from './schema-views.js';

type Pair = readonly [old: PlainSchema, now: PlainSchema];

/** A member, the items or a branch that occurs in both schemas. Changes to it are changes to the whole schema. */
export interface SchemaPart {
  readonly pair: Pair;
  readonly path: readonly string[];
  /**
   * Inserts a value of the part into a value of the whole schema.
   *
   * @param simplest simplest value of the whole schema
   */
  wrap(value: unknown, simplest: unknown): unknown;
}

/** The common parts of two schemas, and each schema with the other's parts, so that only the rest differs. */
interface SeparatedSchemas {
  readonly parts: readonly SchemaPart[];
  readonly oldWithParts: PlainSchema;
  readonly nowWithParts: PlainSchema;
}

const separable: Readonly<Record<string, readonly string[]>> = {
  object: ['type', 'properties', 'required', 'additionalProperties', 'default'],
  array: ['type', 'items', 'minItems', 'maxItems', 'default'],
  choice: ['anyOf', 'oneOf', 'default'],
};

/** Separates schemas into independent parts. Large schemas usually consist of such parts. */
export function separateSchemas(schemas: PlainSchemas, [one, other]: Pair): SeparatedSchemas {
  const [old, now] = [schemas.resolve(one), schemas.resolve(other)];
  const whole = { parts: [], oldWithParts: one, nowWithParts: other };
  if (!isObject(old) || !isObject(now)) return whole;
  const isOnly = (kind: string) =>
    [old, now].every((node) => Object.keys(node).every((name) => separable[kind]?.includes(name)));
  if (isOnly('object')) return separateMembers(schemas, old, now);
  if (isOnly('array') && isObject(old['items']) && isObject(now['items'])) return separateItems(schemas, old, now);
  for (const keyword of ['anyOf', 'oneOf'])
    if (isOnly('choice') && keyword in old && keyword in now) return separateBranches(schemas, [old, now], keyword);
  return whole;
}

function separateMembers(schemas: PlainSchemas, old: PlainNode, now: PlainNode): SeparatedSchemas {
  const [before, after] = [old, now].map(({ properties }) => (isObject(properties) ? properties : {})) as [
    Record<string, PlainSchema>,
    Record<string, PlainSchema>,
  ];
  const parts = Object.entries(before).flatMap(([name, own]): (SchemaPart & { name: string })[] => {
    const other = Object.hasOwn(after, name) ? after[name] : undefined;
    if (other === undefined || schemas.isAlike(own, other)) return [];
    const wrap = (value: unknown, simplest: unknown) => ({ ...(isObject(simplest) ? simplest : {}), [name]: value });
    return [{ name, pair: [own, other], path: [name], wrap }];
  });
  const swap = (node: PlainNode, members: object, at: 0 | 1) =>
    parts.length === 0
      ? node
      : { ...node, properties: { ...members, ...Object.fromEntries(parts.map(({ name, pair }) => [name, pair[at]])) } };
  return { parts, oldWithParts: swap(old, before, 1), nowWithParts: swap(now, after, 0) };
}

function separateItems(schemas: PlainSchemas, old: PlainNode, now: PlainNode): SeparatedSchemas {
  const pair = [old['items'], now['items']] as [PlainSchema, PlainSchema];
  const wrap = (value: unknown, simplest: unknown) =>
    Array.isArray(simplest) && simplest.length > 0 ? simplest.map(() => value) : [value];
  const parts = schemas.isAlike(...pair) ? [] : [{ pair, path: ['*'], wrap }];
  return { parts, oldWithParts: { ...old, items: pair[1] }, nowWithParts: { ...now, items: pair[0] } };
}

/** Separates the branches whose types are unique among the branches. */
function separateBranches(
  schemas: PlainSchemas,
  [old, now]: readonly [PlainNode, PlainNode],
  keyword: string,
): SeparatedSchemas {
  const [before, after] = [listOf(old[keyword]), listOf(now[keyword])];
  const all = [before, after].map((branches) => branches.map((branch) => typesOf(schemas, branch)));
  const parts = before.flatMap((own, index): (SchemaPart & { index: number })[] => {
    const other = after[index];
    const types = all.flatMap((each) => each[index] ?? []);
    const isOwn = all.every((each) =>
      each.every((others, at) => at === index || others?.every((type) => !types.includes(type)) === true),
    );
    if (other === undefined || types.length === 0 || !isOwn || schemas.isAlike(own, other)) return [];
    return all.some((each) => each[index] === undefined)
      ? []
      : [{ index, pair: [own, other], path: [], wrap: (value) => value }];
  });
  const swap = (node: PlainNode, branches: readonly PlainSchema[], at: 0 | 1) => ({
    ...node,
    [keyword]: branches.map((branch, index) => parts.find((each) => each.index === index)?.pair[at] ?? branch),
  });
  return { parts, oldWithParts: swap(old, before, 1), nowWithParts: swap(now, after, 0) };
}

/** Returns the types of a schema. Undefined if the schema does not specify them. */
function typesOf(schemas: PlainSchemas, schema: PlainSchema): readonly unknown[] | undefined {
  const node = schemas.resolve(schema);
  if (!isObject(node)) return undefined;
  if (node['type'] !== undefined) return [node['type']].flat().map((type) => (type === 'integer' ? 'number' : type));
  const branches = listOf(node['anyOf'] ?? node['oneOf']).map((branch) => typesOf(schemas, branch));
  return branches.length === 0 || branches.includes(undefined) ? undefined : branches.flatMap((types) => types ?? []);
}
