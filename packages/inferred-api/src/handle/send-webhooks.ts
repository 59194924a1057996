import { type ExpressionExchange, evaluateExpression, isObject, resolveReference } from '@understudy/contract';
import type { UnitContext, WebhookMethod, WebhookPolicy } from '@understudy/kernel';
import { shapeValue } from '../answer/shape-value.js';
import { isRelatedSchema } from '../infer/find-body.js';
import type { ResourceEffect } from '../infer/plan.js';
import type { Resource } from '../infer/resource.js';
import { lastSegment, normalizeName, toSingular } from '../infer/words.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { type ApiRuntime, type HandlerResult, type ResourceCall, readObjectBody, readSource } from './api-runtime.js';
import { findSubscribers, listSubscriptionResources } from './find-subscribers.js';
import { webhookUrlSetting } from './settings.js';

type Fields = Readonly<Record<string, unknown>>;

/** The part of a call that sending needs. A call without state has no resource. */
type Sending = Pick<ResourceCall, 'served' | 'plan' | 'input' | 'context' | 'facts'> & {
  readonly resource: Resource | undefined;
};

/** Sends the callbacks and webhooks of an operation that has succeeded. */
export async function sendAll(call: Sending, fields: Fields, result: HandlerResult): Promise<void> {
  const { plan, served, context } = call;
  if ('refused' in result) return;
  const callbacks: Fields = isObject(plan.node['callbacks']) ? plan.node['callbacks'] : {};
  const isCallback = (name: string) => resolveReference(served.bodies.schemas.document, callbacks[name]) !== undefined;
  await notifyAll(
    call,
    plan.sends.filter((name) => !isCallback(name)),
    fields,
  );
  for (const name of plan.sends) {
    const callback = resolveReference(served.bodies.schemas.document, callbacks[name]);
    if (callback === undefined) continue;
    const exchange = exchangeOf(call, result);
    for (const [expression, item] of Object.entries(callback)) {
      const target = expression.startsWith('x-') ? undefined : evaluateExpression(expression, exchange);
      if (target !== undefined)
        post(served, context, name, item, target, call.resource, fields, call.facts, plan.webhookPolicy);
    }
  }
}

const happened: Readonly<Partial<Record<ResourceEffect, string>>> = {
  create: 'created',
  replace: 'updated',
  update: 'updated',
  act: 'updated',
  delete: 'deleted',
};

/** Sends the webhooks of an operation, and the event that it is to the subscribers of the API. */
async function notifyAll(call: Sending, webhooks: readonly string[], fields: Fields): Promise<void> {
  const { plan, served, context, facts, resource, input } = call;
  const what = happened[plan.does];
  const isAboutSubscriptions = resource !== undefined && listSubscriptionResources(served).includes(resource);
  const event =
    resource === undefined || what === undefined ? [] : [`${toSingular(lastSegment(resource.shape))}.${what}`];
  const names = isAboutSubscriptions ? webhooks : [...webhooks, ...event];
  if (names.length === 0) return;
  const parents = plan.parents.map((source) => readSource(source, input));
  await notifySubscribers(served, context, { resource, names, parents, fields, facts, policy: plan.webhookPolicy });
}

/** An event: its names in the description and for subscribers, and the entity. */
interface Happening {
  readonly resource: Resource | undefined;
  readonly names: readonly string[];
  readonly parents: readonly unknown[];
  readonly fields: Fields;
  readonly facts: ResourceCall['facts'];
  readonly policy?: Partial<WebhookPolicy>;
}

/** Sends webhooks to the configured URL and events to the subscribers. @returns their number */
export async function notifySubscribers(
  served: ApiRuntime,
  context: UnitContext,
  happening: Happening,
): Promise<number> {
  const { resource, names, fields, facts, policy = served.plan.webhookPolicy } = happening;
  const { webhooks }: { webhooks?: unknown } = Object(served.bodies.schemas.document);
  const described: Fields = isObject(webhooks) ? webhooks : {};
  const target = context.settings.of(webhookUrlSetting);
  let sent = 0;
  for (const name of names) {
    if (target === null || described[name] === undefined) continue;
    sendWebhook(served, context, resource, name, fields, facts, policy);
    sent += 1;
  }
  const [name = ''] = names;
  for (const subscriber of await findSubscribers(served, context, happening)) {
    const item = names.map((each) => described[each]).find((each) => each !== undefined);
    const own = { ...policy, ...subscriber.policy };
    if (item !== undefined) post(served, context, name, item, subscriber.url, resource, fields, facts, own);
    else postEvent(served, context, { name, url: subscriber.url, fields, facts, policy: own });
    sent += 1;
  }
  return sent;
}

