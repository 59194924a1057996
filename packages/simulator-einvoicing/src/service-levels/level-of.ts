import { defineCollection, type Scope } from '@understudy/kernel';
import { normalBusinessId } from '../access/business-id.js';
import { companyScope } from '../access/company-scope.js';
import type { Lookup } from '../access/find-company.js';
import type { components } from '../generated/types.js';

/** A customer's special level. Collection `serviceLevels` of the company, key: the business id without separators. */
export type StoredLevel = components['schemas']['ServiceLevel'];

export const serviceLevels = defineCollection<StoredLevel>('serviceLevels');

/** How a company wants a customer to be treated; `default` unless it said otherwise (einvoicing.service-levels.default). */
export async function levelOf(lookup: Lookup, companyId: string, customerBid: string): Promise<StoredLevel['level']> {
  const stored = await levelsOf(companyScope(lookup, companyId)).get(levelKey(customerBid));
  return stored?.level ?? 'default';
}

/** The special levels of a company's customers. */
export function levelsOf(scope: Scope) {
  return scope.collection(serviceLevels);
}

/** One customer however its business id is written. */
export function levelKey(customerBid: string): string {
  return normalBusinessId('FI', customerBid);
}
