import { isObject, type OperationInput, stringifyJson } from '@understudy/contract';
import {
  type Caller,
  type ErrorResult,
  type HandlerContext,
  httpSettings,
  isMultipartBody,
  type SuccessResponse,
  type WebhookPolicy,
} from '@understudy/kernel';
import {
  type ApiPlan,
  findSuccessBody,
  getMember,
  lastSegment,
  listPathParameters,
  type OperationPlan,
  type OperationStatement,
  type Resource,
  type SchemaReader,
  setMember,
  toSingular,
  type ValueSource,
} from '@understudy/model';
import type { BodyGenerator } from '../answer/body-generator.js';
import type { ValueFacts } from '../answer/create-minimal-value.js';
import { inferredErrors } from '../errors.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { readLocales } from '../meaning/load-faker.js';
import { refreshExpiredTimes } from '../meaning/time-values.js';
import { separateCookies } from '../memory/message-values.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { WorkValues } from './behavior/session-caller.js';
import { EntityStore, joinParents, type StoredEntity } from './entity-store.js';
import { fitRecord } from './fit-record.js';
import { goOn } from './go-on.js';
import { keyFit } from './key-fit.js';
import { copyExampleAs, readResourceExamples } from './resource-examples.js';
import { localeSetting, securitySetting } from './settings.js';
import { describeUpload } from './upload.js';

export interface ApiRuntime {
  readonly plan: ApiPlan;
  readonly bodies: BodyGenerator;
  readonly resourcesByName: ReadonlyMap<string, Resource>;
  /** The delivery of callbacks and webhooks. */
  readonly webhookPolicy: WebhookPolicy;
}

export interface OperationRequest {
  readonly served: ApiRuntime;
  readonly plan: OperationPlan;
  readonly input: OperationInput;
  readonly context: HandlerContext;
}

export interface ResourceCall extends OperationRequest {
  readonly schemas: SchemaReader;
  readonly resource: Resource;
  readonly facts: ValueFacts;
  readonly store: EntityStore;
  readonly parents: readonly unknown[];
  /** The key in the request. Undefined for a collection. */
  readonly key: unknown;
  readonly session: BehaviorSession;
  /** True if the call handles one item of a list in the request, so that its response is not sent. */
  readonly isPart?: boolean;
  /** True if the call is an additional effect of another operation. */
  readonly isEffect?: boolean;
  /** True for an additional effect on the operation's own resource. Nothing else of the operation is repeated. */
  readonly isAgain?: boolean;
  /** The number of changes that led to this one. */
  readonly depth?: number;
  /** Stores the record that the call has worked on. */
  readonly done: DoneRecord;
}

/** The record that a call has worked on, and its response. */
export interface DoneRecord {
  self?: unknown;
  old?: unknown;
  /** Creates the response again, with the current record. */
  respond?: (self: unknown) => HandlerResult;
}

export type HandlerResult = SuccessResponse | ErrorResult;

/** An HTTP convention that wraps an operation. */
export type HttpConvention = (exchange: OperationRequest, next: () => Handled) => Handled;
export type Handled = HandlerResult | Promise<HandlerResult>;

export function createCall(request: OperationRequest, resource: Resource): ResourceCall {
  const { served, plan, input, context } = request;
  const parents = plan.parents.map((source) => readSource(source, input));
  const store = new EntityStore(context, resource, parents);
  const { schemas } = served.plan;
  const session = createSession(request);
  const key = resource.single ? '' : plan.key === undefined ? undefined : readSource(plan.key, input);
  const facts = createValueFacts(context, session.now);
  return { served, plan, input, context, schemas, resource, facts, store, parents, key, session, done: {} };
}

/** Prepares a call: its session reads the records that its expressions need, and the key can come from one of them. */
export function prepareCall(request: OperationRequest, resource: Resource): ResourceCall | Promise<ResourceCall> {
  const call = createCall(request, resource);
  return goOn(call.session.prepare(), () => withStatedKey(call));
}

function withStatedKey(call: ResourceCall): ResourceCall {
  const { served, plan } = call;
  const stated = served.plan.behavior.operations.get(plan.operation.operationId)?.key;
  return stated === undefined ? call : { ...call, key: call.session.keyOf(stated) };
}

/** The statement of the model about an operation. */
export function statementOf({
  served,
  plan,
}: Pick<OperationRequest, 'served' | 'plan'>): OperationStatement | undefined {
  return served.plan.behavior.operations.get(plan.operation.operationId)?.statement;
}

