import { cloneJson, isObject, membersOf } from '@understudy/contract';
import { createRandom, type RandomSource } from '@understudy/kernel';
import {
  type ApiPlan,
  getMember,
  isSameSchema,
  lastSegment,
  normalizeName,
  type Resource,
  remember,
  setMember,
} from '@understudy/model';
import type { ValueFacts } from '../answer/create-minimal-value.js';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { fitRecord } from '../handle/fit-record.js';
import type { GeneratedSeed } from '../handle/generated-seed.js';
import { readResourceExamples } from '../handle/resource-examples.js';
import { generateFakeValue } from '../meaning/fake-extension.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { createFaker } from '../meaning/load-faker.js';
import type { City } from '../meaning/places.js';
import { refreshExpiredTimes } from '../meaning/time-values.js';
import { setAcceptedValues } from './accepted-values.js';
import { generateSeededKeys } from './generate-seeded-keys.js';
import type { RecordKey } from './key-place.js';
import { toCollectionName } from './seed-data.js';
import { listInstants } from './timeline.js';

/** A collection whose records are generated. */
export interface Seeding {
  readonly served: ApiRuntime;
  readonly seed: GeneratedSeed;
  readonly facts: ValueFacts;
  readonly resource: Resource;
  readonly parents: readonly string[];
  readonly keys: readonly RecordKey[];
  /** The number of rejected attempts. Each attempt uses other values. */
  readonly attempt?: number;
  /** When the record was created, if not at its instant on the timeline. */
  readonly born?: Date | undefined;
  /** The city of a record that this one refers to. */
  readonly city?: City | undefined;
}

interface ReferringMember {
  readonly name: string;
  readonly property: unknown;
  readonly random: () => number;
  readonly depth: number;
  readonly index: number;
  readonly born: Date;
}

/** Maximum depth of complete nested records. Deeper ones contain only their keys. */
const mostDepth = 1;

/** Generates the fields of a record from an example if there is one, and otherwise by their meaning. */
export function generateSeededRecord(seeding: Seeding, index: number, depth = 0): Record<string, unknown> {
  const { served, resource, facts, seed, parents, keys, attempt = 0, city } = seeding;
  const { schemas } = served.plan;
  const born = seeding.born ?? listInstants(served, resource, { seed, parents, now: facts.now })[index] ?? facts.now;
  const again = attempt === 0 ? '' : ` ${attempt}`;
  const random: RandomSource = createRandom(`${seed.salt} of ${resource.shape} ${parents.join('/')} ${index}${again}`);
  const refer = (name: string, property: unknown, level: number): unknown => {
    if (level === 0 && name === resource.key) return undefined;
    return referred(seeding, { name, property, random, depth: depth + level, index, born });
  };
  const meaning = {
    ...facts,
    seed: `${seed.salt} record ${resource.shape} ${parents.join('/')} ${index}${again}`,
    ...{ born, city },
    name: lastSegment(resource.shape),
    record: index,
    refer,
  };
  const made = generateMeaningfulValue(schemas, resource.schema, meaning);
  const fields: Record<string, unknown> = isObject(made) ? made : {};
  const example = exampleOf(seeding, index);
  const { unique: rules = [] } = served.plan.behavior.resources.get(resource.name) ?? {};
  const unique = new Set(rules.flatMap(({ members }) => members.map(([top = '']) => top)));
  if (example !== undefined) {
    for (const [name, value] of Object.entries(refreshExpiredTimes(example, facts.now))) {
      const property = schemas.chosen(resource.schema).properties.get(name);
      const isReference = property !== undefined && refer(name, property, 0) !== undefined;
      const isUnknown = !isReference && name !== resource.key && isOfOwn(seeding, name, property);
      if (isUnknown && schemas.flat(property).nullable) fields[name] = null;
      else if (property !== undefined && !isReference && !(attempt > 0 && unique.has(name)))
        fields[name] = withMeaning(value, name, fields[name]);
    }
  }
  setAcceptedValues(served, resource, { fields, renewed: attempt > 0 ? unique : new Set(), meaning });
  leaveUndone(served.plan, resource, fields, index);
  applySamples(seeding, fields, random);
  for (const name of Object.keys(fields))
    if (isOwnAddress(name, fields[name])) fields[name] = addressOf(seeding, index);
  if (resource.key !== undefined) setMember(fields, resource.key, keys[index]);
  const kept = new Set(resource.key === undefined ? [] : [resource.key.split('.')[0] ?? '']);
  if (depth > 0) return fields;
  return fitRecord(served, { resource, fields, kept, facts, seed: `${resource.shape} ${index}` });
}

