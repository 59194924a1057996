import { createTimerHandler, defineTimer, parseDuration, type TimerHandler } from '@understudy/kernel';
import type { Resource } from '@understudy/model';
import type { ApiRuntime, ResourceCall } from './api-runtime.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { applyComputed } from './behavior/transition.js';
import { EntityStore } from './entity-store.js';
import { announceChanges } from './events/announce-changes.js';

interface Step {
  readonly shape: string;
  readonly parents: readonly string[];
  readonly key: string;
  readonly index: number;
  readonly baseUrl: string;
}

const stepTimer = defineTimer<Step>('stepOfThing');

/** Starts the state transitions of a new entity: schedules the first step, and each step schedules the next. */
export async function startStateTransitions(call: ResourceCall, key: string): Promise<void> {
  const { resource, context, parents } = call;
  if (stepsOf(resource).length === 0) return;
  const step = { shape: resource.shape, parents: parents.map(String), key, index: 0, baseUrl: context.baseUrl };
  await schedule(call.served, step, context);
}

async function schedule(
  { plan }: Pick<ApiRuntime, 'plan'>,
  step: Step,
  context: Pick<ResourceCall['context'], 'timers' | 'clock'>,
): Promise<void> {
  const resource = plan.resources.get(step.shape);
  const next = resource === undefined ? undefined : stepsOf(resource)[step.index];
  if (next === undefined) return;
  const at = new Date(context.clock.now().getTime() + parseDuration(next.after));
  await context.timers.schedule({ at, timer: stepTimer, payload: step });
}

/** The states that a record gets one after the other. */
function stepsOf({ states }: Resource): NonNullable<Resource['states']>['steps'] {
  return states?.steps ?? [];
}

export function createStateTimerHandler(served: ApiRuntime): TimerHandler {
  return createTimerHandler(stepTimer, async (step, context) => {
    const resource = served.plan.resources.get(step.shape);
    const taken = resource === undefined ? undefined : stepsOf(resource)[step.index];
    if (resource?.states === undefined || taken === undefined) return;
    const things = new EntityStore(context, resource, step.parents);
    const thing = await things.get(step.key);
    if (thing?.fields === undefined) return;
    const facts = { now: context.clock.now(), baseUrl: step.baseUrl };
    const fields = { ...thing.fields, [resource.states.property]: taken.value };
    const session = new BehaviorSession({ served, context });
    await session.prepare();
    session.place(fields, resource, thing);
    applyComputed(session, resource, fields, true);
    await things.put(thing.key, fields, thing);
    await announceChanges({ served, context, session, facts });
    await schedule(served, { ...step, index: step.index + 1 }, context);
  });
}
