import { findCompany, type Lookup } from '../access/find-company.js';
import type { Profile } from '../entities.js';
import { lacksInternal } from './plan-activations.js';
import { storedProfiles } from './stored-profiles.js';

/** The company's active registrations. */
export async function activeProfiles(lookup: Lookup, companyId: string): Promise<Profile[]> {
  return (await storedProfiles(lookup, companyId)).filter(({ status }) => status === 'active');
}

/** Whether a company receives a profile through a network (einvoicing.company.activate-by-profiles). */
export async function receivesThrough(
  lookup: Lookup,
  companyId: string,
  network: Profile['network'],
  profile: Profile['profile'] = 'INVOICE_AND_CREDIT_NOTE',
): Promise<boolean> {
  const company = await findCompany(lookup, companyId);
  if (company?.state !== 1) return false;
  const active = await activeProfiles(lookup, companyId);
  if (lacksInternal({ network }, active)) return false;
  return active.some((each) => each.network === network && each.profile === profile);
}

/** Whether a company receives other documents through a network (einvoicing.gap.document-receiving). */
export async function receivesDocuments(
  lookup: Lookup,
  companyId: string,
  network: 'INTERNAL' | 'PEPPOL' | 'SCAN',
  type: string,
): Promise<boolean> {
  const company = await findCompany(lookup, companyId);
  if (company?.state !== 1) return false;
  const active = await activeProfiles(lookup, companyId);
  const through = network === 'SCAN' ? 'SCAN_DOCUMENTS' : network;
  if (lacksInternal({ network: through }, active)) return false;
  return active.some((each) => each.network === through && (network !== 'PEPPOL' || each.profile === type));
}
