import { getCompanyScope } from '../access/company-scope.js';
import type { LookupContext } from '../access/find-company.js';
import { collections, type Profile } from '../entities.js';

/** Lists the registrations of a company in order of creation, a few for each network. */
export async function listStoredProfiles(lookup: LookupContext, companyId: string): Promise<Profile[]> {
  const stored = await getCompanyScope(lookup, companyId).collection(collections.profiles).list();
  return stored.map(({ value }) => value).sort((one, other) => one.number - other.number);
}

export function putProfile(lookup: LookupContext, companyId: string, profile: Profile): Promise<void> {
  return getCompanyScope(lookup, companyId).collection(collections.profiles).put(profile.id, profile);
}
