import { getCompanyScope } from '../access/company-scope.js';
import type { LookupContext } from '../access/find-company.js';
import { collections, type Subscription } from '../entities.js';

/** Lists the subscriptions of a company in order of creation. Each event is matched against all of them. */
export async function listSubscriptions(lookup: LookupContext, companyId: string): Promise<Subscription[]> {
  const stored = await getCompanyScope(lookup, companyId).collection(collections.subscriptions).list();
  return stored.map(({ value }) => value).sort((one, other) => one.number - other.number);
}

export interface OwnedSubscription {
  readonly companyId: string;
  readonly subscription: Subscription;
}