/** Replaces example strings that only repeat the name of their member: `allocated_at: "allocated_at"`. */
function withMeaning(shown: unknown, name: string, made: unknown): unknown {
  if (isObject(shown))
    return Object.fromEntries(
      Object.entries(shown).map(([inner, value]) => [inner, withMeaning(value, inner, membersOf(made)[inner])]),
    );
  const saysName = typeof shown === 'string' && name.length > 3 && normalizeName(shown) === normalizeName(name);
  return saysName ? (made ?? shown) : shown;
}

/** True if a member refers to another record of the same collection, which might not exist. */
function isOfOwn({ served, resource }: Seeding, name: string, property: unknown): boolean {
  return findReferredResource(served, resource, name) === resource && property !== undefined;
}

/** Sets the members for which the model names a generator. */
function applySamples(
  { served, resource, facts }: Seeding,
  fields: Record<string, unknown>,
  random: RandomSource,
): void {
  const samples = served.plan.behavior.resources.get(resource.name)?.samples ?? new Map<string, string>();
  const faker = samples.size === 0 ? undefined : createFaker(facts.locales?.[0] ?? 'en', random, facts.now);
  if (faker === undefined) return;
  for (const [path, name] of samples) {
    const { list, inner } = /^(?<list>.+)\[\]\.(?<inner>.+)$/.exec(path)?.groups ?? {};
    const items = list === undefined ? undefined : getMember(fields, list);
    if (list === undefined || inner === undefined) setMember(fields, path, generateFakeValue(faker, name));
    else if (Array.isArray(items))
      setMember(
        fields,
        list,
        items.map((item) => {
          const copy = isObject(item) ? { ...item } : {};
          setMember(copy, inner, generateFakeValue(faker, name));
          return copy;
        }),
      );
  }
}

function exampleOf({ served, resource, parents, keys }: Seeding, index: number): Record<string, unknown> | undefined {
  const { entities } = readResourceExamples(served, resource);
  if (resource.key === undefined) return parents.length > 0 ? undefined : entities[index];
  return entities.find((each) => getMember(each, resource.key ?? '') === keys[index]);
}

function isOwnAddress(name: string, value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(?:url|self|href|selflink|uri|selfuri|resourceurl)$/.test(normalizeName(name)) &&
    !value.startsWith('data:')
  );
}

function addressOf({ resource, parents, facts, keys }: Seeding, index: number): string {
  const name = toCollectionName(resource, parents);
  return `${facts.baseUrl}${name.startsWith('/') ? name : resource.shape}/${encodeURIComponent(String(keys[index]))}`;
}

/** The resource that a member refers to, as the model states. */
function findReferredResource(
  { plan, resourcesByName }: ApiRuntime,
  own: Resource,
  name: string,
): Resource | undefined {
  const { references = [] } = plan.behavior.resources.get(own.name) ?? {};
  const { refersTo = {} } = plan.behavior.seeds.get(own.name) ?? {};
  const byName = remember(named, references, () => {
    return new Map([...references].reverse().map(({ member, resource }) => [member.names.at(-1), resource]));
  });
  const target = byName.get(name) ?? (Object.hasOwn(refersTo, name) ? refersTo[name] : undefined);
  return resourcesByName.get(target ?? '');
}

