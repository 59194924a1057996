import { isObject, type SizeLimits } from '@understudy/contract';
import { define } from '../answer/shaped-value.js';
import { plainName } from '../infer/words.js';
import type { FlatSchema, Schemas } from '../schema/flat-schema.js';

/** What is read, merged and answered in less than 100 ms. */
export const bodyLimits: SizeLimits = { members: 5000, values: 200_000 };

type Fields = Readonly<Record<string, unknown>>;

const made = /^(created?|inserted|creation|datecreated|submitted)(at|on|date|time|datetime)?$/;
const changed = /^((last)?(updated?|modified|changed)|dateupdated|lastmod)(at|on|date|time|datetime)?$/;

/** When a thing was made and last changed, where its schema has members for that. */
export function timestamps(schemas: Schemas, schema: unknown, now: Date, isNew: boolean): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const [name, property] of schemas.chosen(schema).properties) {
    const plain = plainName(name);
    if (!(changed.test(plain) || (isNew && made.test(plain)))) continue;
    const stamp = stampOf(schemas.chosen(property), plain, now);
    if (stamp !== undefined) said[name] = stamp;
  }
  return said;
}

function stampOf({ types, keywords }: FlatSchema, name: string, now: Date): unknown {
  const { format } = keywords;
  if (format === 'date') return now.toISOString().slice(0, 10);
  if (types.includes('string') && (format === undefined || format === 'date-time')) return now.toISOString();
  if (!types.includes('integer') && !types.includes('number')) return undefined;
  return /ms$|millis$/.test(name) ? now.getTime() : Math.floor(now.getTime() / 1000);
}

/** The members of a body that a caller may set: those that are only read are left out. */
export function settable(schemas: Schemas, schema: unknown, body: Fields): Record<string, unknown> {
  const { properties } = schemas.chosen(schema);
  return pick(body, (name) => !(properties.has(name) && isReadOnly(schemas, properties.get(name))));
}

/** The members of a thing that it keeps whatever is put in its place: those that are only read. */
export function lasting(schemas: Schemas, schema: unknown, fields: Fields): Record<string, unknown> {
  const { properties } = schemas.chosen(schema);
  return pick(fields, (name) => isReadOnly(schemas, properties.get(name)) || made.test(plainName(name)));
}

function isReadOnly(schemas: Schemas, property: unknown): boolean {
  return schemas.flat(property).keywords['readOnly'] === true;
}

function pick(fields: Fields, isMeant: (name: string) => boolean): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (isMeant(name)) define(picked, name, value);
  return picked;
}

/** A change merged into a thing as RFC 7396 says; a member that may be null becomes null instead of going away. */
export function mergedFields(
  schemas: Schemas,
  schema: unknown,
  fields: unknown,
  change: Fields,
): Record<string, unknown> {
  const merged: Record<string, unknown> = isObject(fields) ? { ...fields } : {};
  const { properties } = schemas.chosen(schema);
  for (const [name, value] of Object.entries(change)) {
    const property = properties.get(name);
    const next = isObject(value) ? mergedFields(schemas, property ?? {}, merged[name], value) : value;
    if (value === null && property !== undefined && !schemas.flat(property).nullable) delete merged[name];
    else define(merged, name, next);
  }
  return merged;
}
