import { isJsonNumber, isObject, type JsonNumber } from '@understudy/contract';
import { findList, isSameSchema, type SchemaReader, type Shape } from '@understudy/model';
import { toScalarOf } from '../answer/shape-value.js';
import type { ResourceCall } from './api-runtime.js';
import { EntityStore } from './entity-store.js';
import { findRequestSchema } from './fields.js';
import { goOn } from './go-on.js';
import { leaveOutExcluded } from './leave-out-excluded.js';

/** Maximum number of values to visit, because bodies can be large. */
const mostValues = 500;

/**
 * Converts the members of a request to members of the entity: replaces a key by its entity if the schema expects an
 * object, and wraps an array in a list object if the schema expects one. Omits what does not fit the entity.
 */
export function embedEntities(
  call: ResourceCall,
  fields: Record<string, unknown>,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const { schemas, resource } = call;
  const { members } = schemas.shape(resource.schema);
  const names = Object.keys(fields).filter((name) => {
    const member = members.get(name);
    return member !== undefined && embeds(fields[name], member);
  });
  const request = findRequestSchema(call);
  return goOn(names.length === 0 ? fields : embedMembers(call, fields, names), (embedded) =>
    request === undefined ? embedded : leaveOutExcluded(schemas, embedded, { request, record: resource.schema }),
  );
}

async function embedMembers(call: ResourceCall, fields: Record<string, unknown>, names: readonly string[]) {
  const { members } = call.schemas.shape(call.resource.schema);
  const budget = { left: mostValues };
  const result = { ...fields };
  for (const name of names) {
    const member = budget.left <= 0 ? undefined : members.get(name);
    if (member !== undefined) result[name] = await embed(call, fields[name], member, budget);
  }
  return result;
}

/** True if a value contains a key where its schema expects an entity, or an array where it expects a list object. */
function embeds(value: unknown, shape: Shape): boolean {
  const { flat, members } = shape;
  if (typeof value === 'string' || isJsonNumber(value)) return flat.properties.size > 0;
  if (Array.isArray(value))
    return flat.types.includes('array') ? value.some((item) => embeds(item, shape.items)) : flat.properties.size > 0;
  if (!isObject(value)) return false;
  for (const name in value) {
    const member = members.get(name);
    if (member !== undefined && embeds(value[name], member)) return true;
  }
  return false;
}

async function embed(call: ResourceCall, value: unknown, shape: Shape, budget: { left: number }): Promise<unknown> {
  budget.left -= 1;
  if (budget.left <= 0) return value;
  const { flat, members, items } = shape;
  if (typeof value === 'string' || isJsonNumber(value))
    return flat.properties.size > 0 ? await findEmbeddedEntity(call, value, shape.schema) : value;
  if (Array.isArray(value)) {
    const isList = flat.types.includes('array');
    const list = isList || flat.properties.size === 0 ? undefined : findList(call.schemas, shape.schema, { word: '' });
    if (!isList && list?.path.length !== 1) return value;
    const inner = list === undefined ? items : shape.of(list.schema);
    const embedded: unknown[] = [];
    for (const item of value) embedded.push(await embed(call, item, inner, budget));
    const [wrapper] = list?.path ?? [];
    return wrapper === undefined ? embedded : { [wrapper]: embedded };
  }
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(value)) {
    const member = members.get(name);
    if (member !== undefined && inner !== null) result[name] = await embed(call, inner, member, budget);
  }
  return result;
}

/** Finds the entity with a key, unless the schema allows the key itself. */
export async function findEmbeddedEntity(
  { served, schemas, context }: ResourceCall,
  key: string | JsonNumber,
  schema: unknown,
): Promise<unknown> {
  const { types, alternatives } = schemas.flat(schema);
  if (schemas.chosen(schema).properties.size === 0) return key;
  const permitted = [types, ...alternatives.map((each) => schemas.chosen(each).types)].flat();
  if (
    permitted.some(
      (each) => each === 'string' || (typeof key !== 'string' && (each === 'integer' || each === 'number')),
    )
  )
    return key;
  const resource = [...served.plan.resources.values()].find(
    (each) => each.kept && each.parents === 0 && isSameSchema(schemas, each.schema, schema),
  );
  const stored = resource === undefined ? undefined : await new EntityStore(context, resource, []).get(String(key));
  return stored?.fields ?? namedBy(schemas, key, schema);
}

/** An object of which only the name is known, stored in the member that can contain a name. */
function namedBy(schemas: SchemaReader, name: string | JsonNumber, schema: unknown): unknown {
  const { properties } = schemas.chosen(schema);
  const rank = (each: string) => schemas.names.get(each)?.calls ?? -1;
  const places = [...properties.keys()].filter((each) => rank(each) >= 0).sort((one, other) => rank(one) - rank(other));
  const held = (each: string) => toScalarOf(name, schemas.chosen(properties.get(each)));
  const member = places.find((each) => held(each) !== undefined);
  return member === undefined ? name : { [member]: held(member) };
}
