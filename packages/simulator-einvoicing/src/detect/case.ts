import { companyScope } from '../access/company-scope.js';
import type { Lookup } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import type { Sender } from '../exchange/sender-of.js';
import type { Outcome } from './entities.js';

/** The input of a check: the invoice, its owner and all data of the sandbox. */
export interface CheckCase {
  readonly lookup: Lookup;
  readonly company: Company;
  readonly invoice: StoredInvoice;
}

/** The result of a check. */
export function checkOutcome(reasonCode: string, data: Outcome['data'] = {}): Outcome {
  return { reasonCode, data };
}

/** Earlier invoices from the sender to the company. */
export async function earlierInvoices(
  lookup: Lookup,
  company: Company,
  invoice: StoredInvoice,
  sender: Sender,
): Promise<StoredInvoice[]> {
  const invoices = companyScope(lookup, company.id).collection(exchangeCollections.invoices);
  const fromSender = await invoices.range('sender', [sender.key], [sender.key]);
  return fromSender.map(({ value }) => value).filter((other) => other.order < invoice.order);
}
