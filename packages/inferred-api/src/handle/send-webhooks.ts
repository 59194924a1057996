import { type Exchange, evaluateExpression, isObject, resolveReference } from '@understudy/contract';
import type { UnitContext, WebhookMethod, WebhookPolicy } from '@understudy/kernel';
import { generatedValue } from '../answer/generated-value.js';
import { shapedValue } from '../answer/shaped-value.js';
import { isRelated } from '../infer/find-body.js';
import type { Resource } from '../infer/resource.js';
import { plainName } from '../infer/words.js';
import { type Call, objectOf, type Result, type Served } from './served.js';
import { webhookUrl } from './settings.js';

type Fields = Readonly<Record<string, unknown>>;

/** A call as far as what it sends goes: one that keeps nothing is about no resource. */
type Sending = Pick<Call, 'served' | 'plan' | 'input' | 'context' | 'facts'> & {
  readonly resource: Resource | undefined;
};

/** Sends the callbacks and webhooks of an operation that has succeeded. */
export async function sendAll(call: Sending, fields: Fields, result: Result): Promise<void> {
  const { plan, served, context } = call;
  if (plan.sends.length === 0 || 'refused' in result) return;
  const callbacks: Fields = isObject(plan.node['callbacks']) ? plan.node['callbacks'] : {};
  for (const name of plan.sends) {
    const callback = resolveReference(served.bodies.schemas.document, callbacks[name]);
    if (callback === undefined) {
      sendWebhook(served, context, call.resource, name, fields, call.facts, plan.webhookPolicy);
      continue;
    }
    const exchange = exchangeOf(call, result);
    for (const [expression, item] of Object.entries(callback)) {
      const target = expression.startsWith('x-') ? undefined : evaluateExpression(expression, exchange);
      if (target !== undefined)
        post(served, context, name, item, target, call.resource, fields, call.facts, plan.webhookPolicy);
    }
  }
}

/** What the runtime expressions of a callback speak of. */
function exchangeOf({ input, context }: Sending, result: Result): Exchange {
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
 * Sends a webhook of the document to where the settings say.
 *
 * @param policy the settings of this one; those of all by default
 */
export function sendWebhook(
  served: Served,
  context: UnitContext,
  resource: Resource | undefined,
  name: string,
  fields: Fields,
  facts: Call['facts'],
  policy = served.plan.webhookPolicy,
): void {
  const target = context.settings.of(webhookUrl);
  const { webhooks }: { webhooks?: unknown } = Object(served.bodies.schemas.document);
  if (target === null || !isObject(webhooks)) return;
  post(served, context, name, webhooks[name], target, resource, fields, facts, policy);
}

function post(
  served: Served,
  context: UnitContext,
  name: string,
  item: unknown,
  url: string,
  resource: Resource | undefined,
  fields: Fields,
  facts: Call['facts'],
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

/** Methods that carry a body only where the description gives them one. */
const bodyless: ReadonlySet<WebhookMethod> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** The first request that a callback or webhook describes; undefined where it describes none. */
function describedRequest(
  item: Fields | undefined,
): { readonly method: WebhookMethod; readonly operation: Fields } | undefined {
  for (const [name, operation] of Object.entries(item ?? {})) {
    const method = sendable[name];
    if (method !== undefined && isObject(operation) && isObject(operation['responses'])) return { method, operation };
  }
  return undefined;
}

/** What a webhook says: the thing itself, or, where it is about the thing, what holds it and what has happened. */
function payload(
  { bodies }: Served,
  schema: unknown,
  name: string,
  resource: Resource | undefined,
  fields: Fields,
  facts: Call['facts'],
): unknown {
  const { schemas } = bodies;
  const flat = schemas.chosen(schema);
  const holds =
    resource &&
    [...flat.properties].find(
      ([, property]) => schemas.chosen(property).properties.size > 1 && isRelated(schemas, property, resource.schema),
    );
  const isThing =
    resource !== undefined &&
    (flat.names.some((each) => schemas.chosen(resource.schema).names.includes(each)) ||
      (holds === undefined && isRelated(schemas, schema, resource.schema)));
  if (isThing || flat.properties.size === 0) return shapedValue(schemas, fields, schema, facts);
  const madeUp = resource === undefined ? objectOf(generatedValue(schemas, schema, name)) : {};
  const said: Record<string, unknown> = {
    ...madeUp,
    ...fields,
    ...(holds === undefined ? {} : { [holds[0]]: fields }),
  };
  for (const [member, property] of flat.properties) {
    const { types, keywords } = schemas.chosen(property);
    const isEvent =
      /^(event|eventtype|type|action|eventname|topic|name)$/.test(plainName(member)) && types.includes('string');
    const allowed: unknown[] | undefined = Array.isArray(keywords['enum']) ? keywords['enum'] : undefined;
    const isTold = resource === undefined && fields[member] !== undefined;
    if (isEvent && !isTold && keywords['const'] === undefined)
      said[member] =
        allowed === undefined
          ? name
          : (allowed.find((each) => plainName(name).includes(plainName(String(each)))) ?? allowed[0]);
    if (keywords['format'] === 'date-time') said[member] = fields[member] ?? facts.now.toISOString();
  }
  return shapedValue(schemas, said, schema, facts) ?? generatedValue(schemas, schema, name);
}
