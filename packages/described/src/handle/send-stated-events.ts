import type { UnitContext, WebhookPolicy } from '@understudy/kernel';
import { type CompiledChannel, getMember, type Resource } from '@understudy/model';
import { type ApiRuntime, readObjectBody } from './api-runtime.js';
import type { BehaviorSession } from './behavior/behavior-session.js';
import { listStatedEvents, listStatedReceivers } from './behavior/stated-events.js';
import { EntityStore } from './entity-store.js';

type Fields = Readonly<Record<string, unknown>>;

/** Something that happened to a record, by an operation or a timer. */
export interface StatedHappening {
  readonly served: ApiRuntime;
  readonly context: UnitContext;
  readonly session: BehaviorSession;
  readonly resource: Resource | undefined;
  /** The operation. Undefined for a timer. */
  readonly cause?: string;
  /** The callbacks of the operation with a name, and their addresses. */
  readonly targets: (name: string) => readonly { readonly item: unknown; readonly url: string }[];
}

/** Sends requests to receivers. */
interface Sender {
  sendWebhook(name: string, body?: unknown): boolean;
  post(...to: readonly [string, unknown, string, Partial<WebhookPolicy>?, unknown?]): void;
  postBody(...to: readonly [string, string, Partial<WebhookPolicy>, unknown]): void;
}

/** Sends the events that the model states, to the receivers that it states. */
export async function sendStatedEvents(happening: StatedHappening, sender: Sender, fields: Fields): Promise<void> {
  const { served, context, session, resource, cause, targets } = happening;
  await session.prepare();
  const self = resource === undefined ? fields : session.show(resource, fields);
  const { channels = [] } = served.plan.behavior.events ?? {};
  for (const event of listStatedEvents({ cause, context, session }, self)) {
    const { type, webhook, body } = event;
    if (webhook !== undefined) {
      sender.sendWebhook(webhook, body);
      for (const { item, url } of targets(webhook)) sender.post(webhook, item, url, {}, body);
    }
    const told: StatedFrame = { type, body: body ?? self, values: event.values, by: listStreams(channels) };
    context.feed.publish(told);
    for (const channel of channels) {
      for (const { url, policy } of listStatedReceivers(session, channel, event))
        sender.postBody(type, url, policy, body);
      const store = channel.store === undefined ? undefined : served.resourcesByName.get(channel.store);
      if (store !== undefined) await storeEvent(context, store, body ?? self);
    }
  }
}

/** An event on its way to the streams of the API. */
export interface StatedFrame {
  readonly type: string;
  readonly body: unknown;
  readonly values: Fields;
  /** The operations that stream it. Undefined for all that stream events. */
  readonly by: readonly string[] | undefined;
}

function listStreams(channels: readonly CompiledChannel[]): readonly string[] | undefined {
  const named = channels.flatMap(({ operation }) => operation ?? []);
  return named.length === 0 ? undefined : named;
}

/** Stores an event as a record. */
export async function storeEvent(context: UnitContext, resource: Resource, body: unknown): Promise<void> {
  const fields = readObjectBody(body);
  const name = resource.key ?? 'id';
  const own = getMember(fields, name);
  const key = typeof own === 'string' || typeof own === 'number' ? own : context.ids.next('event');
  await new EntityStore(context, resource, []).put(String(key), { ...fields, [name]: key });
}
