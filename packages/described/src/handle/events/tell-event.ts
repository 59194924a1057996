import type { UnitContext, WebhookPolicy } from '@understudy/kernel';
import { type CompiledChannel, type CompiledEventType, getMember, type Resource } from '@understudy/model';
import { type ApiRuntime, readObjectBody } from '../api-runtime.js';
import type { BehaviorSession } from '../behavior/behavior-session.js';
import { showValue } from '../behavior/show-value.js';
import { EntityStore, splitParents } from '../entity-store.js';
import { findSubscribers, hasSubscribers, type Subscriber } from '../find-subscribers.js';
import { webhookUrlSetting } from '../settings.js';
import { WebhookSender } from '../webhook-sender.js';
import { createEventPayload, type HappenedEvent } from './event-payload.js';
import { takeChanges } from './record-changes.js';

type Fields = Readonly<Record<string, unknown>>;

/** The operation or timer in which an event happens. */
export interface Occasion {
  readonly served: ApiRuntime;
  readonly context: UnitContext;
  readonly session: BehaviorSession;
  readonly facts: { readonly now: Date; readonly baseUrl: string };
  /** Undefined for a timer. */
  readonly operationId?: string;
  /** The delivery settings of the webhooks. */
  readonly policy?: Partial<WebhookPolicy>;
}

/** Finds the callbacks with a name in an operation, and their URLs. */
export type FindCallbacks = (name: string) => readonly { readonly item: unknown; readonly url: string }[];

/** An event to be delivered. */
export interface PublishedEvent {
  readonly event: HappenedEvent;
  /** The resource of the event's record. */
  readonly resource: string | undefined;
  /** The body of an event caused by an operation. The body of a change is created for each receiver. */
  readonly body?: unknown;
}

/** Delivers the events for the changes in a unit of work. */
export function tellChanges(occasion: Occasion): Promise<void> | undefined {
  const heard = mayBeHeard(occasion);
  if (heard === false) return undefined;
  return Promise.resolve(heard).then((isSo) => (isSo ? tellHeard(occasion) : undefined));
}

async function tellHeard(occasion: Occasion): Promise<void> {
  const { served, context, operationId = null } = occasion;
  const changes = takeChanges(context);
  const { session } = occasion;
  // The caller can be a record that must be read first.
  await session.prepare();
  for (const { resource, key, parents, before, after } of changes) {
    const self = after === undefined ? null : session.show(resource, after, { key, parents });
    const old = before ?? null;
    const values = { self, old, operation: operationId };
    for (const { name, when } of served.plan.behavior.changes.get(resource.name) ?? []) {
      if (session.evaluate(when, values) !== true) continue;
      const event = { name, key, old, fields: self ?? before ?? {}, id: context.ids.next('event') };
      await tellEvent(occasion, { resource, event: { ...event, caller: session.callerKey } }, parents);
    }
  }
}

/** Returns whether any receiver, log or open stream can receive events. */
export function mayBeHeard({ served, context }: Pick<Occasion, 'served' | 'context'>): boolean | Promise<boolean> {
  const { channels = [] } = served.plan.behavior.events ?? {};
  return (
    context.feed.isFollowed ||
    context.settings.of(webhookUrlSetting) !== null ||
    channels.some(({ store, url }) => store !== undefined || url !== undefined) ||
    hasSubscribers(served, context)
  );
}

/** Delivers the events that an operation and its transitions cause. */
export function tellFollowing(
  occasion: Occasion,
  about: { readonly resource: Resource | undefined; readonly fields: Fields },
  findCallbacks?: FindCallbacks,
): Promise<void> | undefined {
  const { served, session, operationId = '' } = occasion;
  const following = (served.plan.behavior.events?.types ?? []).filter(
    ({ on }) => on.has(operationId) || session.made.some((each) => on.has(each)),
  );
  return following.length === 0 ? undefined : tellEach(occasion, about, { following, findCallbacks });
}