/** Sends an event without a webhook in the description, in the form of its schema for events. */
function postEvent(
  served: ApiRuntime,
  context: UnitContext,
  {
    name,
    url,
    fields,
    facts,
    policy,
  }: Pick<Happening, 'fields' | 'facts'> & { name: string; url: string; policy: Partial<WebhookPolicy> },
): void {
  const { schemas } = served.bodies;
  if (!URL.canParse(url)) return;
  const { components }: { components?: unknown } = Object(schemas.document);
  const named = Object.entries(Object(Object(components).schemas)).find(([each]) =>
    /^(webhook)?event(payload)?$/.test(normalizeName(each)),
  );
  const timestamp = facts.now.toISOString();
  const [, schema] = named ?? [];
  const data = schemas.chosen(schemas.chosen(schema).properties.get('data')).properties.has('object')
    ? { object: fields }
    : fields;
  const created = Math.floor(facts.now.getTime() / 1000);
  const said = {
    id: context.ids.next('event'),
    type: name,
    event: name,
    created,
    created_at: timestamp,
    timestamp,
    data,
  };
  const body = schema === undefined ? { type: name, timestamp, data } : shapeValue(schemas, said, schema, facts);
  const request = {
    url,
    headers: { 'content-type': 'application/json' },
    body,
    policy: { ...served.webhookPolicy, ...policy },
  };
  context.webhooks.send({ tenantId: '', reference: name, request });
}

/** Returns the exchange for the runtime expressions of a callback. */
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

/**
 * Sends a webhook of the document to the configured URL.
 *
 * @param policy for this webhook; defaults to the shared policy
 */
export function sendWebhook(
  served: ApiRuntime,
  context: UnitContext,
  resource: Resource | undefined,
  name: string,
  fields: Fields,
  facts: ResourceCall['facts'],
  policy = served.plan.webhookPolicy,
): void {
  const target = context.settings.of(webhookUrlSetting);
  const { webhooks }: { webhooks?: unknown } = Object(served.bodies.schemas.document);
  if (target === null || !isObject(webhooks)) return;
  post(served, context, name, webhooks[name], target, resource, fields, facts, policy);
}

function post(
  served: ApiRuntime,
  context: UnitContext,
  name: string,
  item: unknown,
  url: string,
  resource: Resource | undefined,
  fields: Fields,
  facts: ResourceCall['facts'],
  policy: Partial<WebhookPolicy>,
): void {
  const { schemas } = served.bodies;
  const described = describedRequest(resolveReference(schemas.document, item));
  if (described === undefined || !URL.canParse(url)) return;
  const { method, operation } = described;
  const body = resolveReference(schemas.document, operation['requestBody']);
  const [type = 'application/json', entry] =
    Object.entries(isObject(body?.['content']) ? body['content'] : {})[0] ?? [];
  const schema = isObject(entry) ? entry['schema'] : {};
  context.webhooks.send({
    tenantId: '',
    reference: name,
    request: {
      url,
      ...(method === 'POST' ? {} : { method }),
      ...(body === undefined && bodyless.has(method)
        ? { headers: {}, body: undefined }
        : {
            headers: { 'content-type': type.includes('json') ? type : 'application/json' },
            body: payload(served, schema, name, resource, fields, facts),
          }),
      policy: { ...served.webhookPolicy, ...policy },
    },
  });
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

/** Returns the first described request of a callback or webhook, or undefined. */
function describedRequest(
  item: Fields | undefined,
): { readonly method: WebhookMethod; readonly operation: Fields } | undefined {
  for (const [name, operation] of Object.entries(item ?? {})) {
    const method = sendable[name];
    if (method !== undefined && isObject(operation) && isObject(operation['responses'])) return { method, operation };
  }
  return undefined;
}

/** Returns the payload of a webhook: the entity itself, or an envelope with the entity and the event. */
function payload(
  { bodies }: ApiRuntime,
  schema: unknown,
  name: string,
  resource: Resource | undefined,
  fields: Fields,
  facts: ResourceCall['facts'],
): unknown {
  const { schemas } = bodies;
  const flat = schemas.chosen(schema);
  const members = [...flat.properties].map((each) => ({ each, inner: schemas.chosen(each[1]).properties }));
  const { each: holds } =
    members.find(
      ({ each: [, property], inner }) =>
        resource !== undefined && inner.size > 1 && isRelatedSchema(schemas, property, resource.schema),
    ) ??
    members.find(({ inner }) => inner.size > 0 && [...inner.keys()].every((name) => Object.hasOwn(fields, name))) ??
    {};
  const isThing =
    resource !== undefined &&
    (flat.names.some((each) => schemas.chosen(resource.schema).names.includes(each)) ||
      (holds === undefined && isRelatedSchema(schemas, schema, resource.schema)));
  if (isThing || flat.properties.size === 0) return shapeValue(schemas, fields, schema, facts);
  const madeUp =
    resource === undefined ? readObjectBody(generateMeaningfulValue(schemas, schema, { ...facts, seed: name })) : {};
  const said: Record<string, unknown> = {
    ...madeUp,
    ...fields,
    ...(holds === undefined ? {} : { [holds[0]]: fields }),
  };
  for (const [member, property] of flat.properties) {
    const { types, keywords } = schemas.chosen(property);
    const isEvent =
      /^(event|eventtype|type|action|eventname|topic|name)$/.test(normalizeName(member)) && types.includes('string');
    const allowed: unknown[] | undefined = Array.isArray(keywords['enum']) ? keywords['enum'] : undefined;
    const isTold = resource === undefined && fields[member] !== undefined;
    if (isEvent && !isTold && keywords['const'] === undefined)
      said[member] =
        allowed === undefined
          ? name
          : (allowed.find((each) => normalizeName(name).includes(normalizeName(String(each)))) ?? allowed[0]);
    if (keywords['format'] === 'date-time') said[member] = fields[member] ?? facts.now.toISOString();
  }
  return shapeValue(schemas, said, schema, facts) ?? generateMeaningfulValue(schemas, schema, { ...facts, seed: name });
}
