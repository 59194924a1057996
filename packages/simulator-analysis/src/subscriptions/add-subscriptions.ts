import { type DataScopes, defineAction, type Owner } from '@understudy/kernel';
import { analysisCollections } from '../entities.js';
import { presentSubscriptions } from './subscriptions.js';

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

/**
 * Adds ids to a dataset.
 * @returns all ids of the dataset
 */
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
