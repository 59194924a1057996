import type { Action, ActionContext } from '@understudy/kernel';
import { companyOf, must } from '../access/action-input.js';
import type { Profile } from '../entities.js';
import { activated, withEvent } from '../profiles/plan-activations.js';
import { presentProfile } from '../profiles/present-profile.js';
import { putProfile, storedProfiles } from '../profiles/stored-profiles.js';

/** The network has activated a registration, before its time or after an error (einvoicing.networks.bank-delay). */
export const activateProfile: Action = {
  summary: 'A network activates a registration now: {companyId, profileId} or {companyId, network}',
  members: ['companyId', 'profileId', 'network'],
  run: (input, context) => change(input, context, activated),
};

/** The network has refused a registration (einvoicing.gap.profile-status-values). */
export const failProfile: Action = {
  summary: 'A network refuses a registration: {companyId, profileId or network, message?}',
  members: ['companyId', 'profileId', 'network', 'message'],
  run: ({ message, ...input }, context) => {
    const text = typeof message === 'string' ? message : 'The network has refused the registration';
    return change(input, context, ({ timerId: _timer, ...profile }) =>
      withEvent({ ...profile, status: 'error' }, text, context.clock.now()),
    );
  },
};

async function change(
  { companyId, profileId, network }: Readonly<Record<string, unknown>>,
  context: ActionContext,
  move: (profile: Profile) => Profile,
) {
  const company = await companyOf(companyId, context);
  if (company === undefined) return must('companyId', 'the id of a company');
  const profiles = await storedProfiles(context, company.id);
  const wanted = profiles.filter((profile) => profile.id === profileId || profile.network === network);
  if (wanted.length === 0) {
    return must(profileId === undefined ? 'network' : 'profileId', 'one that the company has registered');
  }
  const changed = wanted.map(move);
  for (const { timerId } of wanted) if (timerId !== undefined) await context.timers.cancel(timerId);
  for (const profile of changed) await putProfile(context, company.id, profile);
  return { profiles: changed.map(presentProfile) };
}
