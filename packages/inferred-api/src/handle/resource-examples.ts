import { isObject } from '@understudy/contract';
import type { Resource } from '../infer/resource.js';
import { bodyOf, responseFor } from '../schema/described-response.js';
import { memberAt } from './member-path.js';
import type { Served } from './served.js';

/** Facts from the examples of a resource's entities. */
export interface ResourceExamples {
  /** An entity, empty if no example shows one. */
  readonly entity: Readonly<Record<string, unknown>>;
  /** Keys of entities. */
  readonly keys: readonly (string | number)[];
}

const known = new WeakMap<Resource, ResourceExamples>();

/** Reads the examples of the operations of a resource, once. */
export function examplesOf({ plan, bodies }: Served, resource: Resource): ResourceExamples {
  const cached = known.get(resource);
  if (cached !== undefined) return cached;
  const created: Record<string, unknown>[] = [];
  const others: Record<string, unknown>[] = [];
  const keys: unknown[] = [];
  for (const each of plan.operations.values()) {
    if (each.resource?.shape !== resource.shape) continue;
    const body = bodyOf(responseFor(each.responses, each.statuses[0] ?? 200));
    for (const example of body?.examples.values() ?? []) {
      const shown = memberAt(example, each.wrapped.join('.'));
      // The example of a creation describes a new entity best.
      if (each.does === 'create' && isObject(shown)) created.push(shown);
      else others.push(...(Array.isArray(shown) ? shown : [shown]).filter(isObject));
    }
    const parameter = each.operation.parameters.find(
      ({ name, in: place }) => place === 'path' && name === each.key?.name,
    );
    keys.push(...shownBy(bodies.schemas.flat(parameter?.schema).keywords));
  }
  const entities = [...created, ...others];
  if (resource.key !== undefined) {
    const { key } = resource;
    keys.unshift(...shownBy(bodies.schemas.chosen(resource.keySchema).keywords));
    keys.push(...entities.map((each) => memberAt(each, key)));
  }
  const examples = {
    entity: entities[0] ?? {},
    keys: keys.filter((key) => typeof key === 'string' || typeof key === 'number'),
  };
  known.set(resource, examples);
  return examples;
}

function shownBy({ examples, example }: Readonly<Record<string, unknown>>): unknown[] {
  return [...(Array.isArray(examples) ? examples : []), example];
}
