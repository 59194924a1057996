import type { Scopes } from '@understudy/kernel';
import { type Company, type CompanyId, collections, type Endpoint } from '../entities.js';
import { normalBusinessId } from './business-id.js';

/** What looking somebody up takes: any context. */
export interface Lookup {
  readonly scopes: Scopes;
}

/** A company by its id. */
export function findCompany({ scopes }: Lookup, id: string): Promise<Company | undefined> {
  return scopes.shared.collection<Company>(collections.companies).get(id);
}

/** The company that has registered an endpoint. @param address `scheme:endpoint_id`, such as `0216:003712345671` */
export async function findCompanyByEndpoint(lookup: Lookup, address: string): Promise<Company | undefined> {
  const found = await lookup.scopes.shared.collection<Endpoint>(collections.endpoints).get(address);
  return found === undefined ? undefined : findCompany(lookup, found.companyId);
}

/** A company by its business id, however that is written. */
export async function findCompanyByBusinessId(
  lookup: Lookup,
  country: string,
  bid: string,
): Promise<Company | undefined> {
  const key = `${country}/${normalBusinessId(country, bid)}`;
  const found = await lookup.scopes.shared.collection<CompanyId>(collections.companyIds).get(key);
  return found === undefined ? undefined : findCompany(lookup, found.companyId);
}
