import type { Context } from '@understudy/kernel';
import { collections } from '../entities.js';
import { countSubscriptions, presentSubscriptions } from './present-subscriptions.js';

interface SubscriptionsInput {
  readonly query: { readonly datasetId?: string; readonly subscriptionIds?: string };
}

/**
 * Serves Get subscriptions (analysis.subscriptions.operation). Counts count the filtered answer; a dataset left without
 * ids is dropped (analysis.gap.subscription-filter).
 */
export async function getSubscriptions({ query }: SubscriptionsInput, context: Context) {
  const wanted = query.subscriptionIds === undefined ? undefined : idsOf(query.subscriptionIds);
  const subscriptions = context.scope.collection(collections.subscriptions);
  const { datasetId: dataset } = query;
  // The answer has all that there are of one dataset, or of every one.
  const asked = await (dataset === undefined ? subscriptions.list() : subscriptions.range('key', [dataset], [dataset]));
  const subscriptionObjects = asked
    .map(({ value: { datasetId, subscriptionIds } }) =>
      presentSubscriptions(
        datasetId,
        subscriptionIds.filter((id) => wanted?.has(id) ?? true),
      ),
    )
    .filter(({ countOfSubscriptionIds }) => countOfSubscriptionIds > 0);
  return {
    status: 200 as const,
    body: {
      countOfDatasets: subscriptionObjects.length,
      countOfSubscriptionIds: countSubscriptions(subscriptionObjects),
      subscriptionObjects,
    },
  };
}

/** The ids of a comma-separated list: trimmed, empty ones dropped. */
function idsOf(list: string): Set<string> {
  const ids = list.split(',').map((id) => id.trim());
  return new Set(ids.filter((id) => id !== ''));
}
