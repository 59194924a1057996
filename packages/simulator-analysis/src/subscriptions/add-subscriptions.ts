import type { Finding } from '@understudy/contract';
import type { Action, Owner, Scopes } from '@understudy/kernel';
import { collections } from '../entities.js';
import { presentSubscriptions } from './present-subscriptions.js';

/** Subscriptions come into being outside the API (analysis.gap.subscription-creation): through this action or a seed. */
export const addSubscriptions: Action = {
  summary: 'Adds subscriptions to a dataset: {clientId?, tenantId, datasetId, subscriptionIds}',
  members: ['clientId', 'tenantId', 'datasetId', 'subscriptionIds'],
  async run({ clientId = 'demo-client', tenantId, datasetId, subscriptionIds }, { scopes }) {
    if (isText(clientId) && isText(tenantId) && isText(datasetId) && isListOfText(subscriptionIds)) {
      const all = await putSubscriptions(scopes, { clientId, tenantId }, datasetId, subscriptionIds);
      return presentSubscriptions(datasetId, all);
    }
    return [
      ...Object.entries({ clientId, tenantId, datasetId }).flatMap(([key, value]) =>
        isText(value) ? [] : [mustBe(key, 'a non-empty string')],
      ),
      ...(isListOfText(subscriptionIds) ? [] : [mustBe('subscriptionIds', 'a non-empty array of non-empty strings')]),
    ];
  },
};

/** Adds ids to those of a dataset. @returns all ids of the dataset */
export async function putSubscriptions(
  scopes: Scopes,
  owner: Owner,
  datasetId: string,
  added: readonly string[],
): Promise<string[]> {
  const subscriptions = scopes.of(owner).collection(collections.subscriptions);
  const present = (await subscriptions.get(datasetId))?.subscriptionIds ?? [];
  const subscriptionIds = [...new Set([...present, ...added])];
  await subscriptions.put(datasetId, { datasetId, subscriptionIds });
  return subscriptionIds;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function mustBe(key: string, allowed: string): Finding {
  const pointer = `/body/${key}`;
  return { ruleId: 'request/value', severity: 'error', message: `${pointer} must be ${allowed}`, pointer };
}
