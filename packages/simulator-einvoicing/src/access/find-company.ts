import type { ActionContext, DataScope, DataScopes, Owner } from '@understudy/kernel';
import { type Company, collections } from '../entities.js';
import { normalizeBusinessId } from './business-id.js';

export interface LookupContext {
  readonly scopes: DataScopes;
}

/** The context of the API's rules. Handlers, timers, actions and reports all have it. */
export type WorkContext = Pick<
  ActionContext,
  'clock' | 'compute' | 'ids' | 'scopes' | 'settings' | 'timers' | 'webhooks'
>;

/** Returns the next number of a company's counter. It orders items created in the same second. */
export async function takeNextNumber(scope: DataScope, { name }: { readonly name: string }): Promise<number> {
  const counters = scope.collection(collections.counters);
  const latest = ((await counters.get(name))?.latest ?? 0) + 1;
  await counters.put(name, { latest });
  return latest;
}

export function findCompany({ scopes }: LookupContext, id: string): Promise<Company | undefined> {
  return scopes.shared.collection(collections.companies).get(id);
}

/**
 * Finds the company that has registered an endpoint.
 * @param eia `0216:003712345671`, or without the scheme as a Finnish party id
 */
export async function findCompanyByEndpoint(lookup: LookupContext, eia: string): Promise<Company | undefined> {
  const address = addAddressScheme(eia);
  if (address === undefined) return undefined;
  const found = await lookup.scopes.shared.collection(collections.endpoints).get(address);
  return found === undefined ? undefined : findCompany(lookup, found.companyId);
}

/**
 * Returns an address with its scheme. Adds 0216 to a Finnish party id (einvoicing.gap.send-invoice); other ids have no
 * default.
 */
export function addAddressScheme(eia: string): string | undefined {
  if (eia.includes(':')) return eia;
  return /^0037\d{8}/.test(eia) ? `0216:${eia}` : undefined;
}

export async function findCompanyByBusinessId(lookup: LookupContext, country: string, bid: string) {
  const key = `${country}/${normalizeBusinessId(country, bid)}`;
  const found = await lookup.scopes.shared.collection(collections.companyIds).get(key);
  return found === undefined ? undefined : findCompany(lookup, found.companyId);
}

function ownerOf(companyId: string): Owner {
  return { clientId: companyId, tenantId: companyId };
}

export function getCompanyScope({ scopes }: LookupContext, companyId: string): DataScope {
  return scopes.of(ownerOf(companyId));
}

export function putCompany({ scopes }: LookupContext, company: Company): Promise<void> {
  return scopes.shared.collection(collections.companies).put(company.id, company);
}
