import { parseDuration, type Setting } from '@understudy/kernel';
import { bankHours } from './policies.js';

/** What can be changed about the API while it runs, by `PATCH /_sim/settings {apis: {einvoicing: {...}}}`. */
export const settings: Readonly<Record<string, Setting>> = {
  /** `enum` answers UNVERIFIED, UNKNOWN, VERIFIED for -1, 0, 1: einvoicing.gap.company-states. */
  companyState: oneOf('integer', 'enum'),
  /** `array` answers a list for one profile too: einvoicing.gap.profiles-response-array. */
  profilesResponse: oneOf('object', 'array'),
  /** Hours until BANK is active: einvoicing.gap.bank-delay-exact. */
  bankHours: {
    value: bankHours.usual,
    check: (value) =>
      typeof value === 'number' && value >= bankHours.least && value <= bankHours.most
        ? undefined
        : `a number of hours from ${bankHours.least} to ${bankHours.most}`,
  },
  /** After which a requested authorization is signed by itself; null leaves it to an action: einvoicing.gap.company-verify. */
  verifyAfter: {
    value: null,
    check: (value) => (value === null || isDuration(value) ? undefined : 'null or an ISO 8601 duration such as PT1H'),
  },
  /** Whether webhooks may go to this machine by http: einvoicing.gap.destination-scheme. */
  httpToLoopback: { value: true, check: (value) => (typeof value === 'boolean' ? undefined : 'true or false') },
  /** `stop` leaves the business rules alone where the structure is wrong: einvoicing.gap.validator-stages. */
  schemaFindings: oneOf('continue', 'stop'),
  /** `manual` leaves the activation of the receivables service to an action: einvoicing.gap.receivables-status. */
  receivablesActivation: oneOf('automatic', 'manual'),
  /** Whether Direct Print is registered for by the form alone: einvoicing.gap.print-auth. */
  registerWithoutHeaders: {
    value: false,
    check: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  },
};

function oneOf(usual: string, other: string): Setting {
  return {
    value: usual,
    check: (value) => (value === usual || value === other ? undefined : `"${usual}" or "${other}"`),
  };
}

function isDuration(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    parseDuration(value);
    return true;
  } catch {
    return false;
  }
}
