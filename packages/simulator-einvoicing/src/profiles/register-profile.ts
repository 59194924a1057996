import { type Company, collections, type Profile } from '../entities.js';
import { notify } from '../notifications/notify.js';
import type { WorkContext } from '../work-context.js';
import { internalMissing, waitsForInternal, withEvent } from './plan-activations.js';
import { putProfile, storedProfiles } from './stored-profiles.js';

/** The input of a registration. */
export type NewProfile = Pick<Profile, 'network' | 'profile' | 'version' | 'scheme' | 'endpointId'> & {
  readonly settings?: Profile['settings'] | undefined;
};

/** Stores a registration and reports it (einvoicing.profile.status-pending, einvoicing.network-created.event). */
export async function registerProfile(context: WorkContext, company: Company, wanted: NewProfile): Promise<Profile> {
  const existing = await storedProfiles(context, company.id);
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
  const profile = waitsForInternal(made, existing) ? withEvent(made, internalMissing, now) : made;
  await putProfile(context, company.id, profile);
  const endpoints = context.scopes.shared.collection(collections.endpoints);
  const address = `${profile.scheme}:${profile.endpointId}`;
  const known = await endpoints.get(address);
  await endpoints.put(address, { companyId: company.id, profileIds: [...(known?.profileIds ?? []), profile.id] });
  await notify(context, company, {
    type: `NETWORKS.${profile.network}.CREATED`,
    data: { network: profile.network, profiles: [profile.profile], id: profile.id },
  });
  return profile;
}
