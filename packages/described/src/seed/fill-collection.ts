import { isObject, stringifyJson } from '@understudy/contract';
import { createIdGenerator, createRandom } from '@understudy/kernel';
import { type CompiledResource, type MemberStatement, type Resource, remember, rememberSome } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { BehaviorSession } from '../handle/behavior/behavior-session.js';
import { sequenceOf, setLastNumber } from '../handle/behavior/fill-form.js';
import { type CollectionFiller, EntityStore, fillOnFirstUse, type StoreContext } from '../handle/entity-store.js';
import { type GeneratedSeed, seededCollections } from '../handle/generated-seed.js';
import { digestParts } from '../handle/operation-request.js';
import { localeSetting } from '../handle/settings.js';
import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import { createHistory } from './create-history.js';
import { findParentResource, generateSeededKeys, isSeedable } from './generate-seeded-keys.js';
import { generateSeededRecord } from './generate-seeded-record.js';
import { listTargets } from './timeline.js';

interface Filled {
  readonly records: NonNullable<Awaited<ReturnType<CollectionFiller>>>;
  /** The last used number of each sequence. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Maximum number of generated collections in memory, so that a failed request does not generate them again. */
const mostKept = 200;

export function seedOnFirstUse(served: ApiRuntime): void {
  const made = new Map<string, Filled>();
  for (const resource of served.plan.resources.values()) {
    if (!isSeedable(served, resource)) continue;
    const fill: CollectionFiller = async (seed, context, parents) => {
      const facts = {
        now: new Date(seed.at),
        baseUrl: 'baseUrl' in context ? String(context.baseUrl) : 'http://localhost',
        locales: readLocales(context.settings?.of(localeSetting) ?? 'en'),
      };
      const past = hasHistory(served, resource) ? await prepareHistory(served, resource, context) : '';
      const id = stringifyJson([seed, facts, resource.shape, parents, past]);
      const known = made.get(id);
      if (known !== undefined) {
        for (const [name, last] of known.counts) setLastNumber(context, name, last);
        return known.records;
      }
      if (!(await areParentsSeeded(served, resource, { context, parents }))) return undefined;
      if (!isFakerLoaded(facts.locales)) await loadFaker(facts.locales);
      const keys = generateSeededKeys(served, resource, { seed, parents, now: facts.now });
      const seeding = { served, seed, facts, resource, parents, keys };
      const counts = new Map<string, number>();
      const ofKey = sequenceOf(resource.name, { names: [resource.key ?? 'key'] });
      if (served.plan.behavior.resources.get(resource.name)?.key !== undefined) counts.set(ofKey, keys.length);
      for (const [name, last] of counts) setLastNumber(context, name, last);
      if (past !== '') {
        const lived = await createHistory(seeding, context, (name, last) => counts.set(name, last));
        const records = withFirst(seeding, context, lived);
        return rememberSome(made, id, mostKept, () => ({ records, counts })).records;
      }
      const generated = keys.map((key, index) => ({ key: String(key), fields: generateSeededRecord(seeding, index) }));
      const records = withFirst(seeding, context, generated);
      return rememberSome(made, id, mostKept, () => ({ records, counts })).records;
    };
    fillOnFirstUse(resource, { fill, listParents: (seed) => listSeededParents(served, resource, seed) });
  }
}

/** Sets the members that the model states for the first records. */
function withFirst(
  {
    served,
    resource: { name },
    facts,
    seed: { salt },
  }: Pick<Parameters<typeof generateSeededRecord>[0], 'served' | 'resource' | 'facts' | 'seed'>,
  { scopes }: StoreContext,
  records: Filled['records'],
): Filled['records'] {
  const { first = [] } = served.plan.behavior.seeds.get(name) ?? {};
  if (first.length === 0) return records;
  const context = { scopes, clock: { now: () => facts.now }, random: createRandom(salt), ids: createIdGenerator(salt) };
  const session = new BehaviorSession({ served, context });
  const keys = records.map(({ key }) => key);
  return records.map((record, index) => {
    const stated = first[index];
    const members = stated === undefined ? undefined : session.evaluate(stated, { keys });
    return isObject(members) ? { ...record, fields: { ...record.fields, ...members } } : record;
  });
}

/**
 * Fills the collections that the records of a resource refer to or read. Returns a digest of these collections, because
 * the records depend on them.
 */
async function prepareHistory(served: ApiRuntime, resource: Resource, context: StoreContext): Promise<string> {
  const behavior = served.plan.behavior.resources.get(resource.name);
  const read = behavior === undefined ? [] : listReadResources(behavior);
  const named = read.flatMap((name) => served.resourcesByName.get(name) ?? []);
  const owners = listOwners(served, resource);
  const others = new Set([...listTargets(served, resource), ...named, ...owners].filter((each) => each !== resource));
  const stored: string[] = [];
  for (const each of others) {
    const store = new EntityStore(context, each, []);
    if (owners.includes(each) || !listTargets(served, each).includes(resource)) await store.fill();
    for (const { parents, key, fields } of store.listSync()) stored.push(parents, key, digestOf(fields));
    stored.push('');
  }
  return digestParts(...stored);
}

const digests = new WeakMap<object, string>();

/** A digest of a stored record's members, which are immutable. */
function digestOf(fields: object | undefined): string {
  return fields === undefined ? '' : remember(digests, fields, () => digestParts(stringifyJson(fields)));
}

/** The resources whose records own records of this one, as the model states. */
function listOwners({ plan, resourcesByName }: ApiRuntime, { name }: Resource): readonly Resource[] {
  const { each } = plan.behavior.seeds.get(name) ?? {};
  const names = each === undefined ? [] : typeof each === 'string' ? [each] : [...each.uses.resources];
  return names.flatMap((one) => resourcesByName.get(one) ?? []);
}

/** The resources that expressions read when a record is created or changed. */
function listReadResources({ stamped, local, holds, references }: CompiledResource): readonly string[] {
  const created = [...[...stamped.values()].flat(), ...local].map(({ expression }) => expression);
  const conditions = [...holds.map(({ that }) => that), ...references.flatMap(({ where }) => where ?? [])];
  return [...created, ...conditions].flatMap(({ uses }) => [...uses.resources]);
}

/** Returns whether all parents of a collection are seeded, or exist without being created. */
async function areParentsSeeded(
  served: ApiRuntime,
  resource: Resource,
  { context, parents }: { readonly context: StoreContext; readonly parents: readonly string[] },
): Promise<boolean> {
  const above = findParentResource(served, resource);
  if (parents.length === 0) return true;
  if (above === undefined) return await hasRoom(resource, context);
  const [key = '', ...rest] = [...parents].reverse();
  const over = [...rest].reverse();
  const stored = await new EntityStore(context, above, over).get(key);
  // Generated entities have an order of at most 0.
  if (stored !== undefined) return stored.fields !== undefined && stored.order <= 0;
  if (above.kept && above.tenant !== true) return false;
  return await hasRoom(resource, context);
}

/**
 * Maximum number of parents without a creation that get records below them. Callers can name any number of such
 * parents.
 */
const mostAssumed = 50;

async function hasRoom({ shape }: Resource, { scopes }: StoreContext): Promise<boolean> {
  const filled = scopes.shared.collection(seededCollections);
  return (await filled.count('key', [`${shape} `], [`${shape} \uFFFF`])) <= mostAssumed;
}

/** Maximum number of seeded parents that are listed. */
const mostParents = 60;

/** Lists the keys of a resource's seeded parents. */
export function listSeededParents(
  served: ApiRuntime,
  resource: Resource,
  seed: GeneratedSeed,
): readonly (readonly string[])[] {
  if (resource.parents === 0) return [[]];
  const above = findParentResource(served, resource);
  if (above === undefined) return [];
  const all = listSeededParents(served, above, seed).flatMap((parents) =>
    generateSeededKeys(served, above, { seed, parents, now: new Date(seed.at) }).map((key) => [
      ...parents,
      String(key),
    ]),
  );
  return all.slice(0, mostParents);
}

/** True if the model requires the records of a resource to be generated with a history. */
function hasHistory({ plan }: ApiRuntime, { name }: Resource): boolean {
  const seed = plan.model.seeds?.[name];
  if (isObject(seed) && Object.keys(seed).some((part) => part !== 'refersTo')) return true;
  const statement = plan.behavior.resources.get(name)?.statement;
  if (statement === undefined) return false;
  const { members = {}, lifecycle, unique, holds, order } = statement;
  const isTold = [lifecycle, unique, holds, order].some((each) => each !== undefined);
  return isTold || Object.values(members).some((member) => !isTimestamp(member));
}

/** True if a statement only sets the time of an event. */
function isTimestamp({ value, on, given: _given, ...others }: MemberStatement): boolean {
  return value === 'now' && on !== undefined && Object.keys(others).length === 0;
}
