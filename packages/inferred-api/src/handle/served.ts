import { isObject, type OperationInput } from '@understudy/contract';
import { type Answer, type Context, type Refusal, refuse, type WebhookPolicy } from '@understudy/kernel';
import type { Bodies } from '../answer/fitting-body.js';
import type { Facts } from '../answer/minimal-value.js';
import type { ApiPlan, OperationPlan } from '../infer/plan.js';
import type { Resource, Source } from '../infer/resource.js';
import { lastWord, parametersIn, singular } from '../infer/words.js';
import { readLocales } from '../meaning/load-faker.js';
import { meantValue } from '../meaning/meant-value.js';
import { freshened } from '../meaning/time-values.js';
import { bodyOf, responseFor } from '../schema/described-response.js';
import type { Schemas } from '../schema/flat-schema.js';
import { EntityStore, joined, type StoredEntity } from './entity-store.js';
import { memberAt, setMember } from './member-path.js';
import { asAnother, examplesOf } from './resource-examples.js';
import { locale } from './settings.js';

/** The shared parts of the handlers of an API. */
export interface Served {
  readonly plan: ApiPlan;
  readonly bodies: Bodies;
  /** The delivery of callbacks and webhooks. */
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
  readonly store: EntityStore;
  /** Values of the parents' keys in the request. */
  readonly parents: readonly unknown[];
  /** The key in the request. Undefined for a collection. */
  readonly key: unknown;
}

export type Result = Answer | Refusal;

/** Finds the entities that a request is about. */
export function callOf(
  served: Served,
  plan: OperationPlan,
  resource: Resource,
  input: OperationInput,
  context: Context,
): Call {
  const parents = plan.parents.map((source) => valueAt(source, input));
  const store = new EntityStore(context, resource, parents);
  const key = resource.single ? '' : plan.key === undefined ? undefined : valueAt(plan.key, input);
  const facts = factsOf(context);
  return { served, plan, resource, input, context, facts, store, parents, key };
}

/** The facts of generated values at a request. */
export function factsOf(context: Pick<Context, 'clock' | 'baseUrl' | 'settings'>): Facts {
  const locales = readLocales(context.settings.of(locale));
  return { now: context.clock.now(), baseUrl: context.baseUrl, locales };
}

/** The value at a location of a request. A remote procedure call has parameters in the query or the body. */
export function valueAt({ in: place, name }: Source, { path, query, body }: OperationInput): unknown {
  if (place === 'literal') return name;
  if (place === 'path') return path[name];
  const fields = objectOf(body);
  return place === 'body' ? (memberAt(fields, name) ?? query[name]) : (query[name] ?? memberAt(fields, name));
}

/** The entity above the path of a creation or a list, if the entities have paths elsewhere. */
export function scopeOf({ plan, input }: Pick<Call, 'plan' | 'input'>): { scope?: string } {
  const values = (plan.scope ?? []).map((source) => valueAt(source, input));
  return values.length === 0 ? {} : { scope: joined(values) };
}

/** Finds a stored entity by its key or its alias, or one that exists from the start. */
export async function findEntity(call: Call, key: unknown): Promise<StoredEntity | undefined> {
  const { store, resource, plan } = call;
  const stored = (await store.get(String(key))) ?? (resource.alias && (await store.getByAlias(String(key))));
  if (stored) return stored.fields === undefined ? undefined : stored;
  const exists =
    !resource.kept || resource.tenant === true || plan.key?.in === 'literal' || conventionalKeys.has(String(key));
  if (!exists || key === undefined) return undefined;
  return { parents: '', key: String(key), order: 1, fields: assumedFields(call, key) };
}

/** Keys of entities that exist in most services without being created. */
const conventionalKeys = new Set(['me', '@me', '~', 'self', 'current', 'default', 'root', 'primary', 'main']);

