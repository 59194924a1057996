import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ApiAction, defineAction } from '@understudy/kernel';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { EntityStore, splitParents } from '../handle/entity-store.js';
import { createRecordGenerator } from './generated-records.js';
import { maxSeededRecords, toCollectionName } from './seed-data.js';

/** Returns all records as a seed, including those generated on first use. */
export function exportSeed(served: ApiRuntime): ApiAction {
  const generated = createRecordGenerator(served);
  return defineAction({
    summary: 'Returns the stored records by collection, as a seed',
    input: { type: 'object', properties: {} },
    async run(_input, context) {
      const data: Record<string, unknown[]> = Object.create(null);
      let left = maxSeededRecords;
      for (const resource of served.plan.resources.values()) {
        await generated.fill(EntityStore.nameOf(resource), context);
        for (const { parents, fields } of await new EntityStore(context, resource, []).list(true)) {
          const name = toCollectionName(resource, splitParents(parents));
          left -= 1;
          if (left >= 0) data[name] = [...(data[name] ?? []), fields];
        }
        await nextTurn();
      }
      return { data: { ...data }, omitted: Math.max(0, -left) };
    },
  });
}
