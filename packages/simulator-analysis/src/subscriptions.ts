import { type DataScopes, defineAction, type HandlerContext, type Owner } from '@understudy/kernel';
import { dropDuplicates } from './drop-duplicates.js';
import { analysisCollections } from './entities.js';

/**
 * Returns a dataset with some of its subscriptions, in the form that the overview and the unsubscribe response share.
 */
function presentSubscriptions(datasetId: string, subscriptionIds: readonly string[]) {
  return { datasetId, countOfSubscriptionIds: subscriptionIds.length, subscriptionIds: [...subscriptionIds] };
}

function countSubscriptions(items: ReadonlyArray<{ readonly countOfSubscriptionIds: number }>): number {
  return items.reduce((total, { countOfSubscriptionIds }) => total + countOfSubscriptionIds, 0);
}

/** Serves Get subscriptions (analysis.subscriptions.operation), with filters (analysis.gap.subscription-filter). */
export async function getSubscriptions(
  { query }: { readonly query: { readonly datasetId?: string; readonly subscriptionIds?: string } },
  context: HandlerContext,
) {
  const wanted = query.subscriptionIds === undefined ? undefined : idsOf(query.subscriptionIds);
  const subscriptions = context.scope.collection(analysisCollections.subscriptions);
  const { datasetId: dataset } = query;
  // The response has all subscriptions of one dataset, or of all datasets.
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

/** Returns the ids of a comma-separated list: trimmed, empty ones dropped. */
function idsOf(list: string): Set<string> {
  const ids = list.split(',').map((id) => id.trim());
  return new Set(ids.filter((id) => id !== ''));
}

interface UnsubscribeInput {
  readonly body: {
    readonly subscriptionObjects: ReadonlyArray<{
      readonly datasetId: string;
      readonly subscriptionIds?: readonly string[];
    }>;
  };
}

/**
 * Serves Unsubscribe, for all ids if none are given (analysis.unsubscribe.operation, analysis.gap.unsubscribe-whole).
 */
export async function unsubscribeDatasets({ body }: UnsubscribeInput, context: HandlerContext) {
  const items = dropDuplicates(body.subscriptionObjects, '/body/subscriptionObjects');
  if ('refused' in items) return items;
  const subscriptions = context.scope.collection(analysisCollections.subscriptions);
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

const text = { type: 'string', minLength: 1 } as const;

/**
 * Adds subscriptions. The API itself cannot create them (analysis.gap.subscription-creation), so they come from this
 * action or a seed.
 */
export const addSubscriptionsAction = defineAction({
  summary: 'Adds subscriptions to a dataset',
  input: {
    type: 'object',
    required: ['tenantId', 'datasetId', 'subscriptionIds'],
    properties: {
      clientId: { ...text, default: 'demo-client' },
      tenantId: text,
      datasetId: text,
      subscriptionIds: { type: 'array', items: text, minItems: 1 },
    },
  },
  async run({ clientId, tenantId, datasetId, subscriptionIds }, { scopes }) {
    const all = await putSubscriptions(scopes, { clientId, tenantId }, datasetId, subscriptionIds);
    return presentSubscriptions(datasetId, all);
  },
});

/** Adds ids to a dataset. @returns all ids of the dataset */
export async function putSubscriptions(
  scopes: DataScopes,
  owner: Owner,
  datasetId: string,
  added: readonly string[],
): Promise<string[]> {
  const subscriptions = scopes.of(owner).collection(analysisCollections.subscriptions);
  const present = (await subscriptions.get(datasetId))?.subscriptionIds ?? [];
  const subscriptionIds = [...new Set([...present, ...added])];
  await subscriptions.put(datasetId, { datasetId, subscriptionIds });
  return subscriptionIds;
}
