import { type ExpressionExchange, evaluateExpression, isObject, resolveReference } from '@understudy/contract';
import type { SuccessResponse } from '@understudy/kernel';
import {
  lastSegment,
  type OperationPlan,
  type Resource,
  type ResourceEffect,
  remember,
  toSingular,
} from '@understudy/model';
import {
  createSession,
  type HandlerResult,
  type OperationRequest,
  type ResourceCall,
  readSource,
  statementOf,
} from './api-runtime.js';
import type { BehaviorSession } from './behavior/behavior-session.js';
import { type FindCallbacks, mayBeHeard, tellFollowing } from './events/tell-event.js';
import { WebhookSender } from './webhook-sender.js';

type Fields = Readonly<Record<string, unknown>>;

/** The properties of a call that sending requires. A call of a stateless operation has no resource. */
type Sending = OperationRequest &
  Pick<ResourceCall, 'facts'> & { readonly resource: Resource | undefined; readonly session?: BehaviorSession };

/** Sends the callbacks and webhooks of an operation that has succeeded. */
export function sendAll(call: Sending, fields: Fields, result: HandlerResult): Promise<void> | undefined {
  const { plan, served, context, facts, resource } = call;
  if ('refused' in result) return undefined;
  const { webhooks: policy = {} } = statementOf(call) ?? {};
  if (served.plan.behavior.events === undefined) {
    const own = sends.get(plan) ?? remember(sends, plan, () => listSends(call));
    const isHeard = own.callbacks.length > 0 || (own.webhooks.length > 0 && mayBeHeard(call) !== false);
    return isHeard ? sendOwn(call, fields, { ...own, result }) : undefined;
  }
  const session = call.session ?? createSession(call);
  const { operationId } = plan.operation;
  const occasion = { served, context, session, facts, operationId, policy };
  return tellFollowing(occasion, { resource, fields }, callbackTargets(call, result));
}

async function sendOwn(
  call: Sending,
  fields: Fields,
  { webhooks, callbacks, result }: Sends & { readonly result: SuccessResponse },
): Promise<void> {
  const { plan, served, context, facts, resource, input } = call;
  const { webhooks: policy = {} } = statementOf(call) ?? {};
  const sender = new WebhookSender(served, context, { resource, fields, facts, policy });
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

/** The webhooks and callbacks of an operation. */
interface Sends {
  readonly webhooks: readonly string[];
  readonly callbacks: readonly { readonly name: string; readonly callback: Fields }[];
}

const sends = new WeakMap<OperationPlan, Sends>();

function listSends({ plan, served, resource }: Sending): Sends {
  const { document } = served.plan.schemas;
  const all: Fields = isObject(plan.node['callbacks']) ? plan.node['callbacks'] : {};
  const described = plan.sends.map((name) => ({ name, callback: resolveReference(document, all[name]) }));
  const webhooks = described.flatMap(({ name, callback }) => (callback === undefined ? [name] : []));
  const what = happened[plan.does];
  const isAboutSubscriptions = resource !== undefined && served.plan.behavior.receivers.has(resource.name);
  const { changes } = served.plan.behavior;
  if (resource !== undefined && what !== undefined && !isAboutSubscriptions && !changes.has(resource.name))
    webhooks.push(`${toSingular(lastSegment(resource.shape))}.${what}`);
  const stated = new Set([...changes.values()].flatMap((each) => each.map(({ name }) => name)));
  const callbacks = described.flatMap(({ name, callback }) => (callback === undefined ? [] : [{ name, callback }]));
  return {
    // Events that the model defines are sent for the change of the record instead.
    webhooks: webhooks.filter((name) => !stated.has(name)),
    callbacks: isAboutSubscriptions && stated.size > 0 ? [] : callbacks,
  };
}

/** The URLs of an operation's callbacks, by callback name. */
function callbackTargets(call: Sending, result: HandlerResult): FindCallbacks {
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
