import type { ErrorResult } from '@understudy/kernel';
import type { Company } from '../entities.js';
import { einvoicingErrors } from '../errors.js';

/**
 * Requires a verified company, because no other company can trade (einvoicing.company.unverified-error,
 * einvoicing.gap.unverified-extent).
 */
export function requireVerified(company: Company): ErrorResult | undefined {
  return company.state === 1 ? undefined : einvoicingErrors.unverified();
}
