import type { Refusal } from '@understudy/kernel';
import type { Company } from '../entities.js';
import { refusals } from '../errors.js';

/**
 * Only a verified company can send and receive (einvoicing.company.unverified-error, einvoicing.gap.unverified-extent).
 *
 * @returns the error with the message `Unauthorized`, or undefined
 */
export function requireVerified(company: Company): Refusal | undefined {
  return company.state === 1 ? undefined : refusals.unverified();
}
