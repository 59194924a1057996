import { type ActionContext, type ActionInput, createMustBeFinding, defineAction } from '@understudy/kernel';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany } from '../access/find-company.js';
import type { Profile } from '../entities.js';
import { addProfileEvent, markActive } from '../profiles/plan-activations.js';
import { presentProfile } from '../profiles/present-profile.js';
import { listStoredProfiles, putProfile } from '../profiles/stored-profiles.js';

const ofProfile = {
  type: 'object',
  required: ['companyId'],
  properties: {
    ...companyIdInput.properties,
    profileId: { ...nonEmptyText, description: 'Of one registration' },
    network: {
      ...nonEmptyText,
      examples: ['PEPPOL'],
      description: 'In the place of profileId: all registrations for the network',
    },
  },
} as const;

/** Activates a registration as the network does, early or after an error (einvoicing.networks.bank-delay). */
export const activateProfile = defineAction({
  summary: 'A network activates a registration now',
  input: ofProfile,
  run: (input, context) => change(input, context, markActive),
});

/** Rejects a registration as the network does (einvoicing.gap.profile-status-values). */
export const failProfile = defineAction({
  summary: 'A network refuses a registration',
  input: {
    ...ofProfile,
    properties: {
      ...ofProfile.properties,
      message: { ...nonEmptyText, default: 'The network has refused the registration' },
    },
  },
  run: ({ message, ...input }, context) =>
    change(input, context, ({ timerId: _timer, ...profile }) =>
      addProfileEvent({ ...profile, status: 'error' }, message, context.clock.now()),
    ),
});

async function change(
  { companyId, profileId, network }: ActionInput<typeof ofProfile>,
  context: ActionContext,
  move: (profile: Profile) => Profile,
) {
  const company = await findCompany(context, companyId);
  if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
  const profiles = await listStoredProfiles(context, company.id);
  const wanted = profiles.filter((profile) => profile.id === profileId || profile.network === network);
  if (wanted.length === 0) {
    return createMustBeFinding(
      profileId === undefined ? 'network' : 'profileId',
      'one that the company has registered',
    );
  }
  const changed = wanted.map(move);
  for (const { timerId } of wanted) if (timerId !== undefined) await context.timers.cancel(timerId);
  for (const profile of changed) await putProfile(context, company.id, profile);
  return { profiles: changed.map(presentProfile) };
}
