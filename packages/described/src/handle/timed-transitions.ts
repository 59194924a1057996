import { createTimerHandler, defineTimer, parseDuration, type TimerHandler } from '@understudy/kernel';
import { type CompiledLifecycle, type CompiledTransition, getMember, type Resource } from '@understudy/model';
import type { ApiRuntime, ResourceCall } from './api-runtime.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { applyComputed, applyTransition } from './behavior/transition.js';
import { EntityStore } from './entity-store.js';
import { announceChanges } from './events/announce-changes.js';
import { sendStatedEvents } from './send-stated-events.js';
import { WebhookSender } from './send-webhooks.js';

/** A record that may make a transition by itself. */
interface Waiting {
  readonly shape: string;
  readonly parents: readonly string[];
  readonly key: string;
  readonly transition: string;
  /** The state that it has been in since the timer was set. */
  readonly state: string;
  readonly baseUrl: string;
}

const transitionTimer = defineTimer<Waiting>('transitionOfThing');

type Scheduler = Pick<ResourceCall['context'], 'timers' | 'clock'>;

/** Sets the timers of the transitions that a record in a state makes by itself. */
export async function startTimedTransitions(
  { served, resource, parents, context }: Pick<ResourceCall, 'served' | 'resource' | 'parents' | 'context'>,
  key: string,
  fields: unknown,
): Promise<void> {
  const lifecycle = lifecycleOf(served, resource);
  const place = { shape: resource.shape, parents: parents.map(String), key, baseUrl: context.baseUrl };
  await schedule(lifecycle, place, stateOf(lifecycle, fields), context);
}

function lifecycleOf({ plan }: ApiRuntime, { name }: Resource): CompiledLifecycle | undefined {
  return plan.behavior.resources.get(name)?.lifecycle;
}

function stateOf(lifecycle: CompiledLifecycle | undefined, fields: unknown): string {
  return String(getMember(fields, lifecycle?.member.join('.') ?? ''));
}

async function schedule(
  ...[lifecycle, place, state, context]: readonly [
    CompiledLifecycle | undefined,
    Omit<Waiting, 'transition' | 'state'>,
    string,
    Scheduler,
  ]
): Promise<void> {
  for (const { name, from, statement } of lifecycle?.transitions ?? []) {
    if (statement.after === undefined || !from.includes(state)) continue;
    const at = new Date(context.clock.now().getTime() + parseDuration(statement.after));
    await context.timers.schedule({ at, timer: transitionTimer, payload: { ...place, transition: name, state } });
  }
}

/** Makes the transition of a record that is still in the state in which its timer was set. */
export function createTransitionTimerHandler(served: ApiRuntime): TimerHandler {
  return createTimerHandler(transitionTimer, async (waiting, context) => {
    const resource = served.plan.resources.get(waiting.shape);
    const lifecycle = resource && lifecycleOf(served, resource);
    const transition = lifecycle?.transitions.find(({ name }) => name === waiting.transition);
    if (resource === undefined || transition === undefined) return;
    const store = new EntityStore(context, resource, waiting.parents);
    const there = await store.get(waiting.key);
    if (there?.fields === undefined || stateOf(lifecycle, there.fields) !== waiting.state) return;
    const session = new BehaviorSession({ served, context });
    await session.prepare();
    const self = session.show(resource, there.fields, there);
    if (!isAllowed(session, transition, self)) return;
    const fields = { ...there.fields };
    session.place(fields, resource, there);
    applyTransition(session, { resource, before: there.fields }, transition, fields);
    applyComputed(session, resource, fields, true);
    await store.put(there.key, fields, there);
    const facts = { now: context.clock.now(), baseUrl: waiting.baseUrl };
    const sender = new WebhookSender(served, context, { resource, fields, facts });
    await sendStatedEvents({ served, context, session, resource, targets: () => [] }, sender, fields);
    const state = stateOf(lifecycle, fields);
    await announceChanges({ served, context, session, facts });
    await schedule(lifecycle, waiting, state, context);
  });
}

function isAllowed(session: BehaviorSession, { needs }: CompiledTransition, self: unknown): boolean {
  return needs.every(([, condition]) => session.evaluate(condition, { self, old: self }) === true);
}
