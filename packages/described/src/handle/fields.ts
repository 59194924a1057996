import { isObject, type SizeLimits } from '@understudy/contract';
import { normalizeName, type Resource, type SchemaReader } from '@understudy/model';
import { defineMember } from '../answer/shape-value.js';
import { formatMemberInstant } from '../meaning/time-values.js';

/** Limits that keep reading, merging and returning a body below 100 ms. */
export const bodyLimits: SizeLimits = { members: 5000, values: 200_000 };

type Fields = Readonly<Record<string, unknown>>;

const made =
  /^(?:(?:created?|inserted|creation|submitted|added|registered)(?:at|on|date|time|datetime|timestamp|ts)?|(?:date|time)created)$/;
const changed =
  /^(?:(?:last)?(?:updated?|modified|modification|changed|edited)(?:at|on|date|time|datetime|timestamp|ts)?|date(?:updated|modified)|lastmod)$/;

const holders = /^(?:metadata|meta|timestamps|dates|attributes|audit|sys)$/;

/** Creates the creation and modification times in the members that the schema names. */
export function createTimestamps(
  schemas: SchemaReader,
  schema: unknown,
  { now, isNew }: { readonly now: Date; readonly isNew: boolean },
  depth = 0,
): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const [name, property] of schemas.chosen(schema).properties) {
    const plain = normalizeName(name);
    if (depth === 0 && holders.test(plain)) {
      const inside = createTimestamps(schemas, property, { now, isNew }, 1);
      if (Object.keys(inside).length > 0) said[name] = inside;
    }
    if (!(changed.test(plain) || (isNew && made.test(plain)))) continue;
    const stamp = formatMemberInstant(schemas.chosen(property), plain, now);
    if (stamp !== undefined) said[name] = stamp;
  }
  return said;
}

/** Returns the members of a body that a caller can set, excluding read-only ones. */
export function pickSettableMembers(schemas: SchemaReader, schema: unknown, body: Fields): Record<string, unknown> {
  const { properties } = schemas.chosen(schema);
  return pick(body, (name) => !(properties.has(name) && isReadOnly(schemas, properties.get(name))));
}

/** Returns the members of an entity that survive a replacement because no request can set them. */
export function pickLastingMembers(
  schemas: SchemaReader,
  { schema, writable }: Resource,
  fields: Fields,
): Record<string, unknown> {
  const { properties } = schemas.chosen(schema);
  const isLasting = (name: string) => isReadOnly(schemas, properties.get(name)) || !writable.has(name);
  return pick(fields, (name) => isLasting(name) || made.test(normalizeName(name)));
}

function isReadOnly(schemas: SchemaReader, property: unknown): boolean {
  return schemas.flat(property).keywords['readOnly'] === true;
}

function pick(fields: Fields, isMeant: (name: string) => boolean): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (isMeant(name)) defineMember(picked, name, value);
  return picked;
}

/** Merges a change into an entity (RFC 7396). A nullable member is set to null instead of being removed. */
export function mergeFields(
  schemas: SchemaReader,
  schema: unknown,
  fields: unknown,
  change: Fields,
): Record<string, unknown> {
  const merged: Record<string, unknown> = isObject(fields) ? { ...fields } : {};
  const { properties } = schemas.chosen(schema);
  for (const [name, value] of Object.entries(change)) {
    const property = properties.get(name);
    const next = isObject(value) ? mergeFields(schemas, property ?? {}, merged[name], value) : value;
    if (value === null && property !== undefined && !schemas.flat(property).nullable) delete merged[name];
    else defineMember(merged, name, next);
  }
  return merged;
}