/** Creates the session that evaluates the expressions of a request. */
export function createSession(
  request: OperationRequest,
  values: Record<string, unknown> = new RequestValues(request),
): BehaviorSession {
  const { served, context } = request;
  const { caller, settings, request: sent } = context;
  const as = toCaller(served, { caller, settings, headers: sent.headers });
  return new BehaviorSession({ served, context, request: values, caller: as });
}

/** Data that identifies the sender of a request. */
type Sender = Pick<HandlerContext, 'caller' | 'settings'> & Pick<HandlerContext['request'], 'headers'>;

/** The caller. If users of the model sign in, any string is accepted as a token of one of them. */
export function toCaller(served: ApiRuntime, { caller, settings, headers }: Sender): Caller | undefined {
  if (caller !== undefined || served.plan.model.login === undefined) return caller;
  const isSignedIn = headers['authorization'] !== undefined || settings.of(securitySetting) === 'off';
  return isSignedIn ? { clientId: '', scopes: [] } : undefined;
}

/** The values of a request that expressions can read, each computed on first use. */
export class RequestValues extends WorkValues {
  readonly #request: OperationRequest;

  constructor(request: OperationRequest) {
    super();
    this.#request = request;
  }

  get path(): unknown {
    return this.#request.input.path;
  }

  get query(): unknown {
    return this.#request.input.query;
  }

  get headers(): unknown {
    const { context, input } = this.#request;
    return separateCookies({ ...context.request.headers, ...input.headers });
  }

  get body(): unknown {
    const { body } = this.#request.input;
    const isItself = Array.isArray(body) || (body !== undefined && typeof body !== 'object');
    return isItself ? body : readObjectBody(body);
  }

