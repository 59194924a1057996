import { createTimerHandler, defineTimer, parseDuration, type TimerHandler } from '@understudy/kernel';
import { type CompiledLifecycle, type CompiledTransition, getMember, type Resource } from '@understudy/model';
import type { ApiRuntime, ResourceCall } from './api-runtime.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { applyComputed, applyTransition } from './behavior/transition.js';
import { EntityStore } from './entity-store.js';
import { tellChanges, tellFollowing } from './events/tell-event.js';

/** A record that is waiting for an automatic transition. */
interface Waiting {
  readonly shape: string;
  readonly parents: readonly string[];
  readonly key: string;
  readonly transition: string;
  /** The state of the record when the timer was set. */
  readonly state: string;
  readonly baseUrl: string;
}

const transitionTimer = defineTimer<Waiting>('transitionOfThing');

type Scheduler = Pick<ResourceCall['context'], 'timers' | 'clock'>;

/** Sets timers for the automatic transitions from the current state of a record. */
export function startTimedTransitions(
  { served, resource, parents, context }: Pick<ResourceCall, 'served' | 'resource' | 'parents' | 'context'>,
  key: string,
  fields: unknown,
): Promise<void> | undefined {
  const lifecycle = lifecycleOf(served, resource);
  if (lifecycle === undefined || lifecycle.timed.length === 0) return undefined;
  const place = { shape: resource.shape, parents: parents.map(String), key, baseUrl: context.baseUrl };
  return schedule(lifecycle, place, { state: stateOf(lifecycle, fields), step: stepsOf(lifecycle)[0] }, context);
}

/** The timed transitions that follow each other regardless of the state. */
function stepsOf(lifecycle: CompiledLifecycle | undefined): readonly CompiledTransition[] {
  return (lifecycle?.timed ?? []).filter(({ from }) => from.length === 0);
}

function lifecycleOf({ plan }: ApiRuntime, { name }: Resource): CompiledLifecycle | undefined {
  return plan.behavior.resources.get(name)?.lifecycle;
}

function stateOf(lifecycle: CompiledLifecycle | undefined, fields: unknown): string {
  const state = lifecycle && getMember(fields, lifecycle.member.join('.'));
  return typeof state === 'object' ? '' : String(state);
}

async function schedule(
  ...[lifecycle, place, { state, step }, context]: readonly [
    CompiledLifecycle | undefined,
    Omit<Waiting, 'transition' | 'state'>,
    { readonly state: string; readonly step: CompiledTransition | undefined },
    Scheduler,
  ]
): Promise<void> {
  for (const each of lifecycle?.timed ?? []) {
    const { name, from, statement } = each;
    if (statement.after === undefined || !(each === step || from.includes(state))) continue;
    const at = new Date(context.clock.now().getTime() + parseDuration(statement.after));
    await context.timers.schedule({ at, timer: transitionTimer, payload: { ...place, transition: name, state } });
  }
}

/** Makes the transition of a record if it is still in the state for which the timer was set. */
export function createTransitionTimerHandler(served: ApiRuntime): TimerHandler {
  return createTimerHandler(transitionTimer, async (waiting, context) => {
    const resource = served.plan.resources.get(waiting.shape);
    const lifecycle = resource && lifecycleOf(served, resource);
    const transition = lifecycle?.transitions.find(({ name }) => name === waiting.transition);
    if (resource === undefined || transition === undefined) return;
    const store = new EntityStore(context, resource, waiting.parents);
    const there = await store.get(waiting.key);
    const isStep = transition.from.length === 0;
    if (there?.fields === undefined || !(isStep || stateOf(lifecycle, there.fields) === waiting.state)) return;
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
    const occasion = { served, context, session, facts };
    await tellFollowing(occasion, { resource, fields });
    const state = stateOf(lifecycle, fields);
    await tellChanges(occasion);
    const steps = stepsOf(lifecycle);
    const step = isStep ? steps[steps.indexOf(transition) + 1] : undefined;
    await schedule(lifecycle, waiting, { state, step }, context);
  });
}

function isAllowed(session: BehaviorSession, { needs }: CompiledTransition, self: unknown): boolean {
  return needs.every(([, condition]) => session.evaluate(condition, { self, old: self }) === true);
}
