import type { SettingValues } from '@understudy/kernel';
import type { Company } from '../entities.js';
import type { components } from '../generated/types.js';
import { settings } from '../settings.js';

const stateNames = { [-1]: 'UNVERIFIED', 0: 'UNKNOWN', 1: 'VERIFIED' } as const;

/** The state of a company's authorization. @param settings `companyState: enum` shows words (einvoicing.gap.company-states) */
export function presentAuthorization(
  { authState, authEmail, state }: Company,
  values: SettingValues,
): components['schemas']['AuthorizationStatus'] {
  return { auth_state: authState, auth_email: authEmail, company_state: presentState(state, values) };
}

/** `company_state` as the sandbox's setting wants it. */
export function presentState(state: Company['state'], values: SettingValues): StateShown {
  return values.of(settings.companyState) === 'enum' ? stateNames[state] : state;
}

type StateShown = components['schemas']['AuthorizationStatus']['company_state'];
