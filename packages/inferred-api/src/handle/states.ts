import { defineTimer, parseDuration, type TimerHandler, whenDue } from '@understudy/kernel';
import { plainName, singular } from '../infer/words.js';
import { EntityStore } from './entity-store.js';
import { timestamps } from './fields.js';
import { sendWebhook } from './send-webhooks.js';
import type { Call, Served } from './served.js';

/** A step of an entity without a request. */
interface Step {
  readonly shape: string;
  readonly parents: readonly string[];
  readonly key: string;
  readonly index: number;
  readonly baseUrl: string;
}

const stepTimer = defineTimer<Step>('stepOfThing');

/** Starts the states of a new thing: its first step is scheduled, and each step schedules the next. */
export async function startStates(call: Call, key: string): Promise<void> {
  const { resource, context, parents } = call;
  if (resource.states === undefined) return;
  const step = { shape: resource.shape, parents: parents.map(String), key, index: 0, baseUrl: context.baseUrl };
  await schedule(call.served, step, context);
}

async function schedule(
  { plan }: Served,
  step: Step,
  context: Pick<Call['context'], 'timers' | 'clock'>,
): Promise<void> {
  const next = plan.resources.get(step.shape)?.states?.steps[step.index];
  if (next === undefined) return;
  const at = new Date(context.clock.now().getTime() + parseDuration(next.after));
  await context.timers.schedule({ at, timer: stepTimer, payload: step });
}

/** The handler of a due step. */
export function stepsOf(served: Served): TimerHandler {
  return whenDue(stepTimer, async (step, context) => {
    const resource = served.plan.resources.get(step.shape);
    const taken = resource?.states?.steps[step.index];
    if (resource?.states === undefined || taken === undefined) return;
    const things = new EntityStore(context, resource, step.parents);
    const thing = await things.get(step.key);
    if (thing?.fields === undefined) return;
    const facts = { now: context.clock.now(), baseUrl: step.baseUrl };
    const stamps = timestamps(served.bodies.schemas, resource.schema, { now: facts.now, isNew: false });
    const fields = { ...thing.fields, [resource.states.property]: taken.value, ...stamps };
    await things.put(thing.key, fields, thing);
    for (const name of webhooksOf(served, resource.name, String(taken.value)))
      sendWebhook(served, context, resource, name, fields, facts);
    await schedule(served, { ...step, index: step.index + 1 }, context);
  });
}

/** The webhooks whose names contain the entity and its new state. */
function webhooksOf({ bodies }: Served, resource: string, value: string): string[] {
  const { webhooks }: { webhooks?: unknown } = Object(bodies.schemas.document);
  const word = plainName(singular(resource.split('.').at(-1) ?? ''));
  return Object.keys(Object(webhooks)).filter((name) => {
    const plain = plainName(name);
    return plain.includes(word) && (plain.includes(plainName(value)) || /(updated?|changed)$/.test(plain));
  });
}
