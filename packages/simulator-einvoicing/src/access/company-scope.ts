import type { DataScope, Owner } from '@understudy/kernel';
import type { LookupContext } from './find-company.js';

/** Returns the owner of a company's stored data. */
function ownerOf(companyId: string): Owner {
  return { clientId: companyId, tenantId: companyId };
}

export function getCompanyScope({ scopes }: LookupContext, companyId: string): DataScope {
  return scopes.of(ownerOf(companyId));
}
