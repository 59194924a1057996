import { companyScope } from '../access/company-scope.js';
import type { Lookup } from '../access/find-company.js';
import { collections, type Profile } from '../entities.js';

/** The registrations of a company in order of creation, a few for each network. */
export async function storedProfiles(lookup: Lookup, companyId: string): Promise<Profile[]> {
  const stored = await companyScope(lookup, companyId).collection(collections.profiles).list();
  return stored.map(({ value }) => value).sort((one, other) => one.number - other.number);
}

/** Stores a registration. */
export function putProfile(lookup: Lookup, companyId: string, profile: Profile): Promise<void> {
  return companyScope(lookup, companyId).collection(collections.profiles).put(profile.id, profile);
}
