import { isDeepStrictEqual } from 'node:util';
import type { ListChange } from '@understudy/model';
import type { ResourceCall } from './api-runtime.js';
import { findEmbeddedEntity } from './embed-entities.js';
import { listNames } from './list-entities.js';
import { readSentFields } from './read-sent-fields.js';

/** Adds the items of a request to a list of an entity, removes them, or replaces the list in place. */
export async function changeList(
  call: ResourceCall,
  fields: Record<string, unknown>,
  { member, mode, from }: ListChange,
): Promise<void> {
  const { schemas } = call;
  const { items } = schemas.chosen(schemas.member(call.resource.schema, member));
  const { properties } = schemas.chosen(items);
  const { path, query } = call.input;
  const all = readSentFields(call);
  const sent = from === undefined ? undefined : (all[from] ?? path[from] ?? query[from]);
  const own = Object.entries(all).filter(([name]) => properties.has(name));
  const texts = typeof sent === 'string' ? sent.split(',').map((text) => text.trim()) : sent;
  const given: unknown[] = Array.isArray(texts) ? texts : [texts ?? Object.fromEntries(own)];
  const values: unknown[] = [];
  for (const each of given) values.push(typeof each === 'string' ? await findEmbeddedEntity(call, each, items) : each);
  const before = fields[member];
  const others = (Array.isArray(before) ? before : []).filter((each) => !values.some((value) => isAlike(each, value)));
  fields[member] = mode === 'set' ? values : mode === 'add' ? [...others, ...values] : others;
}

function isAlike(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) || listNames(one).some((name) => listNames(other).includes(name));
}
