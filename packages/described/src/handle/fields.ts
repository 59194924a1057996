import { isObject, type SizeLimits } from '@understudy/contract';
import type { FlatSchema, SchemaReader, Shape } from '@understudy/model';
import { defineMember } from '../answer/shape-value.js';
import type { ResourceCall } from './api-runtime.js';

/** Limits at which reading, merging and returning a body takes less than 100 ms. */
export const bodyLimits: SizeLimits = { members: 5000, values: 200_000 };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the members of a body that a caller can set. A read-only member is included only if the request describes it
 * as settable, and the request creates the entity or the member refers to another one.
 */
export function pickSettableMembers(
  { schemas, resource, plan }: Pick<ResourceCall, 'schemas' | 'resource'> & Partial<Pick<ResourceCall, 'plan'>>,
  body: Fields,
): Record<string, unknown> {
  const { members } = schemas.shape(resource.schema);
  const request = plan && findRequestSchema({ schemas, plan });
  const sent = request === undefined ? undefined : schemas.shape(request).members;
  const isWritable = (name: string, { types }: FlatSchema) =>
    ((plan?.does === 'create' && name !== resource.key) || types.includes('object') || types.includes('array')) &&
    sent?.has(name) === true &&
    !isReadOnly(sent.get(name));
  const isSettable = (name: string) => {
    const member = members.get(name);
    return !isReadOnly(member) || isWritable(name, member.whole);
  };
  return Object.keys(body).every(isSettable) ? { ...body } : pick(body, isSettable);
}

/**
 * Returns the members that an entity keeps on replacement, because the request cannot set them or they were set on
 * creation.
 */
export function pickLastingMembers(call: ResourceCall, fields: Fields): Record<string, unknown> {
  const { schemas, session, resource } = call;
  const { schema, writable } = resource;
  const { members } = schemas.shape(schema);
  const sent = schemas.shape(findRequestSchema(call)).members;
  const isSent = (name: string) => writable.has(name) && (sent.size === 0 || sent.has(name));
  const ofCreation = new Set(
    session
      .behaviorOf(resource)
      ?.stamped.get('create')
      ?.map(({ path }) => path.names.join('.')),
  );
  const isLasting = (name: string) => isReadOnly(members.get(name)) || !isSent(name);
  return pick(fields, (name) => isLasting(name) || ofCreation.has(name));
}

/** The schema of the entity in the request body. */
export function findRequestSchema({ schemas, plan }: Pick<ResourceCall, 'schemas' | 'plan'>): unknown {
  const content = plan.operation.requestBody?.content ?? {};
  const { schema } = content['application/json'] ?? Object.values(content)[0] ?? {};
  return schemas.shape(schema).at(plan.sent.join('.'))?.schema;
}

function isReadOnly(member: Shape | undefined): member is Shape {
  return member?.whole.keywords['readOnly'] === true;
}

function pick(fields: Fields, isMeant: (name: string) => boolean): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (isMeant(name)) defineMember(picked, name, value);
  return picked;
}

/** Merges a change into an entity (RFC 7396). Null sets a nullable member to null and removes any other member. */
export function mergeFields(
  schemas: SchemaReader,
  schema: unknown,
  fields: unknown,
  change: Fields,
): Record<string, unknown> {
  return merge(schemas.shape(schema), fields, change);
}

/** Adds the members of a response that the record lacks. Existing members are unchanged. */
export function addShownMembers(
  schemas: SchemaReader,
  schema: unknown,
  {
    fields,
    shown,
    isLeftOut,
  }: { readonly fields: Record<string, unknown>; readonly shown: Fields; isLeftOut(name: string): boolean },
): Fields {
  const { members } = schemas.shape(schema);
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    const member = members.get(name);
    if (member !== undefined && value === null && !member.whole.nullable) continue;
    const isPart = member !== undefined && isObject(value) && isObject(shown[name]);
    defineMember(kept, name, isPart ? merge(member, shown[name], value) : value);
  }
  for (const name in shown) if (!Object.hasOwn(fields, name) && !isLeftOut(name)) defineMember(kept, name, shown[name]);
  return kept;
}

function merge(shape: Shape, fields: unknown, change: Fields): Record<string, unknown> {
  const merged: Record<string, unknown> = isObject(fields) ? { ...fields } : {};
  const { members } = shape;
  for (const [name, value] of Object.entries(change)) {
    const member = members.get(name);
    const next = isObject(value) ? merge(member ?? shape.of(undefined), merged[name], value) : value;
    if (value === null && member !== undefined && !member.whole.nullable) delete merged[name];
    else defineMember(merged, name, next);
  }
  return merged;
}
