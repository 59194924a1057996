import { type Company, collections } from '../entities.js';
import type { Lookup } from './find-company.js';

/** Stores a company. */
export function putCompany({ scopes }: Lookup, company: Company): Promise<void> {
  return scopes.shared.collection<Company>(collections.companies).put(company.id, company);
}
