import { getCompanyScope } from '../access/company-scope.js';
import type { LookupContext } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import type { InvoiceSender } from '../exchange/identify-sender.js';
import type { CheckOutcome } from './entities.js';

/** The input of a check: the invoice, its owner and all data of the sandbox. */
export interface CheckInput {
  readonly lookup: LookupContext;
  readonly company: Company;
  readonly invoice: StoredInvoice;
}

export function checkOutcome(reasonCode: string, data: CheckOutcome['data'] = {}): CheckOutcome {
  return { reasonCode, data };
}

export async function listEarlierInvoices(
  lookup: LookupContext,
  company: Company,
  invoice: StoredInvoice,
  sender: InvoiceSender,
): Promise<StoredInvoice[]> {
  const invoices = getCompanyScope(lookup, company.id).collection(exchangeCollections.invoices);
  const fromSender = await invoices.range('sender', [sender.key], [sender.key]);
  return fromSender.map(({ value }) => value).filter((other) => other.order < invoice.order);
}
