import { isDeepStrictEqual } from 'node:util';
import type { Context } from '@understudy/kernel';
import { collections, type StoredSubscriptions } from '../entities.js';
import { differingDuplicates } from '../errors.js';
import { presentSubscriptions, sum } from './get-subscriptions.js';

interface UnsubscribeInput {
  readonly body: {
    readonly subscriptionObjects: ReadonlyArray<{
      readonly datasetId: string;
      readonly subscriptionIds?: readonly string[];
    }>;
  };
}

/**
 * Serves Unsubscribe: removes the ids named, or all of a dataset when none are; ids that do not exist are skipped
 * (analysis.unsubscribe.operation, analysis.gap.unsubscribe-whole). The answer lists what was removed.
 */
export async function unsubscribeDatasets({ body }: UnsubscribeInput, context: Context) {
  const subscriptions = context.scope.collection<StoredSubscriptions>(collections.subscriptions);
  const handled = new Map<string, unknown>();
  const removed: Array<ReturnType<typeof presentSubscriptions>> = [];
  for (const [index, item] of body.subscriptionObjects.entries()) {
    const { datasetId, subscriptionIds: named } = item;
    if (handled.has(datasetId)) {
      if (isDeepStrictEqual(handled.get(datasetId), item)) continue;
      return differingDuplicates(`/body/subscriptionObjects/${index}`, datasetId);
    }
    handled.set(datasetId, item);
    const present = (await subscriptions.get(datasetId))?.subscriptionIds ?? [];
    const gone = present.filter((id) => named === undefined || named.includes(id));
    if (gone.length === 0) continue;
    const left = present.filter((id) => !gone.includes(id));
    if (left.length === 0) await subscriptions.delete(datasetId);
    else await subscriptions.put(datasetId, { datasetId, subscriptionIds: left });
    removed.push(presentSubscriptions(datasetId, gone));
  }
  return {
    status: 200 as const,
    body: {
      countOfUnsubscribedDatasets: removed.length,
      countOfUnsubscribedSubscriptionIds: sum(removed.map(({ countOfSubscriptionIds }) => countOfSubscriptionIds)),
      unsubscribedSubscriptionObjects: removed,
    },
  };
}