const named = new WeakMap<object, ReadonlyMap<string | undefined, string>>();

const embedded = new WeakMap<object, Resource | undefined>();

/** The resource whose complete record a member contains. */
function findEmbeddedResource({ plan }: ApiRuntime, own: Resource, property: unknown): Resource | undefined {
  const { schemas, resources } = plan;
  if (!isObject(property) || schemas.chosen(property).properties.size === 0) return undefined;
  const found = remember(embedded, property, () =>
    [...resources.values()].find(
      (each) =>
        !each.single && each.key !== undefined && each.parents === 0 && isSameSchema(schemas, each.schema, property),
    ),
  );
  return found === own ? undefined : found;
}

/** The nested records that were generated with the same facts. */
const wholes = new WeakMap<ValueFacts, Map<string, Record<string, unknown>>>();

function referred(
  { served, seed, facts, resource: own, parents }: Seeding,
  { name, property, random, depth, index, born }: ReferringMember,
): unknown {
  const stated = findReferredResource(served, own, name);
  const resource = stated ?? findEmbeddedResource(served, own, property);
  if (resource === undefined || resource.parents > parents.length) return undefined;
  const isWhole = stated === undefined;
  const above = parents.slice(0, resource.parents);
  const place = { seed, parents: above, now: facts.now };
  const all = generateSeededKeys(served, resource, place);
  // A record refers only to earlier ones.
  const earlier = listInstants(served, resource, place).filter((each) => each <= born).length;
  const keys = all.slice(0, resource === own ? index : Math.max(1, earlier));
  const at = Math.floor(random() * keys.length);
  const { types, keywords } = served.plan.schemas.chosen(property);
  const key = keys[at];
  if (key === undefined) return undefined;
  // A member that is too short for the key contains something else.
  if (!isWhole && String(key).length > Number(keywords['maxLength'] ?? 1000)) return undefined;
  if (!isWhole) return types.includes('array') ? [key] : key;
  if (depth < mostDepth) {
    const made = remember(wholes, facts, () => new Map<string, Record<string, unknown>>());
    const id = `${seed.salt} ${resource.shape} ${above.join('/')} ${at} ${depth}`;
    const make = () =>
      generateSeededRecord({ served, seed, facts, resource, parents: above, keys: all }, at, depth + 1);
    return cloneJson(remember(made, id, make));
  }
  const made = generateMeaningfulValue(served.plan.schemas, property, {
    ...facts,
    born,
    seed: `${seed.salt} ${resource.shape} ${at}`,
    name,
    record: at,
  });
  if (!isObject(made) || resource.key === undefined) return undefined;
  setMember(made, resource.key, keys[at]);
  return made;
}

const known = new WeakMap<ApiPlan, Map<Resource, ReadonlyMap<string, boolean>>>();

/** Unsets in every second seeded record the flags that actions set, so that the actions can be tried. */
function leaveUndone(plan: ApiPlan, resource: Resource, fields: Record<string, unknown>, index: number): void {
  if (index % 2 > 0) return;
  const all = remember(known, plan, () => new Map<Resource, ReadonlyMap<string, boolean>>());
  const flags = all.get(resource) ?? listFlags(plan, resource);
  all.set(resource, flags);
  for (const [name, value] of flags) if (typeof getMember(fields, name) === 'boolean') setMember(fields, name, !value);
}

/**
 * The flags that actions set, with the value that they set. If actions both set and unset a flag, the value is true.
 */
function listFlags({ operations, behavior }: ApiPlan, resource: Resource): ReadonlyMap<string, boolean> {
  const flags = new Map<string, boolean>();
  for (const [id, { does, resource: own }] of operations)
    for (const [name, value] of Object.entries(behavior.operations.get(id)?.statement.set ?? {}))
      if (does === 'act' && own === resource && typeof value === 'boolean')
        flags.set(name, value || flags.get(name) === true);
  return flags;
}
