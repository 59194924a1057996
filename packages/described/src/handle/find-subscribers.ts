import { isObject, omitUndefined, resolveReference } from '@understudy/contract';
import type { UnitContext, WebhookPolicy } from '@understudy/kernel';
import { type DescriptionNames, type NameMeaning, normalizeName, toSingular } from '@understudy/model';
import type { ApiRuntime } from './api-runtime.js';
import { EntityStore } from './entity-store.js';
import { goOn } from './go-on.js';
import { readHidden } from './hidden-members.js';

/** A receiver that a client has registered through the API's own operations. */
export interface Subscriber {
  readonly url: string;
  readonly policy: Partial<WebhookPolicy>;
}

/** Maximum number of subscribers. Later subscriptions receive nothing. */
const mostSubscribers = 100;

/** Finds the request described by a callback of an operation that registers receivers. */
export function findSubscriptionCallback(served: ApiRuntime, name: string): unknown {
  for (const { does, resource, node } of served.plan.operations.values()) {
    if (does !== 'create' || resource === undefined || !served.plan.behavior.receivers.has(resource.name)) continue;
    const callbacks = isObject(node['callbacks']) ? node['callbacks'] : {};
    const callback = resolveReference(served.plan.schemas.document, callbacks[name]);
    if (callback !== undefined) return Object.values(callback)[0];
  }
  return undefined;
}

/** Returns whether there can be registered receivers. */
export function hasSubscribers(
  served: ApiRuntime,
  context: UnitContext,
  [name, ...others] = [...served.plan.behavior.receivers],
): boolean | Promise<boolean> {
  if (name === undefined) return false;
  const resource = served.resourcesByName.get(name);
  // Receivers below a parent record depend on that record.
  if (resource === undefined || resource.parents > 0) return true;
  const store = new EntityStore(context, resource, []);
  return goOn(store.fill(), () => store.countSync('') > 0 || hasSubscribers(served, context, others));
}

/** Finds the receivers registered for any of several events, such as `order.created`. */
export async function findSubscribers(
  served: ApiRuntime,
  context: UnitContext,
  { names, parents }: { readonly names: readonly string[]; readonly parents: readonly unknown[] },
): Promise<Subscriber[]> {
  const found: Subscriber[] = [];
  const { schemas, behavior } = served.plan;
  const means = schemas.names;
  for (const resource of [...behavior.receivers].map((name) => served.resourcesByName.get(name))) {
    if (resource === undefined || resource.parents > parents.length) continue;
    const store = new EntityStore(context, resource, parents.slice(0, resource.parents));
    for (const entity of (await store.page(0, mostSubscribers)).entities) {
      const fields = { ...(await readHidden(context, resource, entity)), ...entity.fields };
      const isOff = valuesOf(means, fields, 'on').some((value) => value === false || means.get(String(value))?.isOff);
      const [url] = valuesOf(means, fields, 'address').filter((value) => typeof value === 'string');
      const [wanted] = valuesOf(means, fields, 'events');
      if (isOff || url === undefined || !names.some((name) => wants(wanted, name))) continue;
      found.push({ url, policy: signedBy(served, valuesOf(means, fields, 'secret')[0]) });
    }
  }
  return found.slice(0, mostSubscribers);
}

/** The values of a receiver's members with a given meaning, including members of its settings. */
function valuesOf(
  names: DescriptionNames,
  fields: Readonly<Record<string, unknown>>,
  what: NameMeaning['receiver'],
): unknown[] {
  const settings = Object.entries(fields).flatMap(([name, value]) =>
    names.get(name)?.holdsReceiver === true && isObject(value) ? [value] : [],
  );
  return [fields, ...settings].flatMap((each) =>
    Object.entries(each).flatMap(([name, value]) =>
      names.get(name)?.receiver === what && value !== undefined && value !== null ? [value] : [],
    ),
  );
}

/** Returns whether a subscription includes an event: by its name, `*`, `order.*`, or the resource. */
function wants(wanted: unknown, name: string): boolean {
  const list: unknown[] = Array.isArray(wanted) ? wanted : wanted === undefined ? ['*'] : [wanted];
  const [subject = ''] = name.split('.');
  return list.some((each) => {
    const text = String(isObject(each) ? (each['name'] ?? each['type']) : each);
    const isOfSubject = text.endsWith('.*') && name.startsWith(text.slice(0, -1));
    return text === '*' || normalizeName(text) === normalizeName(name) || isOfSubject || toSingular(text) === subject;
  });
}

/** Signs with the secret of the subscription before all others. */
function signedBy({ plan, webhookPolicy }: ApiRuntime, secret: unknown): Partial<WebhookPolicy> {
  const { sign } = plan.model.events ?? {};
  const stated =
    sign?.scheme === undefined ? {} : { signature: omitUndefined({ ...sign, scheme: sign.scheme, secrets: [] }) };
  const { signature } = { ...stated, ...webhookPolicy, ...plan.model.webhooks };
  if (typeof secret !== 'string' || secret === '') return plan.model.webhooks ?? {};
  const others = signature?.secrets ?? [];
  return { ...plan.model.webhooks, signature: { scheme: 'standard', ...signature, secrets: [secret, ...others] } };
}