async function tellEach(
  occasion: Occasion,
  { resource, fields }: { readonly resource: Resource | undefined; readonly fields: Fields },
  { following, findCallbacks }: { following: readonly CompiledEventType[]; findCallbacks: FindCallbacks | undefined },
): Promise<void> {
  const { context, session } = occasion;
  await session.prepare();
  const self = resource === undefined ? fields : session.show(resource, fields);
  for (const { type, if: condition, body } of following) {
    const id = context.ids.next('event');
    const values = { self, old: null, event: { type, id } };
    if (condition !== undefined && session.evaluate(condition, values) !== true) continue;
    const event = { id, name: type, key: session.keyOfRecord(self) ?? '', fields: self, old: null, caller: null };
    const told = body && showValue(session, session.evaluate(body, values));
    await tellEvent(occasion, { resource, event, body: told }, '', findCallbacks);
  }
}

/**
 * Sends an event to its webhook and callbacks, to streams and logs, and to the receivers in the model. If there are
 * none, the registered subscribers receive it.
 *
 * @returns the number of deliveries
 */
export async function tellEvent(
  { served, context, facts, session, policy }: Occasion,
  { resource, event, ...stated }: Omit<PublishedEvent, 'resource'> & { readonly resource: Resource | undefined },
  parents: string,
  findCallbacks?: FindCallbacks,
): Promise<number> {
  const { plan, resourcesByName } = served;
  const { name, fields } = event;
  const { channels = [] } = plan.behavior.events ?? {};
  const payload = (by: string, schema: unknown) =>
    'body' in stated || resource === undefined
      ? stated.body
      : createEventPayload({ served, session, resource, event, facts, by }, schema);
  const sender = new WebhookSender(served, context, { resource, fields, facts, payload, ...(policy && { policy }) });
  let sent = sender.sendWebhook(name) ? 1 : 0;
  for (const { item, url } of findCallbacks?.(plan.model.events?.types?.[name]?.webhook ?? '') ?? [])
    sender.post(name, item, url);
  const values = { self: fields, old: event.old, event: { type: name, id: event.id } };
  const receivers = channels.some(({ url }) => url !== undefined)
    ? channels.flatMap((channel) => findReceivers(session, channel, values))
    : await findSubscribers(served, context, { names: [name], parents: splitParents(parents) });
  for (const receiver of receivers) {
    sender.deliver(name, receiver.url, receiver.policy);
    sent += 1;
  }
  const published: PublishedEvent = { event, resource: resource?.name, ...stated };
  context.feed.publish(published);
  for (const { store = '' } of channels) {
    const log = resourcesByName.get(store);
    if (log === undefined) continue;
    const isTold = !('body' in stated) && plan.behavior.eventBodies.has(store);
    await storeEvent(context, log, isTold ? payload(store, log.schema) : (stated.body ?? fields));
  }
  return sent;
}

/** The operations in the model that stream events. Undefined if the model lists none. */
export function listStreams(channels: readonly CompiledChannel[]): readonly string[] | undefined {
  const named = channels.flatMap(({ operation }) => operation ?? []);
  return named.length === 0 ? undefined : named;
}

/** Stores an event as a record. */
async function storeEvent(context: UnitContext, resource: Resource, body: unknown): Promise<void> {
  const fields = readObjectBody(body);
  const name = resource.key ?? 'id';
  const own = getMember(fields, name);
  const key = typeof own === 'string' || typeof own === 'number' ? own : context.ids.next('event');
  await new EntityStore(context, resource, []).put(String(key), { ...fields, [name]: key });
}

/** The receivers of events in a channel. */
function findReceivers(
  session: BehaviorSession,
  { each, if: condition, url: address, sign }: CompiledChannel,
  values: Fields,
): readonly Subscriber[] {
  if (address === undefined) return [];
  const items = each === undefined ? [null] : session.evaluate(each, values);
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const around = { ...values, item };
    if (condition !== undefined && session.evaluate(condition, around) !== true) return [];
    const url = session.evaluate(address, around);
    if (typeof url !== 'string' || !URL.canParse(url)) return [];
    return [{ url, policy: signedBy(session, sign, around) }];
  });
}

function signedBy(session: BehaviorSession, sign: CompiledChannel['sign'], values: Fields): Partial<WebhookPolicy> {
  const secret = sign === undefined ? null : session.evaluate(sign.key, values);
  if (sign === undefined || typeof secret !== 'string' || secret === '') return {};
  const scheme = sign.hmac === undefined ? ('standard' as const) : ('body' as const);
  const header = sign.header === undefined ? {} : { header: sign.header };
  return { signature: { scheme, secrets: [secret], ...header } };
}
