import { isJsonNumber, isObject } from '@understudy/contract';
import { type ApiPlan, findSuccessBody, getMember, mapLeaves, type Resource, remember } from '@understudy/model';
import { completeExample } from '../answer/complete-example.js';

const known = new WeakMap<Resource, ReturnType<typeof readExamples>>();

export function readResourceExamples({ plan }: { readonly plan: ApiPlan }, resource: Resource) {
  return remember(known, resource, () => readExamples(plan, resource));
}

function readExamples(plan: ApiPlan, resource: Resource) {
  const { schemas } = plan;
  const created: Record<string, unknown>[] = [];
  const others: Record<string, unknown>[] = [];
  const keys: unknown[] = [];
  for (const each of plan.operations.values()) {
    if (each.resource?.shape !== resource.shape) continue;
    const body = findSuccessBody(each);
    for (const example of body?.examples.values() ?? []) {
      const shown = getMember(example, each.wrapped.join('.'));
      // Creation examples describe new entities best.
      if (each.does === 'create' && isObject(shown)) created.push(shown);
      else others.push(...(Array.isArray(shown) ? shown : [shown]).filter(isObject));
    }
    const parameter = each.operation.parameters.find(
      ({ name, in: place }) => place === 'path' && name === each.key?.name,
    );
    keys.push(...(parameter?.examples ?? []), ...shownBy(schemas.flat(parameter?.schema).keywords));
  }
  others.push(...shownBy(schemas.chosen(resource.schema).keywords).filter(isObject));
  const { properties } = schemas.chosen(resource.schema);
  const complete = (shown: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [name, completeExample(schemas, value, properties.get(name))]),
    );
  const entities = [...created, ...others].map(complete);
  if (resource.key !== undefined) {
    const { key } = resource;
    keys.unshift(...shownBy(schemas.chosen(resource.keySchema).keywords));
    keys.push(...entities.map((each) => getMember(each, key)));
  }
  const [entity = {}] = entities;
  return {
    /** All entities, those from creation examples first. */
    entities,
    entity,
    keys: keys.filter((key) => typeof key === 'string' || isJsonNumber(key)),
    /** The path values of the example entity: the keys of its parents, and its own key. */
    identity: identityOf(plan, resource, entity),
  };
}

/** Returns the path parameters of an entity, read from the URL among its members. */
function identityOf({ operations }: ApiPlan, { shape }: Resource, entity: Readonly<Record<string, unknown>>): string[] {
  const read = [...operations.values()].find((each) => each.resource?.shape === shape && each.does === 'read');
  const path = read?.operation.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]*\}/g, '([^/?#]+)');
  if (path === undefined) return [];
  const form = new RegExp(`^https?://[^/?#]+(?:/[^/?#]+){0,3}?${path}$`);
  const texts = Object.values(entity).filter((value) => typeof value === 'string' && value.length < 1000);
  return texts.map((text) => form.exec(String(text))?.slice(1)).find((found) => found !== undefined) ?? [];
}

/**
 * Adapts a copy of an example to another entity: replaces the path values of the original in every string.
 */
export function copyExampleAs<Value>(value: Value, identity: readonly string[], own: readonly string[]): Value;
export function copyExampleAs(value: unknown, identity: readonly string[], own: readonly string[]): unknown {
  if (identity.length === 0 || identity.length !== own.length) return value;
  const words = identity.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const form = new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'g');
  return mapLeaves(value, (leaf) =>
    typeof leaf === 'string' ? leaf.replace(form, (word) => own[identity.indexOf(word)] ?? word) : leaf,
  );
}

function shownBy({ examples, example }: Readonly<Record<string, unknown>>): unknown[] {
  return [...(Array.isArray(examples) ? examples : []), example];
}
