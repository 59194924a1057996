import type { UnitContext } from '@understudy/kernel';
import type { ApiRuntime } from '../api-runtime.js';
import type { BehaviorSession } from '../behavior/behavior-session.js';
import { hasSubscribers } from '../find-subscribers.js';
import { storeEvent } from '../send-stated-events.js';
import { WebhookSender } from '../send-webhooks.js';
import { webhookUrlSetting } from '../settings.js';
import { createEventPayload, type HappenedEvent } from './event-payload.js';
import { type RecordChange, takeChanges } from './record-changes.js';

/** What changed the records: an operation, or nothing for a timer. */
interface Occasion {
  readonly served: ApiRuntime;
  readonly context: UnitContext;
  readonly session: BehaviorSession;
  readonly facts: { readonly now: Date; readonly baseUrl: string };
  readonly operationId?: string;
}

/** An event on its way to the streams of the API. */
export interface PublishedEvent {
  readonly resource: string;
  readonly event: HappenedEvent;
}

/** Tells subscribers and streams the events that the changes of a unit of work are. */
export async function announceChanges(occasion: Occasion): Promise<void> {
  const changes = takeChanges(occasion.context);
  if (changes.length === 0 || !(await isHeard(occasion))) return;
  // The caller is one of the records that it reads.
  await occasion.session.prepare();
  for (const change of changes) {
    for (const event of happenedTo(occasion, change)) {
      await tellEvent(occasion, change, event);
      await logEvent(occasion, change, event);
    }
  }
}

/** Returns whether somebody may be told of events: a follower of a stream, a receiver, or a log. */
async function isHeard({ served, context }: Occasion): Promise<boolean> {
  const { channels = [] } = served.plan.behavior.events ?? {};
  return (
    context.feed.isFollowed ||
    context.settings.of(webhookUrlSetting) !== null ||
    channels.some(({ store }) => store !== undefined) ||
    (await hasSubscribers(served, context))
  );
}

function happenedTo({ served, context, session, operationId }: Occasion, change: RecordChange): HappenedEvent[] {
  const { resource, key, parents, before, after } = change;
  const self = after === undefined ? null : session.show(resource, after, { key, parents });
  const values = { self, old: before ?? null, operation: operationId ?? null };
  const events = served.plan.behavior.changes.get(resource.name) ?? [];
  return events
    .filter(({ when }) => session.evaluate(when, values) === true)
    .map(({ name }) => ({
      ...{ id: context.ids.next('event'), name, key, old: before ?? null },
      fields: self ?? before ?? {},
      caller: session.callerKey,
    }));
}

/** Writes an event into the collections that the model names as logs. */
async function logEvent(
  { served, context, facts, session }: Occasion,
  { resource }: RecordChange,
  event: HappenedEvent,
): Promise<void> {
  for (const { store = '' } of served.plan.behavior.events?.channels ?? []) {
    const log = served.resourcesByName.get(store);
    if (log === undefined || !served.plan.behavior.eventBodies.has(store)) continue;
    const entry = createEventPayload({ served, session, resource, event, facts, by: store }, log.schema);
    await storeEvent(context, log, entry);
  }
}

/** Tells subscribers and streams that something happened to a record. @returns the number of deliveries */
export async function tellEvent(
  { served, context, facts, session }: Occasion,
  { resource, parents }: Pick<RecordChange, 'resource' | 'parents'>,
  event: HappenedEvent,
): Promise<number> {
  const sender = new WebhookSender(served, context, {
    ...{ resource, fields: event.fields, facts },
    happened: { event, session },
  });
  const published: PublishedEvent = { resource: resource.name, event };
  context.feed.publish(published);
  return await sender.notify([event.name], parents === '' ? [] : parents.split('/').map(decodeURIComponent));
}