/** The value of an entity that no request created: the example of the description, and the values of its path. */
function assumedFields(call: Call, key: unknown): Record<string, unknown> {
  const { resource, plan, input, served, facts } = call;
  const { schemas } = served.bodies;
  const { properties } = schemas.chosen(resource.schema);
  const named = parametersIn(plan.operation.path).filter((name) => properties.has(name));
  const said = Object.fromEntries(named.map((name) => [name, input.path[name]]));
  const owner = resource.single ? ownerOfId(schemas, resource.schema, plan.operation.path) : undefined;
  const id = owner === undefined ? {} : { id: input.path[owner] };
  const fields = { ...freshened(shownFields(call, key), facts.now), ...said, ...id };
  const isLiteral = plan.key?.in === 'literal' || ['me', '@me', 'self'].includes(String(key));
  const isAlias = isLiteral && /^(?:g|uu|s|u)?id$/.test(resource.key ?? '');
  if (resource.key !== undefined && !isAlias) setMember(fields, resource.key, key);
  return fields;
}

/** The parameter of a path that is the `id` of a response by its description, such as "ID of the page". */
export function ownerOfId(schemas: Schemas, schema: unknown, path: string): string | undefined {
  const { description } = schemas.chosen(schemas.member(schema, 'id')).keywords;
  return parametersIn(path).find((name) => {
    const word = /^\w+(?=_id$|Id$)/.exec(name)?.[0];
    return word !== undefined && new RegExp(`\\bid (?:of|for) (?:the|an?) ${word}\\b`, 'i').test(String(description));
  });
}

function shownFields({ resource, plan, served, parents, facts }: Call, key: unknown): Record<string, unknown> {
  const body = bodyOf(responseFor(plan.responses, plan.statuses[0] ?? 200));
  const [example] = body?.examples.values() ?? [];
  const shown = plan.does === 'read' ? objectOf(memberAt(example, plan.wrapped.join('.'))) : {};
  if (Object.keys(shown).length > 0)
    return asAnother(shown, examplesOf(served, resource).identity, [...parents, key].map(String));
  const { schemas } = served.bodies;
  const seed = `${resource.shape} ${[...parents, key].join(' ')}`;
  return objectOf(meantValue(schemas, resource.schema, { ...facts, seed, name: lastWord(resource.shape) }));
}

/** Rejects a path through an entity that does not exist. */
export async function missingParent({ context, input, plan }: Pick<Call, 'context' | 'input' | 'plan'>) {
  for (const { resource, sources } of plan.through) {
    const keys = sources.map((source) => valueAt(source, input));
    const key = String(keys.at(-1));
    if (keys.length <= resource.parents || conventionalKeys.has(key)) continue;
    const store = new EntityStore(context, resource, keys.slice(0, -1));
    const stored = (await store.get(key)) ?? (resource.alias && (await store.getByAlias(key)));
    const isAbsent = stored === undefined || stored === '';
    // The account of the credentials, and the entities of an unused collection, need no creation.
    if (isAbsent && (context.caller?.clientId === key || !(await store.wasUsed()))) continue;
    if (isAbsent || stored.fields === undefined) return notFound(resource, key);
  }
  return undefined;
}

/** Whether a path leads through an entity that a request has stored: nothing else exists below it. */
export async function isBelowStored({
  context,
  input,
  plan,
}: Pick<Call, 'context' | 'input' | 'plan'>): Promise<boolean> {
  const { resource, sources } = plan.through.at(-1) ?? {};
  if (resource === undefined || sources === undefined) return false;
  const keys = sources.map((source) => valueAt(source, input));
  const stored = await new EntityStore(context, resource, keys.slice(0, -1)).get(String(keys.at(-1)));
  return stored?.fields !== undefined;
}

export function notFound(resource: Resource, key: unknown): Refusal {
  const word = singular(resource.name.split(/[.:]/).at(-1) ?? 'entity');
  return refuse(404, 'not_found', `There is no ${word} ${resource.single ? '' : JSON.stringify(key)}`.trim());
}

/** A body that is an object, or the fields of a multipart body. */
export function objectOf(body: unknown): Record<string, unknown> {
  const { fields, parts }: { fields?: unknown; parts?: unknown } = Object(body);
  const plain = Array.isArray(parts) ? fields : body;
  return isObject(plain) && !(plain instanceof Uint8Array) ? { ...plain } : {};
}
