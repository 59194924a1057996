import { createTimerHandler, defineTimer } from '@understudy/kernel';
import { findCompany, getCompanyScope, type LookupContext, type WorkContext } from '../access/find-company.js';
import { type Company, collections, type Profile } from '../entities.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { activationSeconds } from '../policies.js';
import { einvoicingSettings } from '../settings.js';
import { formatRecordTime } from '../times.js';

/** Lists the registrations of a company in order of creation, a few for each network. */
export async function listStoredProfiles(lookup: LookupContext, companyId: string): Promise<Profile[]> {
  const stored = await getCompanyScope(lookup, companyId).collection(collections.profiles).list();
  return stored.map(({ value }) => value).sort((one, other) => one.number - other.number);
}

export function putProfile(lookup: LookupContext, companyId: string, profile: Profile): Promise<void> {
  return getCompanyScope(lookup, companyId).collection(collections.profiles).put(profile.id, profile);
}

export type NewProfile = Pick<Profile, 'network' | 'profile' | 'version' | 'scheme' | 'endpointId'> & {
  readonly settings?: Profile['settings'] | undefined;
};

/** Stores a registration and reports it (einvoicing.profile.status-pending, einvoicing.network-created.event). */
export async function registerProfile(context: WorkContext, company: Company, wanted: NewProfile): Promise<Profile> {
  const existing = await listStoredProfiles(context, company.id);
  const now = context.clock.now();
  const { settings, ...rest } = wanted;
  const made: Profile = {
    ...rest,
    ...(settings === undefined ? {} : { settings }),
    id: context.ids.next('profile'),
    number: Math.max(0, ...existing.map(({ number }) => number)) + 1,
    status: 'pending',
    extensions: [],
    createdAt: now.toISOString(),
  };
  const profile = waitsForInternalNetwork(made, existing) ? addProfileEvent(made, internalNetworkMissing, now) : made;
  await putProfile(context, company.id, profile);
  const endpoints = context.scopes.shared.collection(collections.endpoints);
  const address = `${profile.scheme}:${profile.endpointId}`;
  const known = await endpoints.get(address);
  await endpoints.put(address, { companyId: company.id, profileIds: [...(known?.profileIds ?? []), profile.id] });
  await notifySubscribers(context, company, {
    type: `NETWORKS.${profile.network}.CREATED`,
    data: { network: profile.network, profiles: [profile.profile], id: profile.id },
  });
  return profile;
}

export const profileActivationTimer = defineTimer<{ readonly companyId: string; readonly profileId: string }>(
  'activate-profile',
);

/** Networks that receive nothing without INTERNAL: every other receiving network. */
const internalFirst: ReadonlySet<Profile['network']> = new Set(['PEPPOL', 'BANK', 'SCAN', 'SCAN_DOCUMENTS', 'VOUCHER']);

/** The status text of a registration without INTERNAL: einvoicing.gap.internal-first-error. */
const internalNetworkMissing = 'INTERNAL network must be enabled first';

/** Returns whether a network cannot receive because INTERNAL is missing (einvoicing.networks.internal-first). */
function lacksInternalNetwork({ network }: Pick<Profile, 'network'>, all: readonly Profile[]): boolean {
  return internalFirst.has(network) && !all.some((profile) => profile.network === 'INTERNAL');
}

/**
 * Returns whether a registration waits for INTERNAL. BANK does not wait, because it also sends
 * (einvoicing.gap.internal-first-error).
 */
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

export const activateProfile = createTimerHandler(profileActivationTimer, async ({ companyId, profileId }, context) => {
  const company = await findCompany(context, companyId);
  if (company === undefined) return;
  const profile = (await listStoredProfiles(context, company.id)).find(({ id }) => id === profileId);
  if (profile?.status !== 'pending') return;
  await putProfile(context, company.id, markActive(profile));
});

export function markActive({ timerId: _timer, lastEvent: _event, ...profile }: Profile): Profile {
  return { ...profile, status: 'active' };
}

export function addProfileEvent(profile: Profile, message: string, now: Date): Profile {
  return { ...profile, lastEvent: { message, created_at: formatRecordTime(now) } };
}

export async function listActiveProfiles(lookup: LookupContext, companyId: string): Promise<Profile[]> {
  return (await listStoredProfiles(lookup, companyId)).filter(({ status }) => status === 'active');
}

/** Returns whether a company receives a profile through a network (einvoicing.company.activate-by-profiles). */
export async function canReceiveInvoices(
  lookup: LookupContext,
  companyId: string,
  network: Profile['network'],
): Promise<boolean> {
  const receiving = await listReceiving(lookup, companyId, network);
  return receiving.some(({ profile }) => profile === 'INVOICE_AND_CREDIT_NOTE');
}

/** Returns whether a company receives other documents through a network (einvoicing.gap.document-receiving). */
export async function canReceiveDocuments(
  lookup: LookupContext,
  companyId: string,
  network: 'INTERNAL' | 'PEPPOL' | 'SCAN',
  type: string,
): Promise<boolean> {
  const receiving = await listReceiving(lookup, companyId, network === 'SCAN' ? 'SCAN_DOCUMENTS' : network);
  return receiving.some(({ profile }) => network !== 'PEPPOL' || profile === type);
}

/** Lists the registrations of a verified company in a network. */
async function listReceiving(
  lookup: LookupContext,
  companyId: string,
  network: Profile['network'],
): Promise<Profile[]> {
  const company = await findCompany(lookup, companyId);
  const active = await listActiveProfiles(lookup, companyId);
  if (company?.state !== 1 || lacksInternalNetwork({ network }, active)) return [];
  return active.filter((each) => each.network === network);
}
