import { isObject } from '@understudy/contract';
import { getMember, type Resource, remember, type SchemaReader } from '@understudy/model';
import type { ResourceCall } from './api-runtime.js';

/** The id member of a list item, if its value can be generated. */
interface ItemId {
  readonly name: string;
  readonly isText: boolean;
}

function findItemId(schemas: SchemaReader, items: unknown): ItemId | undefined {
  const [name, property] = [...schemas.chosen(items).properties].find(([each]) => schemas.names.get(each)?.isId) ?? [];
  const { types, keywords } = schemas.chosen(property);
  const isGenerated = types.includes('string') || types.includes('integer');
  if (name === undefined || !isGenerated || keywords['pattern'] !== undefined) return undefined;
  return { name, isText: types.includes('string') };
}

/** Adds ids to the new items of a list. */
export function withIds(
  call: ResourceCall,
  items: unknown,
  { added, others }: { readonly added: readonly unknown[]; readonly others: readonly unknown[] },
): readonly unknown[] {
  const id = findItemId(call.schemas, items);
  return id === undefined ? added : numbered(call, id, added, others);
}

function numbered(
  { context }: ResourceCall,
  { name, isText }: ItemId,
  added: readonly unknown[],
  others: readonly unknown[] = [],
): unknown[] {
  let last = Math.max(0, ...[...others, ...added].map((each) => Number(getMember(each, name) ?? 0) || 0));
  return added.map((item) => {
    if (!isObject(item) || item[name] !== undefined) return item;
    last += 1;
    return { [name]: isText ? context.ids.next('item') : last, ...item };
  });
}

const lists = new WeakMap<Resource, readonly (readonly [string, ItemId])[]>();

/** Adds ids to the list items in a record. */
export function giveIdsToParts(call: ResourceCall, fields: Record<string, unknown>): void {
  const { schemas, resource } = call;
  const all = remember(lists, resource, () =>
    [...schemas.chosen(resource.schema).properties].flatMap(([name, property]) => {
      const id = findItemId(schemas, schemas.chosen(property).items);
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
  for (const [name, id] of all) {
    const value = fields[name];
    if (Array.isArray(value) && value.some(isObject)) fields[name] = numbered(call, id, value);
  }
}
