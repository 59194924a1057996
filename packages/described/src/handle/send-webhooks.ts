import { type ExpressionExchange, evaluateExpression, isObject, resolveReference } from '@understudy/contract';
import type { UnitContext, WebhookMethod, WebhookPolicy } from '@understudy/kernel';
import {
  isRelatedSchema,
  lastSegment,
  normalizeName,
  type OperationPlan,
  type Resource,
  type ResourceEffect,
  remember,
  toSingular,
} from '@understudy/model';
import { shapeValue } from '../answer/shape-value.js';
import { showStored } from '../answer/show-stored.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import {
  type ApiRuntime,
  createSession,
  type HandlerResult,
  type OperationRequest,
  type ResourceCall,
  readObjectBody,
  readSource,
} from './api-runtime.js';
import type { BehaviorSession } from './behavior/behavior-session.js';
import { createEventPayload, type HappenedEvent } from './events/event-payload.js';
import { findSubscribers, findSubscriptionCallback } from './find-subscribers.js';
import { type StatedHappening, sendStatedEvents } from './send-stated-events.js';
import { webhookUrlSetting } from './settings.js';

type Fields = Readonly<Record<string, unknown>>;

/** The part of a call that sending needs. A call without state has no resource. */
type Sending = OperationRequest & Pick<Subject, 'facts' | 'resource'> & { readonly session?: BehaviorSession };

/** Sends the callbacks and webhooks of an operation that has succeeded. */
export async function sendAll(call: Sending, fields: Fields, result: HandlerResult): Promise<void> {
  const { plan, served, context, facts, resource, input } = call;
  const isStated = served.plan.behavior.events !== undefined;
  const { webhooks, callbacks } = isStated
    ? nothing
    : (sends.get(plan) ?? remember(sends, plan, () => listSends(call)));
  if ('refused' in result || (!isStated && webhooks.length + callbacks.length === 0)) return;
  const sender = new WebhookSender(served, context, { resource, fields, facts, policy: plan.webhookPolicy });
  if (isStated) {
    const session = call.session ?? createSession(call);
    const targets = callbackTargets(call, result);
    const cause = plan.operation.operationId;
    return await sendStatedEvents({ served, context, session, resource, cause, targets }, sender, fields);
  }
  const parents = plan.parents.map((source) => readSource(source, input));
  if (webhooks.length > 0) await sender.notify(webhooks, parents);
  if (callbacks.length === 0) return;
  const exchange = exchangeOf(call, result);
  for (const { name, callback } of callbacks)
    for (const [expression, item] of Object.entries(callback)) {
      const target = expression.startsWith('x-') ? undefined : evaluateExpression(expression, exchange);
      if (target !== undefined) sender.post(name, item, target);
    }
}

/** What an operation sends by itself. */
interface Sends {
  readonly webhooks: readonly string[];
  readonly callbacks: readonly { readonly name: string; readonly callback: Fields }[];
}

const nothing: Sends = { webhooks: [], callbacks: [] };
const sends = new WeakMap<OperationPlan, Sends>();

function listSends({ plan, served, resource }: Sending): Sends {
  const { document } = served.plan.schemas;
  const all: Fields = isObject(plan.node['callbacks']) ? plan.node['callbacks'] : {};
  const described = plan.sends.map((name) => ({ name, callback: resolveReference(document, all[name]) }));
  const webhooks = described.flatMap(({ name, callback }) => (callback === undefined ? [name] : []));
  const what = happened[plan.does];
  const isAboutSubscriptions = resource !== undefined && served.plan.receivers.has(resource.name);
  const { changes } = served.plan.behavior;
  if (resource !== undefined && what !== undefined && !isAboutSubscriptions && !changes.has(resource.name))
    webhooks.push(`${toSingular(lastSegment(resource.shape))}.${what}`);
  const stated = new Set([...changes.values()].flatMap((each) => each.map(({ name }) => name)));
  const callbacks = described.flatMap(({ name, callback }) => (callback === undefined ? [] : [{ name, callback }]));
  return {
    // What the model says to happen is told by the change of the record.
    webhooks: webhooks.filter((name) => !stated.has(name)),
    callbacks: isAboutSubscriptions && stated.size > 0 ? [] : callbacks,
  };
}

/** The addresses of the callbacks of an operation, by name. */
function callbackTargets(call: Sending, result: HandlerResult): StatedHappening['targets'] {
  const { plan, served } = call;
  const { document } = served.plan.schemas;
  const callbacks: Fields = isObject(plan.node['callbacks']) ? plan.node['callbacks'] : {};
  const exchange = exchangeOf(call, result);
  return (name) =>
    Object.entries(resolveReference(document, callbacks[name]) ?? {}).flatMap(([expression, item]) => {
      const url = expression.startsWith('x-') ? undefined : evaluateExpression(expression, exchange);
      return url === undefined ? [] : [{ item, url }];
    });
}

