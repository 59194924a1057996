import { handleForCompany } from '../access/handle-for-company.js';
import { collections, type Profile } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { waitsForInternalNetwork } from './plan-activations.js';
import { presentProfile } from './present-profile.js';
import { listStoredProfiles, putProfile } from './stored-profiles.js';

/** Replaces the network settings of a registration. */
export const updateProfile = handleForCompany<operations['updateProfile']>(async ({ path, body }, context, acting) => {
  const profile = await acting.scope.collection(collections.profiles).get(path.id);
  if (profile === undefined) return einvoicingErrors.notFound();
  if (profile.network === 'SCAN' && body.network_settings.return_email === undefined) {
    return einvoicingErrors.badRequest(['/body/network_settings/return_email is required for SCAN']);
  }
  await putProfile(context, acting.company.id, { ...profile, settings: body.network_settings });
  return { status: 204 };
});

/** Removes a registration. INTERNAL remains while others need it (einvoicing.gap.profile-list-delete). */
export const deleteProfile = handleForCompany<operations['deleteProfile']>(async ({ path }, context, acting) => {
  const profiles = await listStoredProfiles(context, acting.company.id);
  const profile = profiles.find(({ id }) => id === path.id);
  if (profile === undefined) return einvoicingErrors.notFound();
  const rest = profiles.filter(({ id }) => id !== profile.id);
  if (profile.network === 'INTERNAL' && rest.some((other) => waitsForInternalNetwork(other, rest))) {
    const message = 'The registration for INTERNAL is needed by others; remove those first';
    return einvoicingErrors.conflict('profile_deletion_not_allowed', message);
  }
  if (profile.timerId !== undefined) await context.timers.cancel(profile.timerId);
  await acting.scope.collection(collections.profiles).delete(profile.id);
  const endpoints = context.scopes.shared.collection(collections.endpoints);
  const address = `${profile.scheme}:${profile.endpointId}`;
  const endpoint = await endpoints.get(address);
  const others = endpoint?.profileIds.filter((id) => id !== profile.id) ?? [];
  if (endpoint !== undefined && others.length > 0) await endpoints.put(address, { ...endpoint, profileIds: others });
  else await endpoints.delete(address);
  return { status: 204 };
});

/** Sets the received extensions (einvoicing.profiles.put-extensions, einvoicing.gap.gaccount-others). */
export const putProfileExtensions = handleForCompany<operations['putProfileExtensions']>(
  async ({ path, body }, context, acting) => {
    const profile = await acting.scope.collection(collections.profiles).get(path.id);
    if (profile === undefined) return einvoicingErrors.notFound();
    if (body.profile_name !== profile.profile) {
      return einvoicingErrors.badRequest([
        `/body/profile_name must be ${profile.profile}, the profile of this registration`,
      ]);
    }
    const isOffered = acting.company.country === 'NL' && profile.profile === 'INVOICE_AND_CREDIT_NOTE';
    if (body.extensions.length > 0 && !isOffered) {
      const message = `${body.extensions.join(', ')} is for INVOICE_AND_CREDIT_NOTE of Dutch companies only`;
      return einvoicingErrors.unprocessable('profile_not_supported', message);
    }
    const updated: Profile = { ...profile, extensions: [...body.extensions] };
    await putProfile(context, acting.company.id, updated);
    return { status: 200, body: presentProfile(updated) };
  },
);

/** Lists the company's registrations (einvoicing.gap.profile-list-delete). */
export const listProfiles = handleForCompany<operations['listProfiles']>(async ({ query }, context, acting) => {
  const networks = query['network[]'];
  const states = query['status[]'];
  const profiles = (await listStoredProfiles(context, acting.company.id))
    .filter(({ network }) => networks === undefined || networks.includes(network))
    .filter(({ status }) => states === undefined || states.includes(status));
  return { status: 200, body: profiles.map(presentProfile) };
});

/** Returns a registration with its extensions (einvoicing.profiles.get). */
export const getProfile = handleForCompany<operations['getProfile']>(async ({ path }, _context, acting) => {
  const profile = await acting.scope.collection(collections.profiles).get(path.id);
  return profile === undefined ? einvoicingErrors.notFound() : { status: 200, body: presentProfile(profile) };
});
