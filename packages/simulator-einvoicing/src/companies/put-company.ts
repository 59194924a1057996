import type { LookupContext } from '../access/find-company.js';
import { type Company, collections } from '../entities.js';

export function putCompany({ scopes }: LookupContext, company: Company): Promise<void> {
  return scopes.shared.collection(collections.companies).put(company.id, company);
}
