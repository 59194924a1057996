import type { Context } from '@understudy/kernel';
import { collections } from '../entities.js';
import { uniqueItems } from '../unique-items.js';
import { countSubscriptions, presentSubscriptions } from './present-subscriptions.js';

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
  const items = uniqueItems(body.subscriptionObjects, '/body/subscriptionObjects');
  if ('refused' in items) return items;
  const subscriptions = context.scope.collection(collections.subscriptions);
  const removed: Array<ReturnType<typeof presentSubscriptions>> = [];
  for (const { datasetId, subscriptionIds } of items) {
    const present = (await subscriptions.get(datasetId))?.subscriptionIds;
    if (present === undefined) continue;
    const named = new Set(subscriptionIds ?? present);
    const gone = present.filter((id) => named.has(id));
    if (gone.length === 0) continue;
    const left = present.filter((id) => !named.has(id));
    if (left.length === 0) await subscriptions.delete(datasetId);
    else await subscriptions.put(datasetId, { datasetId, subscriptionIds: left });
    removed.push(presentSubscriptions(datasetId, gone));
  }
  return {
    status: 200 as const,
    body: {
      countOfUnsubscribedDatasets: removed.length,
      countOfUnsubscribedSubscriptionIds: countSubscriptions(removed),
      unsubscribedSubscriptionObjects: removed,
    },
  };
}
