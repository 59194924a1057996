import type { Simulator } from '@understudy/kernel';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { EntityStore, type StoreContext } from '../handle/entity-store.js';
import { generatedSeeds } from '../handle/generated-seed.js';
import { listSeededParents } from './fill-collection.js';
import { generateSeededKeys, isSeedable } from './generate-seeded-keys.js';

/** Generates collections on first use for callers that read records without a request. */
export function createRecordGenerator(served: ApiRuntime): NonNullable<Simulator['generatedRecords']> {
  const seedOf = ({ scopes }: StoreContext) => scopes.shared.collection(generatedSeeds).get('seed');
  const resources = [...served.plan.resources.values()].filter((each) => isSeedable(served, each));
  return {
    async pending(context) {
      const seed = await seedOf(context);
      if (seed === undefined) return [];
      const found: { collection: string; keys: string[] }[] = [];
      for (const resource of resources) {
        const keys: string[] = [];
        for (const parents of listSeededParents(served, resource, seed)) {
          const store = new EntityStore(context, resource, parents);
          if (store.isFilled) continue;
          const own = generateSeededKeys(served, resource, { seed, parents, now: new Date(seed.at) });
          keys.push(...own.map((key) => store.addressOf(String(key))));
        }
        if (keys.length > 0) found.push({ collection: EntityStore.nameOf(resource), keys });
      }
      return found;
    },
    async fill(collection, context) {
      const seed = await seedOf(context);
      const resource = resources.find((each) => EntityStore.nameOf(each) === collection);
      if (seed === undefined || resource === undefined) return;
      for (const parents of listSeededParents(served, resource, seed))
        await new EntityStore(context, resource, parents).fill();
    },
  };
}