  get upload(): unknown {
    return describeUpload(this.#request.context, this.#request.input.body, statementOf(this.#request)?.upload);
  }
}

export function createValueFacts(
  context: Pick<HandlerContext, 'clock' | 'baseUrl' | 'settings'>,
  now = context.clock.now(),
): ValueFacts {
  return { now, baseUrl: context.baseUrl, locales: readLocales(context.settings.of(localeSetting)) };
}

/** Reads a value from its location in a request. A remote procedure call sends parameters in the query or the body. */
export function readSource({ in: place, name }: ValueSource, { path, query, body }: OperationInput): unknown {
  if (place === 'literal') return name;
  if (place === 'path') return path[name];
  const fields = readObjectBody(body);
  return place === 'body' ? (getMember(fields, name) ?? query[name]) : (query[name] ?? getMember(fields, name));
}

/** Finds the parent key in the path of a creation or a list, if the entities themselves have other paths. */
export function findParentScope({ plan, input }: Pick<ResourceCall, 'plan' | 'input'>): { scope?: string } {
  const values = (plan.scope ?? []).map((source) => readSource(source, input));
  return values.length === 0 ? {} : { scope: joinParents(values) };
}

type Found = StoredEntity | undefined;

/** Finds an entity by its key or alias, including entities that exist from the start. */
export function findEntity(call: ResourceCall, key: unknown): Found | Promise<Found> {
  return goOn<Found, Found>(call.store.find(String(key)), (found) =>
    found?.fields ? found : findOrAssume(call, key, found),
  );
}

async function findOrAssume(call: ResourceCall, key: unknown, stored: Found): Promise<Found> {
  const { store, resource, plan } = call;
  // Only an entity that a request created and deleted is permanently gone.
  if (key !== undefined && inventsIds(call.context) && stored?.created !== true) {
    const fields = isObject(stored?.seeded) ? stored.seeded : assumedFields(call, key);
    return { parents: joinParents(call.parents), key: String(key), order: 1, invented: true, fields };
  }
  if (stored !== undefined) return undefined;
  // A caller who is not a known user counts as the first user.
  const isCaller = plan.key?.in === 'literal' && call.served.plan.behavior.keys.ofCaller.has(String(key));
  const [first] = isCaller && resource.kept && resource.parents === 0 ? await store.list() : [];
  if (first !== undefined && first.order <= 0) return first;
  // The seed contains all entities of a collection that no operation creates.
  const isRefused = plan.missing === 'refuse' && store.isFilled;
  const isConventional = call.served.plan.behavior.keys.conventional.has(String(key));
  const exists =
    (!resource.kept && !isRefused) || resource.tenant === true || plan.key?.in === 'literal' || isConventional;
  const fit = key === undefined || plan.key?.in === 'literal' ? 'yes' : keyFit(call, String(key));
  if (!exists || key === undefined || (fit === 'no' && !isConventional)) return undefined;
  return { parents: '', key: String(key), order: 1, fields: assumedFields(call, key) };
}

/** The members of an entity that no request created: the example in the description, and the values in the path. */
function assumedFields(call: ResourceCall, key: unknown): Record<string, unknown> {
  const { resource, plan, input, schemas, facts } = call;
  const { properties } = schemas.chosen(resource.schema);
  const named = listPathParameters(plan.operation.path).filter((name) => properties.has(name));
  const said = Object.fromEntries(named.map((name) => [name, input.path[name]]));
  const copies = resource.single ? (plan.copies ?? []) : [];
  const id = Object.fromEntries(copies.map(({ parameter, member }) => [member.split('.')[0], input.path[parameter]]));
  const fields = { ...refreshExpiredTimes(shownFields(call, key), facts.now), ...said, ...id };
  const isLiteral = plan.key?.in === 'literal' || call.served.plan.behavior.keys.ofCaller.has(String(key));
  const isAlias = isLiteral && schemas.names.get(resource.key ?? '')?.isId === true;
  const isKey = resource.key !== undefined && !isAlias && keyFit(call, String(key)) !== 'other-type';
  if (isKey && resource.key !== undefined) setMember(fields, resource.key, key);
  const kept = new Set(isKey ? [resource.key?.split('.')[0] ?? ''] : []);
  return fitRecord(call.served, { resource, fields, kept, facts, seed: `${resource.shape} ${key}` });
}

function shownFields(call: ResourceCall, key: unknown): Record<string, unknown> {
  const { resource, plan, served, schemas, parents, facts } = call;
  const [example] = findSuccessBody(plan)?.examples.values() ?? [];
  const shown = plan.does === 'read' ? readObjectBody(getMember(example, plan.wrapped.join('.'))) : {};
  if (Object.keys(shown).length > 0)
    return copyExampleAs(shown, readResourceExamples(served, resource).identity, [...parents, key].map(String));
  const seed = `${resource.shape} ${[...parents, key].join(' ')}`;
  const meaning = { ...facts, seed, name: lastSegment(resource.shape) };
  return readObjectBody(generateMeaningfulValue(schemas, resource.schema, meaning));
}

function inventsIds({ settings }: Pick<HandlerContext, 'settings'>): boolean {
  return settings.of(httpSettings.unknownIds) === 'invent';
}

export function rejectMissingParent(request: OperationRequest): Promise<ErrorResult | undefined> | undefined {
  return request.plan.through.length === 0 ? undefined : findMissingParent(request);
}

async function findMissingParent({ context, input, plan, served }: OperationRequest): Promise<ErrorResult | undefined> {
  for (const { resource, sources } of plan.through) {
    const keys = sources.map((source) => readSource(source, input));
    const key = String(keys.at(-1));
    if (keys.length <= resource.parents || served.plan.behavior.keys.conventional.has(key)) continue;
    const store = new EntityStore(context, resource, keys.slice(0, -1));
    const stored = await store.find(key);
    // The caller's own account and the entities of an unused collection exist without being created.
    if (stored === undefined && (context.caller?.clientId === key || !store.wasUsed)) continue;
    // Only a parent that a request created and deleted is permanently gone.
    if (inventsIds(context) && stored?.created !== true) continue;
    if (stored?.fields === undefined) return createNotFoundError(resource, key);
  }
  return undefined;
}

/** Returns whether the path leads through an entity that a request created. Below it, only created entities exist. */
export async function isBelowStored({ context, input, plan }: Omit<OperationRequest, 'served'>): Promise<boolean> {
  const { resource, sources } = plan.through.at(-1) ?? {};
  if (resource === undefined || sources === undefined) return false;
  const keys = sources.map((source) => readSource(source, input));
  const stored = await new EntityStore(context, resource, keys.slice(0, -1)).get(String(keys.at(-1)));
  return stored?.fields !== undefined && stored.order > 0;
}

export function createNotFoundError(resource: Resource, key: unknown): ErrorResult {
  const word = toSingular(resource.name.split(/[.:]/).at(-1) ?? 'entity');
  if (key === undefined && !resource.single) return inferredErrors.noKey(word, resource.key);
  return inferredErrors.notFound(word, resource.single ? '' : stringifyJson(key));
}

/** Reads a body that is an object, or the fields of a multipart body. */
export function readObjectBody(body: unknown): Record<string, unknown> {
  const plain = isMultipartBody(body) ? body.fields : body;
  return isObject(plain) && !(plain instanceof Uint8Array) ? { ...plain } : {};
}
