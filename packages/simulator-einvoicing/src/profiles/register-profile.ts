import { type Company, collections, type Profile } from '../entities.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import type { WorkContext } from '../work-context.js';
import { addProfileEvent, internalNetworkMissing, waitsForInternalNetwork } from './plan-activations.js';
import { listStoredProfiles, putProfile } from './stored-profiles.js';

/** The input of a registration. */
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
