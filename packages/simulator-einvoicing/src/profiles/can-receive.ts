import { findCompany, type LookupContext } from '../access/find-company.js';
import type { Profile } from '../entities.js';
import { lacksInternalNetwork } from './plan-activations.js';
import { listStoredProfiles } from './stored-profiles.js';

/** Lists the company's active registrations. */
export async function listActiveProfiles(lookup: LookupContext, companyId: string): Promise<Profile[]> {
  return (await listStoredProfiles(lookup, companyId)).filter(({ status }) => status === 'active');
}

/** Returns whether a company receives a profile through a network (einvoicing.company.activate-by-profiles). */
export async function canReceiveInvoices(
  lookup: LookupContext,
  companyId: string,
  network: Profile['network'],
  profile: Profile['profile'] = 'INVOICE_AND_CREDIT_NOTE',
): Promise<boolean> {
  const company = await findCompany(lookup, companyId);
  if (company?.state !== 1) return false;
  const active = await listActiveProfiles(lookup, companyId);
  if (lacksInternalNetwork({ network }, active)) return false;
  return active.some((each) => each.network === network && each.profile === profile);
}

/** Returns whether a company receives other documents through a network (einvoicing.gap.document-receiving). */
export async function canReceiveDocuments(
  lookup: LookupContext,
  companyId: string,
  network: 'INTERNAL' | 'PEPPOL' | 'SCAN',
  type: string,
): Promise<boolean> {
  const company = await findCompany(lookup, companyId);
  if (company?.state !== 1) return false;
  const active = await listActiveProfiles(lookup, companyId);
  const through = network === 'SCAN' ? 'SCAN_DOCUMENTS' : network;
  if (lacksInternalNetwork({ network: through }, active)) return false;
  return active.some((each) => each.network === through && (network !== 'PEPPOL' || each.profile === type));
}
