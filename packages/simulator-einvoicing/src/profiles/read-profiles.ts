import { forCompany } from '../access/for-company.js';
import { collections } from '../entities.js';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { presentProfile } from './present-profile.js';
import { storedProfiles } from './stored-profiles.js';

/** The company's registrations (einvoicing.gap.profile-list-delete). */
export const listProfiles = forCompany<operations['listProfiles']>(async ({ query }, context, acting) => {
  const networks = query['network[]'];
  const states = query['status[]'];
  const profiles = (await storedProfiles(context, acting.company.id))
    .filter(({ network }) => networks === undefined || networks.includes(network))
    .filter(({ status }) => states === undefined || states.includes(status));
  return { status: 200, body: profiles.map(presentProfile) };
});

/** One registration with its extensions (einvoicing.profiles.get). */
export const getProfile = forCompany<operations['getProfile']>(async ({ path }, _context, acting) => {
  const profile = await acting.scope.collection(collections.profiles).get(path.id);
  return profile === undefined ? refusals.notFound() : { status: 200, body: presentProfile(profile) };
});
