import { refuse } from '@understudy/kernel';
import { lasting, mergedFields, settable, timestamps } from './fields.js';
import { type EntityKey, generateKey, givenKey } from './generated-key.js';
import { reply } from './reply.js';
import { sendAll } from './send-webhooks.js';
import { type Call, findEntity, missingParent, notFound, objectOf, type Result } from './served.js';
import { startStates } from './states.js';

/** Stores a new thing. */
export async function create(call: Call): Promise<Result> {
  const { resource, served, things, plan } = call;
  const missing = await missingParent(call);
  if (missing !== undefined) return missing;
  const body = unwrapped(call);
  const given = givenKey(resource, settable(served.bodies.schemas, resource.schema, body));
  const made = given ?? (await generateKey(call));
  const isTaken = given !== undefined && (await things.get(made.key))?.fields !== undefined;
  const conflict = ['409', '422'].find((status) => plan.operation.statuses.includes(status));
  if (isTaken && conflict !== undefined) {
    const message = `There is one with ${resource.key} ${JSON.stringify(made.value)} already`;
    return refuse(Number(conflict), 'conflict', message);
  }
  return await keepNew(call, made, body);
}

/** Puts a thing in the place of another, or, where that may be, where there was none. */
export async function replace(call: Call): Promise<Result> {
  const { resource, served, things, plan, facts } = call;
  const { schemas } = served.bodies;
  const missing = await missingParent(call);
  if (missing !== undefined) return missing;
  const body = unwrapped(call);
  const key = call.pathKey ?? (resource.key === undefined ? undefined : body[resource.key]);
  const there = await findEntity(call, key);
  if (there === undefined) {
    if (plan.upserts !== true && resource.kept) return notFound(resource, key);
    return await keepNew(call, { key: String(key), value: key }, body);
  }
  const fields = {
    ...lasting(schemas, resource.schema, there.fields ?? {}),
    ...timestamps(schemas, resource.schema, facts.now, false),
    ...settable(schemas, resource.schema, body),
    ...keyField(call, { key: there.key, value: key }),
  };
  await things.put(there.key, fields, there.order);
  const result = reply(call, { thing: fields });
  await sendAll(call, fields, result);
  return result;
}

async function keepNew(call: Call, made: EntityKey, body: Record<string, unknown>): Promise<Result> {
  const { resource, served, things, facts, context, plan } = call;
  const { schemas } = served.bodies;
  const path = context.request.url.replace(/\?.*$/, '').replace(/\/$/, '');
  const ownPath = call.pathKey === undefined ? `${path}/${encodeURIComponent(made.key)}` : path;
  const address = `${context.baseUrl}${ownPath}`;
  const fields: Record<string, unknown> = {
    ...linksTo(call, address),
    ...timestamps(schemas, resource.schema, facts.now, true),
    ...settable(schemas, resource.schema, body),
    ...keyField(call, made),
  };
  const result = reply(call, { status: 201, thing: fields, headers: { Location: address } });
  // What the answer had to make up is the thing's from now on.
  const kept = mergedFields(schemas, resource.schema, shownThing(result, plan.wrapped), fields);
  await things.put(made.key, kept);
  await startStates(call, made.key);
  await sendAll(call, kept, result);
  return result;
}

/** The members by which a thing says its own address. */
function linksTo({ served, resource }: Call, address: string): Record<string, unknown> {
  const { schemas } = served.bodies;
  const own = [...schemas.chosen(resource.schema).properties].filter(
    ([name, property]) => /^(url|self|href)$/i.test(name) && schemas.chosen(property).types.includes('string'),
  );
  return Object.fromEntries(own.map(([name]) => [name, address]));
}

/** The thing in the body of an answer. */
function shownThing(result: Result, wrapped: readonly string[]): Record<string, unknown> {
  const body: unknown = 'refused' in result ? {} : result.body;
  return objectOf(wrapped.reduce<unknown>((inner, name) => Object(inner)[name], body));
}

function keyField({ resource }: Call, { value }: EntityKey): Record<string, unknown> {
  return resource.key === undefined ? {} : { [resource.key]: value };
}

/** A body, without what wraps it where the answer is wrapped, too. */
export function unwrapped({ input, plan }: Call): Record<string, unknown> {
  const body = objectOf(input.body);
  const [name] = plan.wrapped;
  const inner = name === undefined || Object.keys(body).length !== 1 ? undefined : body[name];
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...inner } : body;
}
