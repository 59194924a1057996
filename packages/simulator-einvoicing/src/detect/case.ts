import { normalBusinessId } from '../access/business-id.js';
import { companyScope } from '../access/company-scope.js';
import type { Lookup } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import type { Outcome } from './entities.js';

/** What a check looks at: the invoice, whose it is, and everything that the sandbox has seen. */
export interface Case {
  readonly lookup: Lookup;
  readonly company: Company;
  readonly invoice: StoredInvoice;
}

/** A sender that can be looked up. */
export interface Sender {
  readonly country: string;
  readonly bid: string;
  /** `<country>/<normalised id>` */
  readonly key: string;
}

/** What a check came to. */
export function outcome(reasonCode: string, data: Outcome['data'] = {}): Outcome {
  return { reasonCode, data };
}

/** Who sent an invoice, if it names the business id and the country. */
export function senderOf({ facts }: StoredInvoice): Sender | undefined {
  const { country, bid } = facts.sender;
  if (bid === undefined || country === undefined) return undefined;
  const normal = normalBusinessId(country, bid);
  return normal === '' ? undefined : { country, bid, key: `${country}/${normal}` };
}

/** What the company received from the sender before the invoice. */
export async function earlierInvoices(
  lookup: Lookup,
  company: Company,
  invoice: StoredInvoice,
  sender: Sender,
): Promise<StoredInvoice[]> {
  const stored = await companyScope(lookup, company.id).collection(exchangeCollections.invoices).list();
  return stored
    .map(({ value }) => value)
    .filter(
      (other) => other.direction === 'RECEIVED' && other.order < invoice.order && senderOf(other)?.key === sender.key,
    );
}
