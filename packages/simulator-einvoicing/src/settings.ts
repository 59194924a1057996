import { defineChoice, defineSetting, parseDuration } from '@understudy/kernel';
import { bankActivationHours } from './policies.js';

/** Settings of the API at run time: `PATCH /_sim/settings {apis: {einvoicing: {...}}}`. */
export const einvoicingSettings = {
  /** `enum` returns UNVERIFIED, UNKNOWN, VERIFIED for -1, 0, 1: einvoicing.gap.company-states. */
  companyState: defineChoice('companyState', ['integer', 'enum']),
  /** `array` returns a list even for one profile: einvoicing.gap.profiles-response-array. */
  profilesResponse: defineChoice('profilesResponse', ['object', 'array']),
  /**
   * `omitted` removes keys without a value from the records of invoices, documents and assignments:
   * einvoicing.gap.invoice-record.
   */
  nullKeys: defineChoice('nullKeys', ['shown', 'omitted']),
  /** Hours until BANK is active: einvoicing.gap.bank-delay-exact. */
  bankHours: defineSetting('bankHours', {
    value: bankActivationHours.usual,
    allowed: `a number of hours from ${bankActivationHours.least} to ${bankActivationHours.most}`,
    accepts: (value): value is number =>
      typeof value === 'number' && value >= bankActivationHours.least && value <= bankActivationHours.most,
  }),
  /** The duration until a requested authorization is signed; null means never (einvoicing.gap.company-verify). */
  verifyAfter: defineSetting<string | null>('verifyAfter', {
    value: null,
    allowed: 'null or an ISO 8601 duration such as PT1H',
    accepts: (value) => value === null || isDuration(value),
  }),
  /** True if webhooks can use http on this machine: einvoicing.gap.destination-scheme. */
  httpToLoopback: defineChoice<boolean>('httpToLoopback', [true, false]),
  /** `stop` skips the business rules if the structure is invalid: einvoicing.gap.validator-stages. */
  schemaFindings: defineChoice('schemaFindings', ['continue', 'stop']),
  /** `manual` activates the receivables service only through an action: einvoicing.gap.receivables-status. */
  receivablesActivation: defineChoice('receivablesActivation', ['automatic', 'manual']),
  /** True if the form is enough to register for Direct Print, without headers: einvoicing.gap.print-auth. */
  registerWithoutHeaders: defineChoice<boolean>('registerWithoutHeaders', [false, true]),
};

function isDuration(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    parseDuration(value);
    return true;
  } catch {
    return false;
  }
}
