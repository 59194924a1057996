import { patchJson, sizeFinding } from '@understudy/contract';
import { type Refusal, refuse } from '@understudy/kernel';
import { unwrapped } from './create.js';
import { EntityStore } from './entity-store.js';
import { bodyLimits, mergedFields, settable, timestamps } from './fields.js';
import { reply } from './reply.js';
import { sendAll } from './send-webhooks.js';
import { type Call, findEntity, missingParent, notFound, objectOf, type Result } from './served.js';

/** Reads a thing. */
export async function read(call: Call): Promise<Result> {
  const missing = await missingParent(call);
  if (missing !== undefined) return missing;
  const thing = await findEntity(call, call.pathKey);
  return thing === undefined ? notFound(call.resource, call.pathKey) : reply(call, { thing: thing.fields });
}

/** Changes a thing by a merge patch, a JSON patch, or the fields of a form or a query. */
export async function update(call: Call): Promise<Result> {
  const { resource, served, things, facts, input } = call;
  const { schemas } = served.bodies;
  const missing = await missingParent(call);
  if (missing !== undefined) return missing;
  const key = call.pathKey ?? (resource.key === undefined ? undefined : objectOf(input.body)[resource.key]);
  const there = await findEntity(call, key);
  if (there === undefined) return notFound(resource, key);
  const changed = isListOfSteps(input.body)
    ? patched(there.fields ?? {}, input.body)
    : mergedFields(schemas, resource.schema, there.fields, settable(schemas, resource.schema, changeOf(call)));
  if (isRefused(changed)) return changed;
  const fields = { ...changed, ...timestamps(schemas, resource.schema, facts.now, false) };
  const nextKey = resource.key === undefined ? there.key : String(fields[resource.key] ?? there.key);
  if (nextKey !== there.key && (await things.get(nextKey))?.fields !== undefined) {
    return refuse(409, 'conflict', `There is one with ${resource.key} ${JSON.stringify(nextKey)} already`);
  }
  const tooLarge = sizeFinding(fields, bodyLimits);
  if (tooLarge !== undefined) return refuse(413, 'too_large', tooLarge.message);
  if (nextKey !== there.key) await things.remove(there.key);
  await things.put(nextKey, fields, there.order);
  const result = reply(call, { thing: fields });
  await sendAll(call, fields, result);
  return result;
}

/** What is to change, by the names of the thing's members: `new_name` sets its name, and a query may say fields, too. */
function changeOf(call: Call): Record<string, unknown> {
  const { resource, served, input } = call;
  const { properties } = served.bodies.schemas.chosen(resource.schema);
  const inQuery = Object.entries(input.query).filter(([name]) => properties.has(name));
  const change: Record<string, unknown> = { ...Object.fromEntries(inQuery), ...unwrapped(call) };
  for (const [name, value] of Object.entries(change)) {
    const old = properties.has(name) ? undefined : /^new_?(.+)$/i.exec(name)?.[1]?.toLowerCase();
    const meant = [...properties.keys()].find((each) => each.toLowerCase() === old);
    if (meant === undefined) continue;
    delete change[name];
    change[meant] = value;
  }
  return change;
}

/** Whether a body is a patch of RFC 6902, which no merge patch of an object can be. */
function isListOfSteps(body: unknown): body is readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(body) || body.length === 0) return false;
  return body.every((step) => typeof Object(step).op === 'string' && typeof Object(step).path === 'string');
}

function patched(
  fields: Readonly<Record<string, unknown>>,
  steps: readonly Readonly<Record<string, unknown>>[],
): Record<string, unknown> | Refusal {
  try {
    return { ...Object(patchJson(steps, fields)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(400, 'bad_patch', `The patch cannot be applied: ${reason}`);
  }
}

function isRefused(value: Record<string, unknown> | Refusal): value is Refusal {
  return value['refused'] === true && typeof value['code'] === 'string';
}

/** Removes a thing, and what lies below it. */
export async function remove(call: Call): Promise<Result> {
  const { resource, things, served, context, plan, parents } = call;
  const missing = await missingParent(call);
  if (missing !== undefined) return missing;
  const there = await findEntity(call, call.pathKey);
  if (there === undefined && plan.operation.statuses.includes('404')) return notFound(resource, call.pathKey);
  const key = String(call.pathKey);
  if (there !== undefined) await things.remove(key);
  for (const other of served.plan.resources.values()) {
    if (!other.shape.startsWith(`${resource.shape}/{}/`)) continue;
    await new EntityStore(context, other, []).removeBelow([...parents, key]);
  }
  const result = reply(call, { thing: { ...there?.fields, deleted: true } });
  if (there !== undefined) await sendAll(call, there.fields ?? {}, result);
  return result;
}
