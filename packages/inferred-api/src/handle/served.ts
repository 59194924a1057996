import { isObject, type OperationInput } from '@understudy/contract';
import { type Answer, type Context, type Refusal, refuse, type WebhookPolicy } from '@understudy/kernel';
import type { Bodies } from '../answer/fitting-body.js';
import { generatedValue } from '../answer/generated-value.js';
import type { Facts } from '../answer/minimal-value.js';
import type { ApiPlan, OperationPlan, Resource } from '../infer/plan.js';
import { parametersIn, singular } from '../infer/words.js';
import { bodyOf, responseFor } from '../schema/described-response.js';
import { EntityStore, type StoredEntity } from './entity-store.js';

/** What handlers of one API share. */
export interface Served {
  readonly plan: ApiPlan;
  readonly bodies: Bodies;
  /** How callbacks and webhooks are delivered. */
  readonly webhookPolicy: WebhookPolicy;
}

/** One request to an operation of a resource. */
export interface Call {
  readonly served: Served;
  readonly plan: OperationPlan;
  readonly resource: Resource;
  readonly input: OperationInput;
  readonly context: Context;
  readonly facts: Facts;
  readonly things: EntityStore;
  /** Values of the path's parameters before the key. */
  readonly parents: readonly unknown[];
  /** The key as the path says it; undefined on the path of a collection. */
  readonly pathKey: unknown;
}

export type Result = Answer | Refusal;

/** Reads out of a request which things it is about. */
export function callOf(
  served: Served,
  plan: OperationPlan,
  resource: Resource,
  input: OperationInput,
  context: Context,
): Call {
  const values = parametersIn(plan.operation.path).map((name) => input.path[name]);
  const parents = values.slice(0, resource.parents);
  const things = new EntityStore(context, resource, parents);
  const pathKey = resource.single ? '' : values[resource.parents];
  const facts = { now: context.clock.now(), baseUrl: context.baseUrl };
  return { served, plan, resource, input, context, facts, things, parents, pathKey };
}

/** A thing that is kept, or taken to be there; undefined where there is none. */
export async function findEntity(call: Call, key: unknown): Promise<StoredEntity | undefined> {
  const { things, resource } = call;
  const stored = await things.get(String(key));
  if (stored !== undefined) return stored.fields === undefined ? undefined : stored;
  if (resource.kept) return undefined;
  return { parents: '', key: String(key), order: 1, fields: assumedFields(call, key) };
}

/** The value of a thing that no one has created: the example of the description, and the values of its path. */
function assumedFields(call: Call, key: unknown): Record<string, unknown> {
  const { resource, plan, input, served } = call;
  const { schemas } = served.bodies;
  const { properties } = schemas.chosen(resource.schema);
  const named = parametersIn(plan.operation.path).filter((name) => properties.has(name));
  const said = Object.fromEntries(named.map((name) => [name, input.path[name]]));
  return { ...shownFields(call, key), ...said, ...(resource.key === undefined ? {} : { [resource.key]: key }) };
}

function shownFields({ resource, plan, served, parents }: Call, key: unknown): Record<string, unknown> {
  const body = bodyOf(responseFor(plan.responses, plan.statuses[0] ?? 200));
  const [example] = body?.examples.values() ?? [];
  const shown = objectOf(plan.wrapped.reduce<unknown>((inner, name) => Object(inner)[name], example));
  if (Object.keys(shown).length > 0) return shown;
  return objectOf(
    generatedValue(served.bodies.schemas, resource.schema, `${resource.shape} ${[...parents, key].join(' ')}`),
  );
}

/** Refuses where the path leads through a thing that is not there, and the description has a status for that. */
export async function missingParent({ resource, served, context, parents, plan }: Call): Promise<Refusal | undefined> {
  const parent = resource.parent === undefined ? undefined : served.plan.resources.get(resource.parent);
  if (parent === undefined || !plan.operation.statuses.includes('404')) return undefined;
  const key = parents[parent.parents];
  const above = new EntityStore(context, parent, parents.slice(0, parent.parents));
  if (key === undefined || (await above.get(String(key)))?.fields !== undefined) return undefined;
  return notFound(parent, key);
}

export function notFound(resource: Resource, key: unknown): Refusal {
  const word = singular(resource.name.split('.').at(-1) ?? 'thing');
  return refuse(404, 'not_found', `There is no ${word} ${resource.single ? '' : JSON.stringify(key)}`.trim());
}

/** A body that is an object; of a multipart form its fields. */
export function objectOf(body: unknown): Record<string, unknown> {
  const { fields, parts }: { fields?: unknown; parts?: unknown } = Object(body);
  const plain = Array.isArray(parts) ? fields : body;
  return isObject(plain) && !(plain instanceof Uint8Array) ? { ...plain } : {};
}