const happened: Readonly<Partial<Record<ResourceEffect, string>>> = {
  create: 'created',
  replace: 'updated',
  update: 'updated',
  act: 'updated',
  delete: 'deleted',
};

function exchangeOf({ input, context }: Sending, result: HandlerResult): ExpressionExchange {
  const { headers, url, method } = context.request;
  const answer: { body?: unknown; headers?: Readonly<Record<string, string>> } = 'refused' in result ? {} : result;
  const answered = Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    url: `${context.baseUrl}${url}`,
    method,
    status: result.status,
    request: { headers, path: input.path, query: input.query, body: input.body },
    response: { headers: Object.fromEntries(answered), body: answer.body },
  };
}

const sendable: Readonly<Record<string, WebhookMethod>> = {
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  get: 'GET',
  head: 'HEAD',
  options: 'OPTIONS',
};

/** Methods with a body only if the description has one. */
const bodyless: ReadonlySet<WebhookMethod> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** What webhooks are about, and how they are delivered. */
interface Subject {
  readonly resource: Resource | undefined;
  readonly fields: Fields;
  readonly facts: ResourceCall['facts'];
  /** What differs from the policy of all webhooks. */
  readonly policy?: Partial<WebhookPolicy>;
  /** What has happened. Undefined for a webhook that an operation sends by itself. */
  readonly happened?: { readonly event: HappenedEvent; readonly session: BehaviorSession };
}

export class WebhookSender {
  readonly #served: ApiRuntime;
  readonly #context: UnitContext;
  readonly #subject: Subject & Required<Pick<Subject, 'policy'>>;
  readonly #webhooks: Fields;

  constructor(served: ApiRuntime, context: UnitContext, subject: Subject) {
    this.#served = served;
    this.#context = context;
    this.#subject = { ...subject, policy: { ...served.plan.webhookPolicy, ...subject.policy } };
    const { webhooks }: { webhooks?: unknown } = Object(served.plan.schemas.document);
    this.#webhooks = isObject(webhooks) ? webhooks : {};
  }

