import { stringifyJson } from '@understudy/contract';
import { type Resource, rememberSome } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { type CollectionFiller, EntityStore, fillOnFirstUse, type StoreContext } from '../handle/entity-store.js';
import { type GeneratedSeed, seededCollections } from '../handle/generated-seed.js';
import { localeSetting } from '../handle/settings.js';
import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import { findParentResource, generateSeededKeys, isSeedable } from './generate-seeded-keys.js';
import { generateSeededRecord } from './generate-seeded-record.js';

type Records = Awaited<ReturnType<CollectionFiller>>;

/** Collections whose records are kept, so that a request that fails does not generate them again. */
const mostKept = 200;

export function seedOnFirstUse(served: ApiRuntime): void {
  const made = new Map<string, NonNullable<Records>>();
  for (const resource of served.plan.resources.values()) {
    if (!isSeedable(served, resource)) continue;
    const fill: CollectionFiller = async (seed, context, parents) => {
      const facts = {
        now: new Date(seed.at),
        baseUrl: 'baseUrl' in context ? String(context.baseUrl) : 'http://localhost',
        locales: readLocales(context.settings?.of(localeSetting) ?? 'en'),
      };
      const id = stringifyJson([seed, facts, resource.shape, parents]);
      const known = made.get(id);
      if (known !== undefined) return known;
      if (!(await areParentsSeeded(served, resource, { context, parents }))) return undefined;
      if (!isFakerLoaded(facts.locales)) await loadFaker(facts.locales);
      const keys = generateSeededKeys(served, resource, { seed, parents, now: facts.now });
      const records = keys.map((key, index) => ({
        key: String(key),
        fields: generateSeededRecord({ served, seed, facts, resource, parents, keys }, index),
      }));
      return rememberSome(made, id, mostKept, () => records);
    };
    fillOnFirstUse(resource, { fill, listParents: (seed) => listSeededParents(served, resource, seed) });
  }
}

/** Returns whether the path above a collection leads through seeded entities, or those that exist without creation. */
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
  // Generated entities come before all others.
  if (stored !== undefined) return stored.fields !== undefined && stored.order <= 0;
  if (above.kept && above.tenant !== true) return false;
  return await hasRoom(resource, context);
}

/** Parents that exist without creation, and get records below them. A caller can name any number of them. */
const mostAssumed = 50;

async function hasRoom({ shape }: Resource, { scopes }: StoreContext): Promise<boolean> {
  const filled = scopes.shared.collection(seededCollections);
  return (await filled.count('key', [`${shape} `], [`${shape} \uFFFF`])) < mostAssumed;
}

/** Parents whose collections are listed. */
const mostParents = 60;

/** Lists the keys of all seeded parents of a resource. */
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
