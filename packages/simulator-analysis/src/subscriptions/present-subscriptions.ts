/** A dataset and some of its subscriptions, as the overview and the result of unsubscribing show them. */
export function presentSubscriptions(datasetId: string, subscriptionIds: readonly string[]) {
  return { datasetId, countOfSubscriptionIds: subscriptionIds.length, subscriptionIds: [...subscriptionIds] };
}

/** Subscriptions over all datasets of a list. */
export function countSubscriptions(items: ReadonlyArray<{ readonly countOfSubscriptionIds: number }>): number {
  return items.reduce((total, { countOfSubscriptionIds }) => total + countOfSubscriptionIds, 0);
}