  /** Sends webhooks to the configured URL and events to the subscribers. @returns their number */
  async notify(names: readonly string[], parents: readonly unknown[]): Promise<number> {
    let sent = names.filter((name) => this.sendWebhook(name)).length;
    const [first = ''] = names;
    const item = names.map((name) => this.#itemOf(name)).find((each) => each !== undefined);
    for (const { url, policy } of await findSubscribers(this.#served, this.#context, { names, parents })) {
      if (item !== undefined) this.post(first, item, url, policy);
      else this.#postEvent(first, url, policy);
      sent += 1;
    }
    return sent;
  }

  /** Sends a webhook of the description to the configured URL. @returns whether there are both */
  sendWebhook(name: string, body?: unknown): boolean {
    const target = this.#context.settings.of(webhookUrlSetting);
    const item = this.#itemOf(name);
    if (target === null || item === undefined) return false;
    this.post(name, item, target, {}, body);
    return true;
  }

  /** The request that tells of an event: the webhook or callback that the model names, or else the one with its name. */
  #itemOf(name: string): unknown {
    const { webhook = name } = this.#served.plan.model.events?.types?.[name] ?? {};
    return this.#webhooks[webhook] ?? findSubscriptionCallback(this.#served, webhook);
  }

  /** Sends the first request that a callback or webhook describes. */
  post(
    ...[name, item, url, policy = {}, told]: readonly [string, unknown, string, Partial<WebhookPolicy>?, unknown?]
  ): void {
    const { document } = this.#served.plan.schemas;
    const [method, operation] =
      Object.entries(resolveReference(document, item) ?? {})
        .map(([each, node]) => [sendable[each], node] as const)
        .find(([each, node]) => each !== undefined && isObject(node) && isObject(node['responses'])) ?? [];
    if (method === undefined || !URL.canParse(url)) return;
    const body = resolveReference(document, Object(operation)['requestBody']);
    const [type = 'application/json', entry] =
      Object.entries(isObject(body?.['content']) ? body['content'] : {})[0] ?? [];
    const isEmpty = body === undefined && bodyless.has(method);
    this.#send(name, policy, {
      url,
      ...(method === 'POST' ? {} : { method }),
      headers: isEmpty ? {} : { 'content-type': type.includes('json') ? type : 'application/json' },
      body: isEmpty
        ? undefined
        : told !== undefined
          ? told
          : this.#payload(isObject(entry) ? entry['schema'] : {}, name),
    });
  }

  /** Sends an event with a body that the model states, or else in the form of the schema for events. */
  postBody(...[name, url, policy, body]: readonly [string, string, Partial<WebhookPolicy>, unknown]): void {
    if (body === undefined) this.#postEvent(name, url, policy);
    else this.#send(name, policy, { url, headers: { 'content-type': 'application/json' }, body });
  }

  /** Sends an event without a webhook in the description, in the form of its schema for events. */
  #postEvent(name: string, url: string, policy: Partial<WebhookPolicy>): void {
    const { schemas } = this.#served.plan;
    const { fields, facts } = this.#subject;
    if (!URL.canParse(url)) return;
    const { components }: { components?: unknown } = Object(schemas.document);
    const named = Object.entries(Object(Object(components).schemas)).find(([each]) =>
      /^(webhook)?event(payload)?$/.test(normalizeName(each)),
    );
    const timestamp = facts.now.toISOString();
    const [, schema] = named ?? [];
    const { happened, resource } = this.#subject;
    if (happened !== undefined && resource !== undefined) {
      const body = this.#told({ ...happened, resource, by: '*' }, schema);
      this.#send(name, policy, { url, headers: { 'content-type': 'application/json' }, body });
      return;
    }
    const isHeld = schemas.chosen(schemas.member(schema, 'data')).properties.has('object');
    const data = isHeld ? { object: fields } : fields;
    const created = Math.floor(facts.now.getTime() / 1000);
    const id = this.#context.ids.next('event');
    const said = { id, type: name, event: name, created, created_at: timestamp, timestamp, data };
    const body = schema === undefined ? { type: name, timestamp, data } : shapeValue(schemas, said, schema, facts);
    this.#send(name, policy, { url, headers: { 'content-type': 'application/json' }, body });
  }

  #send(
    reference: string,
    policy: Partial<WebhookPolicy>,
    request: Omit<Parameters<UnitContext['webhooks']['send']>[0]['request'], 'policy'>,
  ): void {
    const { header } = this.#served.plan.model.events ?? {};
    const headers = header === undefined ? request.headers : { ...request.headers, [header.toLowerCase()]: reference };
    const whole = { ...this.#served.webhookPolicy, ...this.#subject.policy, ...policy };
    this.#context.webhooks.send({ tenantId: '', reference, request: { ...request, headers, policy: whole } });
  }

  #told(
    about: Pick<Parameters<typeof createEventPayload>[0], 'event' | 'session' | 'resource' | 'by'>,
    schema: unknown,
  ): unknown {
    return createEventPayload({ ...about, served: this.#served, facts: this.#subject.facts }, schema);
  }

  /** Returns the payload of a webhook: the entity itself, or an envelope with the entity and the event. */
  #payload(schema: unknown, name: string): unknown {
    const { schemas } = this.#served.plan;
    const { resource, fields, facts, happened } = this.#subject;
    if (happened !== undefined && resource !== undefined) {
      const { webhook = name } = this.#served.plan.model.events?.types?.[name] ?? {};
      return this.#told({ ...happened, resource, by: webhook }, schema);
    }
    const flat = schemas.chosen(schema);
    const members = [...flat.properties].map(([member, property]) => {
      const { properties } = schemas.chosen(property);
      return { member, property, names: [...properties.keys()] };
    });
    const holder =
      members.find(
        ({ property, names }) =>
          resource !== undefined && names.length > 1 && isRelatedSchema(schemas, property, resource.schema),
      ) ?? members.find(({ names }) => names.length > 0 && names.every((each) => Object.hasOwn(fields, each)));
    const isThing =
      resource !== undefined &&
      (flat.names.some((each) => schemas.chosen(resource.schema).names.includes(each)) ||
        (holder === undefined && isRelatedSchema(schemas, schema, resource.schema)));
    const shape = (value: unknown) =>
      resource === undefined
        ? shapeValue(schemas, value, schema, facts)
        : showStored(schemas, value, { schema, facts });
    if (isThing || flat.properties.size === 0) return shape(fields);
    const generate = () => generateMeaningfulValue(schemas, schema, { ...facts, seed: name });
    const said: Record<string, unknown> = {
      ...(resource === undefined ? readObjectBody(generate()) : {}),
      ...fields,
      ...(holder === undefined ? {} : { [holder.member]: fields }),
    };
    for (const { member, property } of members) {
      const { types, keywords } = schemas.chosen(property);
      const isEvent = schemas.names.get(member)?.tellsEvent === true && types.includes('string');
      const allowed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [name];
      const isTold = resource === undefined && fields[member] !== undefined;
      if (isEvent && !isTold && keywords['const'] === undefined)
        said[member] = allowed.find((each) => normalizeName(name).includes(normalizeName(String(each)))) ?? allowed[0];
      if (keywords['format'] === 'date-time') said[member] = fields[member] ?? facts.now.toISOString();
    }
    return shape(said) ?? generate();
  }
}
