import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@understudy/contract';
import { getMember, type ListChange, normalizeName, type SchemaReader, setMember } from '@understudy/model';
import type { ResourceCall } from './api-runtime.js';
import { findEmbeddedEntity } from './embed-entities.js';
import { listIdentities } from './match-values.js';
import { readSentFields } from './read-sent-fields.js';

/**
 * Adds the items of a request to a list of an entity, removes them, or replaces the list in place.
 *
 * @returns whether the list had the item that the path names
 */
export async function changeList(
  call: ResourceCall,
  fields: Record<string, unknown>,
  { member, mode, from }: ListChange,
): Promise<boolean> {
  const { schemas } = call;
  const { items } = schemas.chosen(schemas.member(call.resource.schema, member));
  const { properties } = schemas.chosen(items);
  const { path, query } = call.input;
  const all = readSentFields(call);
  const stated = call.served.plan.behavior.operations.get(call.plan.operation.operationId)?.item;
  const named = from === undefined ? undefined : (all[from] ?? path[from] ?? query[from]);
  const sent = stated === undefined ? named : call.session.evaluate(stated, { self: fields });
  const own = Object.entries(all).filter(([name]) => properties.has(name));
  const texts = typeof sent === 'string' ? sent.split(',').map((text) => text.trim()) : sent;
  const { body } = call.input;
  const whole = Array.isArray(body) ? body : own.length > 0 ? [Object.fromEntries(own)] : undefined;
  const given: unknown[] = Array.isArray(texts) ? texts : texts === undefined ? (whole ?? []) : [texts];
  // Without an item, all are meant.
  if (mode === 'remove' && sent === undefined && whole === undefined) {
    setMember(fields, member, []);
    return true;
  }
  const values: unknown[] = [];
  for (const each of given) values.push(typeof each === 'string' ? await findEmbeddedEntity(call, each, items) : each);
  const before = getMember(fields, member);
  // The place of a key can have the name of the member: `path.number`.
  const name = stated === undefined && from !== undefined && properties.has(from) ? from : undefined;
  const others = (Array.isArray(before) ? before : []).filter(
    (each) =>
      !values.some((value) => isAlike(schemas, name === undefined ? each : (getMember(each, name) ?? each), value)),
  );
  const id = [...properties].find(([each]) => normalizeName(each) === 'id');
  const added = mode === 'add' && id !== undefined ? values.map((each) => withId(call, others, each, id)) : values;
  setMember(fields, member, mode === 'set' ? values : mode === 'add' ? [...others, ...added] : others);
  const isNamed = mode === 'remove' && (stated !== undefined || (from !== undefined && path[from] !== undefined));
  return !isNamed || (Array.isArray(before) && others.length < before.length);
}

/** Gives a new item of a list an id of its own. @param name and schema of the member with the id */
function withId(
  { schemas, context }: ResourceCall,
  others: readonly unknown[],
  item: unknown,
  [name, property]: readonly [string, unknown],
): unknown {
  const { types, keywords } = schemas.chosen(property);
  if (!isObject(item) || item[name] !== undefined || keywords['pattern'] !== undefined) return item;
  if (types.includes('string')) return { [name]: context.ids.next('item'), ...item };
  const last = Math.max(0, ...others.map((each) => Number(getMember(each, name) ?? 0)));
  return types.includes('integer') ? { [name]: last + 1, ...item } : item;
}

function isAlike({ names }: SchemaReader, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return listIdentities(names, one).some((each) => listIdentities(names, other).includes(each));
}
