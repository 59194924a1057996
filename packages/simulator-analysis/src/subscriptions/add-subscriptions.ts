import type { Finding } from '@understudy/contract';
import type { Action, Scopes } from '@understudy/kernel';
import { collections, type StoredSubscriptions } from '../entities.js';

/** Subscriptions come into being outside the API (analysis.gap.subscription-creation): through this action or a seed. */
export const addSubscriptions: Action = {
  summary: 'Adds subscriptions to a dataset: {clientId?, tenantId, datasetId, subscriptionIds}',
  async run({ clientId = 'demo-client', tenantId, datasetId, subscriptionIds }, { scopes }) {
    const findings = [
      ...textFinding('clientId', clientId),
      ...textFinding('tenantId', tenantId),
      ...textFinding('datasetId', datasetId),
      ...(Array.isArray(subscriptionIds) && subscriptionIds.length > 0
        ? []
        : [finding('subscriptionIds', 'a non-empty array')]),
      ...(Array.isArray(subscriptionIds)
        ? subscriptionIds.flatMap((id, index) => textFinding(`subscriptionIds/${index}`, id))
        : []),
    ];
    if (findings.length > 0 || !Array.isArray(subscriptionIds)) return findings;
    const owner = { clientId: String(clientId), tenantId: String(tenantId) };
    const all = await putSubscriptions(scopes, owner, String(datasetId), subscriptionIds.map(String));
    return { datasetId: String(datasetId), countOfSubscriptionIds: all.length, subscriptionIds: all };
  },
};

/** Adds ids to those of a dataset. @returns all ids of the dataset */
export async function putSubscriptions(
  scopes: Scopes,
  owner: { clientId: string; tenantId: string },
  datasetId: string,
  added: readonly string[],
): Promise<string[]> {
  const subscriptions = scopes.of(owner).collection<StoredSubscriptions>(collections.subscriptions);
  const present = (await subscriptions.get(datasetId))?.subscriptionIds ?? [];
  const subscriptionIds = [...new Set([...present, ...added])];
  await subscriptions.put(datasetId, { datasetId, subscriptionIds });
  return subscriptionIds;
}

function textFinding(key: string, value: unknown): Finding[] {
  return typeof value === 'string' && value !== '' ? [] : [finding(key, 'a non-empty string')];
}

function finding(key: string, allowed: string): Finding {
  const pointer = `/body/${key}`;
  return { ruleId: 'request/value', severity: 'error', message: `${pointer} must be ${allowed}`, pointer };
}
