import { isObject } from '@understudy/contract';
import { normalizeName, type Resource, type SchemaReader, toSingular } from '@understudy/model';
import type { ValueFacts } from '../../answer/create-minimal-value.js';
import { showStored } from '../../answer/show-stored.js';
import type { ApiRuntime } from '../api-runtime.js';
import type { BehaviorSession } from '../behavior/behavior-session.js';

type Fields = Readonly<Record<string, unknown>>;

/** An event that happened to a record. */
export interface HappenedEvent {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** The record after the event, or before it if the record was deleted. */
  readonly fields: Fields;
  readonly old: Fields | null;
  /** The key of the caller, if it is a record of the API. */
  readonly caller: unknown;
}

interface PayloadOrder {
  readonly served: ApiRuntime;
  readonly session: BehaviorSession;
  readonly resource: Resource;
  readonly event: HappenedEvent;
  readonly facts: ValueFacts;
  /** The name of the sender: a webhook, a callback or an operation. */
  readonly by: string;
}

/** Creates the payload of an event: as the model states, or else its id, type, time and record. */
export function createEventPayload(order: PayloadOrder, schema: unknown): unknown {
  const { served, session, resource, event, facts, by } = order;
  const { schemas, behavior } = served.plan;
  const record = showStored(schemas, event.fields, { schema: resource.schema, facts });
  const at = facts.now.toISOString();
  const template = behavior.eventBodies.get(by) ?? behavior.eventBodies.get('*');
  if (template === undefined) return { id: event.id, type: event.name, created: at, data: record };
  const stateOf = (fields: Fields | null) =>
    fields?.[behavior.resources.get(resource.name)?.lifecycle?.member[0] ?? ''] ?? null;
  const subject = toSingular(resource.name.split(/[.:]/).at(-1) ?? '');
  const values = {
    ...{ id: event.id, type: event.name, at, seconds: Math.floor(facts.now.getTime() / 1000) },
    key: keyOf(resource, event),
    ...{ subject, is: normalizeName(subject), record, caller: event.caller },
    ...{ before: stateOf(event.old), after: stateOf(event.fields) },
  };
  const told = withoutMissing(schemas, session.evaluate(template, { event: values }), schema);
  return schema === undefined ? told : showStored(schemas, told, { schema, facts });
}

/** The key with the type that the record shows, which can be a number. */
function keyOf({ key = '' }: Resource, event: HappenedEvent): unknown {
  return event.fields[key] ?? event.key;
}

/** Omits members without a value whose schema does not allow null. */
function withoutMissing(schemas: SchemaReader, told: unknown, schema: unknown): unknown {
  if (!isObject(told)) return told;
  const { properties } = schemas.chosen(schema);
  const kept = Object.entries(told).filter(
    ([name, value]) => value !== null || schemas.flat(properties.get(name)).nullable,
  );
  return Object.fromEntries(kept);
}
