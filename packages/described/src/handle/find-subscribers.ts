import { isObject, omitUndefined, resolveReference } from '@understudy/contract';
import type { UnitContext, WebhookPolicy } from '@understudy/kernel';
import { getMember, lastSegment, normalizeName, type Resource, remember, toSingular } from '@understudy/model';
import type { ApiRuntime } from './api-runtime.js';
import { EntityStore } from './entity-store.js';
import { readHidden } from './hidden-members.js';

/** A receiver that a client has registered by the API's own operations. */
interface Subscriber {
  readonly url: string;
  readonly policy: Partial<WebhookPolicy>;
}

/** Later subscriptions get nothing. */
const mostSubscribers = 100;

const urls = ['url', 'target_url', 'targetUrl', 'callback_url', 'callbackUrl', 'webhook_url', 'endpoint', 'config.url'];
const events = 'enabled_events events event_types eventTypes topics types event topic event_type'.split(' ');
const secrets = ['secret', 'signing_secret', 'signingSecret', 'config.secret'];
const offs: Readonly<Record<string, unknown>> = {
  active: false,
  enabled: false,
  status: 'disabled',
  state: 'disabled',
};

const known = new WeakMap<ApiRuntime['plan'], readonly Resource[]>();

/** Lists the resources whose entities receive webhooks, recognized by their name and by an address and events. */
export function listSubscriptionResources({ plan }: ApiRuntime): readonly Resource[] {
  return remember(known, plan, () =>
    [...plan.resources.values()].filter(({ shape, schema, writable, kept }) => {
      const names = new Set([...plan.schemas.chosen(schema).properties.keys(), ...writable]);
      const word = normalizeName(lastSegment(shape));
      const has = (list: readonly string[]) => list.some((name) => names.has(name.split('.')[0] ?? name));
      return kept && /(webhook|hook|subscription|endpoint|callback|listener)s?$/.test(word) && has(urls) && has(events);
    }),
  );
}

/** Finds the request of a callback of an operation that registers receivers. */
export function findSubscriptionCallback(served: ApiRuntime, name: string): unknown {
  const subscriptions = listSubscriptionResources(served);
  for (const { does, resource, node } of served.plan.operations.values()) {
    if (does !== 'create' || resource === undefined || !subscriptions.includes(resource)) continue;
    const callbacks = isObject(node['callbacks']) ? node['callbacks'] : {};
    const callback = resolveReference(served.plan.schemas.document, callbacks[name]);
    if (callback !== undefined) return Object.values(callback)[0];
  }
  return undefined;
}

/** Finds the registered receivers of any of some events, such as `order.created`. */
export async function findSubscribers(
  served: ApiRuntime,
  context: UnitContext,
  { names, parents }: { readonly names: readonly string[]; readonly parents: readonly unknown[] },
): Promise<Subscriber[]> {
  const found: Subscriber[] = [];
  for (const resource of listSubscriptionResources(served)) {
    if (resource.parents > parents.length) continue;
    const store = new EntityStore(context, resource, parents.slice(0, resource.parents));
    for (const entity of (await store.page(0, mostSubscribers)).entities) {
      const fields = { ...(await readHidden(context, resource, entity)), ...entity.fields };
      const isOff = Object.entries(offs).some(([name, value]) => fields[name] === value);
      const url = firstOf(fields, urls);
      if (isOff || typeof url !== 'string' || !names.some((name) => wants(firstOf(fields, events), name))) continue;
      found.push({ url, policy: signedBy(served, firstOf(fields, secrets)) });
    }
  }
  return found.slice(0, mostSubscribers);
}

function firstOf(fields: Readonly<Record<string, unknown>>, paths: readonly string[]): unknown {
  return paths.map((path) => getMember(fields, path)).find((value) => value !== undefined && value !== null);
}

/** Returns whether a subscription includes an event: its name, all, `order.*`, or the resource. */
function wants(wanted: unknown, name: string): boolean {
  const list: unknown[] = Array.isArray(wanted) ? wanted : wanted === undefined ? ['*'] : [wanted];
  const [subject = ''] = name.split('.');
  return list.some((each) => {
    const text = String(isObject(each) ? (each['name'] ?? each['type']) : each);
    const isOfSubject = text.endsWith('.*') && name.startsWith(text.slice(0, -1));
    return text === '*' || normalizeName(text) === normalizeName(name) || isOfSubject || toSingular(text) === subject;
  });
}

/** Returns a secret of the subscription signs first. */
function signedBy({ plan, webhookPolicy }: ApiRuntime, secret: unknown): Partial<WebhookPolicy> {
  const { sign } = plan.model.events ?? {};
  const stated =
    sign?.scheme === undefined ? {} : { signature: omitUndefined({ ...sign, scheme: sign.scheme, secrets: [] }) };
  const { signature } = { ...stated, ...webhookPolicy, ...plan.webhookPolicy };
  if (typeof secret !== 'string' || secret === '') return plan.webhookPolicy;
  const others = signature?.secrets ?? [];
  return { ...plan.webhookPolicy, signature: { scheme: 'standard', ...signature, secrets: [secret, ...others] } };
}
