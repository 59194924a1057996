import { defineTimer } from '@understudy/kernel';
import { findCompany } from '../access/find-company.js';
import type { Company, Profile } from '../entities.js';
import { activationSeconds } from '../policies.js';
import { einvoicingSettings } from '../settings.js';
import { formatRecordTime } from '../times.js';
import type { WorkContext } from '../work-context.js';
import { listStoredProfiles, putProfile } from './stored-profiles.js';

interface ActivationDue {
  readonly companyId: string;
  readonly profileId: string;
}

export const profileActivationTimer = defineTimer<ActivationDue>('activate-profile');

/** Networks that receive nothing without INTERNAL: every other receiving network. */
const internalFirst: ReadonlySet<Profile['network']> = new Set(['PEPPOL', 'BANK', 'SCAN', 'SCAN_DOCUMENTS', 'VOUCHER']);

/** The status text of a registration without INTERNAL: einvoicing.gap.internal-first-error. */
export const internalNetworkMissing = 'INTERNAL network must be enabled first';

/** Returns whether a network cannot receive because INTERNAL is missing (einvoicing.networks.internal-first). */
export function lacksInternalNetwork({ network }: Pick<Profile, 'network'>, all: readonly Profile[]): boolean {
  return internalFirst.has(network) && !all.some((profile) => profile.network === 'INTERNAL');
}

/** Returns whether a registration waits for INTERNAL. BANK also sends (einvoicing.gap.internal-first-error). */
export function waitsForInternalNetwork({ network }: Pick<Profile, 'network'>, all: readonly Profile[]): boolean {
  return network !== 'BANK' && lacksInternalNetwork({ network }, all);
}

/** Schedules the activation of pending registrations, except for RECEIVABLES (einvoicing.gap.receivables-network). */
export async function planActivations(context: WorkContext, company: Company): Promise<void> {
  if (company.state !== 1) return;
  const profiles = await listStoredProfiles(context, company.id);
  for (const profile of profiles) {
    const { status, timerId, network } = profile;
    if (status !== 'pending' || timerId !== undefined || network === 'RECEIVABLES') continue;
    if (waitsForInternalNetwork(profile, profiles)) continue;
    const at = new Date(context.clock.now().getTime() + secondsToActivation(network, context) * 1000);
    const payload = { companyId: company.id, profileId: profile.id };
    const { lastEvent: _solved, ...rest } = profile;
    const timer = await context.timers.schedule({ at, timer: profileActivationTimer, payload });
    await putProfile(context, company.id, { ...rest, timerId: timer });
  }
}

function secondsToActivation(
  network: Exclude<Profile['network'], 'RECEIVABLES'>,
  context: Pick<WorkContext, 'settings'>,
): number {
  if (network !== 'BANK') return activationSeconds[network];
  return context.settings.of(einvoicingSettings.bankHours) * 3600;
}

/** Activates a registration that is still pending. */
export async function activateProfile({ companyId, profileId }: ActivationDue, context: WorkContext): Promise<void> {
  const company = await findCompany(context, companyId);
  if (company === undefined) return;
  const profile = (await listStoredProfiles(context, company.id)).find(({ id }) => id === profileId);
  if (profile?.status !== 'pending') return;
  await putProfile(context, company.id, markActive(profile));
}

export function markActive({ timerId: _timer, lastEvent: _event, ...profile }: Profile): Profile {
  return { ...profile, status: 'active' };
}

/** Returns the registration with its latest change added. */
export function addProfileEvent(profile: Profile, message: string, now: Date): Profile {
  return { ...profile, lastEvent: { message, created_at: formatRecordTime(now) } };
}
