import type { Context } from '@understudy/kernel';
import { collections, type StoredSubscriptions } from '../entities.js';

interface SubscriptionsInput {
  readonly query: { readonly datasetId?: string; readonly subscriptionIds?: string };
}

/**
 * Serves Get subscriptions (analysis.subscriptions.operation). Counts count the filtered answer; a dataset left without
 * ids is dropped (analysis.gap.subscription-filter).
 */
export async function getSubscriptions({ query }: SubscriptionsInput, context: Context) {
  const wanted = query.subscriptionIds
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const all = await context.scope.collection<StoredSubscriptions>(collections.subscriptions).list();
  const subscriptionObjects = all
    .map(({ value }) => value)
    .filter(({ datasetId }) => query.datasetId === undefined || datasetId === query.datasetId)
    .map(({ datasetId, subscriptionIds }) =>
      presentSubscriptions(
        datasetId,
        subscriptionIds.filter((id) => wanted === undefined || wanted.includes(id)),
      ),
    )
    .filter(({ countOfSubscriptionIds }) => countOfSubscriptionIds > 0);
  return {
    status: 200 as const,
    body: {
      countOfDatasets: subscriptionObjects.length,
      countOfSubscriptionIds: sum(subscriptionObjects.map(({ countOfSubscriptionIds }) => countOfSubscriptionIds)),
      subscriptionObjects,
    },
  };
}

/** The item shape that overview and unsubscribe result share. */
export function presentSubscriptions(datasetId: string, subscriptionIds: readonly string[]) {
  return { datasetId, countOfSubscriptionIds: subscriptionIds.length, subscriptionIds: [...subscriptionIds] };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
