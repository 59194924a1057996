import { createTimerHandler, defineTimer, parseDuration, type TimerHandler } from '@understudy/kernel';
import { type CompiledTransition, getMember, normalizeName, type Resource, toSingular } from '@understudy/model';
import type { ApiRuntime, ResourceCall } from './api-runtime.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { applyComputed, applyTransition } from './behavior/transition.js';
import { EntityStore } from './entity-store.js';
import { announceChanges } from './events/announce-changes.js';
import { WebhookSender } from './send-webhooks.js';

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
  if (stepsOf(call.served, resource).length === 0) return;
  const step = { shape: resource.shape, parents: parents.map(String), key, index: 0, baseUrl: context.baseUrl };
  await schedule(call.served, step, context);
}

async function schedule(
  { plan }: Pick<ApiRuntime, 'plan'>,
  step: Step,
  context: Pick<ResourceCall['context'], 'timers' | 'clock'>,
): Promise<void> {
  const resource = plan.resources.get(step.shape);
  const next = resource === undefined ? undefined : stepsOf({ plan }, resource)[step.index];
  if (next === undefined) return;
  const at = new Date(context.clock.now().getTime() + parseDuration(next.after));
  await context.timers.schedule({ at, timer: stepTimer, payload: step });
}

/** A state that a record gets by itself. */
interface TimedStep {
  readonly property: string;
  readonly after: string;
  readonly value: unknown;
  /** What else happens, by the model. */
  readonly transition?: CompiledTransition;
}

/** The states that a record gets one after the other. */
function stepsOf({ plan }: Pick<ApiRuntime, 'plan'>, { name, states }: Resource): readonly TimedStep[] {
  if (states !== undefined) return states.steps.map((step) => ({ ...step, property: states.property }));
  const { lifecycle } = plan.behavior.resources.get(name) ?? {};
  return (lifecycle?.transitions ?? []).flatMap((transition) => {
    const { after, to } = transition.statement;
    return after === undefined ? [] : [{ after, value: to, property: lifecycle?.member.join('.') ?? '', transition }];
  });
}

/** Whether a record is in a state that a step starts from. */
function startsFrom({ transition, property }: TimedStep, fields: Readonly<Record<string, unknown>>): boolean {
  const { from = [] } = transition ?? {};
  return from.length === 0 || from.includes(String(getMember(fields, property)));
}

export function createStateTimerHandler(served: ApiRuntime): TimerHandler {
  return createTimerHandler(stepTimer, async (step, context) => {
    const resource = served.plan.resources.get(step.shape);
    const taken = resource === undefined ? undefined : stepsOf(served, resource)[step.index];
    if (resource === undefined || taken === undefined) return;
    const things = new EntityStore(context, resource, step.parents);
    const thing = await things.get(step.key);
    if (thing?.fields === undefined || !startsFrom(taken, thing.fields)) return;
    const facts = { now: context.clock.now(), baseUrl: step.baseUrl };
    const fields = { ...thing.fields, [taken.property]: taken.value };
    const session = new BehaviorSession({ served, context });
    await session.prepare();
    session.place(fields, resource, thing);
    if (taken.transition !== undefined)
      applyTransition(session, { resource, before: thing.fields }, taken.transition, fields);
    applyComputed(session, resource, fields, true);
    await things.put(thing.key, fields, thing);
    const sender = new WebhookSender(served, context, { resource, fields, facts });
    const stated = served.plan.behavior.changes.get(resource.name) ?? [];
    for (const name of webhooksOf(served, resource.name, String(taken.value)))
      if (!stated.some((each) => each.name === name)) sender.sendWebhook(name);
    await announceChanges({ served, context, session, facts });
    await schedule(served, { ...step, index: step.index + 1 }, context);
  });
}

/** Returns the webhooks whose names contain the entity and its new state. */
function webhooksOf({ bodies }: ApiRuntime, resource: string, value: string): string[] {
  const { webhooks }: { webhooks?: unknown } = Object(bodies.schemas.document);
  const word = normalizeName(toSingular(resource.split('.').at(-1) ?? ''));
  return Object.keys(Object(webhooks)).filter((name) => {
    const plain = normalizeName(name);
    return plain.includes(word) && (plain.includes(normalizeName(value)) || /(updated?|changed)$/.test(plain));
  });
}
