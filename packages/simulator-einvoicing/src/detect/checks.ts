import { checkBusinessId } from '../access/business-id.js';
import { findCompanyByBusinessId, getCompanyScope, type LookupContext } from '../access/find-company.js';
import type { CheckName, Company } from '../entities.js';
import { exchangeCollections, type InvoiceSender, identifySender, type StoredInvoice } from '../exchange/entities.js';
import { decodeContent } from '../exchange/files.js';
import { listActiveProfiles } from '../profiles/registrations.js';
import { type CheckOutcome, detectCollections } from './entities.js';

interface CheckInput {
  readonly lookup: LookupContext;
  readonly company: Company;
  readonly invoice: StoredInvoice;
}

function checkOutcome(reasonCode: string, data: CheckOutcome['data'] = {}): CheckOutcome {
  return { reasonCode, data };
}

async function listEarlierInvoices(
  lookup: LookupContext,
  company: Company,
  invoice: StoredInvoice,
  sender: InvoiceSender,
): Promise<StoredInvoice[]> {
  const invoices = getCompanyScope(lookup, company.id).collection(exchangeCollections.invoices);
  const fromSender = await invoices.range('sender', [sender.key], [sender.key]);
  return fromSender.map(({ value }) => value).filter((other) => other.order < invoice.order);
}

type FileCheck = Extract<CheckName, 'SUMS' | 'DUPLICATE' | 'REFERENCE' | 'BANK_ACCOUNT_CHECK_DIGITS'>;

/** Checks of the invoice itself, without any register (einvoicing.gap.detect-checks). */
const fileChecks: Readonly<Record<FileCheck, (the: CheckInput) => Promise<CheckOutcome>>> = {
  SUMS: async ({ lookup, company, invoice }) => {
    const primary = invoice.files.find(({ type }) => type === 'PRIMARY_FILE');
    const files = getCompanyScope(lookup, company.id).collection(exchangeCollections.files);
    const stored = primary === undefined ? undefined : await files.get(primary.id);
    if (stored === undefined) return checkOutcome('SUMS_INVALID_INPUT');
    const { isRejection: isRefusal, readInvoice, findSumErrors: sumFaults } = await engine();
    const document = readInvoice(decodeContent(stored));
    if (isRefusal(document)) return checkOutcome('SUMS_INVALID_INPUT', { reason: document.reason });
    const faults = sumFaults(document.model);
    return checkOutcome(faults.length === 0 ? 'SUMS_MATCH' : 'SUMS_MISMATCH', { faults });
  },

  DUPLICATE: async ({ lookup, company, invoice }) => {
    const sender = identifySender(invoice);
    if (sender === undefined) return checkOutcome('DUPLICATE_INVALID_INPUT');
    const { number, creditNote } = invoice.facts;
    const same = (await listEarlierInvoices(lookup, company, invoice, sender)).filter(
      ({ facts }) => facts.number === number && facts.creditNote === creditNote,
    );
    const data = { number, earlier: same.map(({ id }) => id) };
    return checkOutcome(same.length === 0 ? 'DUPLICATE_NOT_FOUND' : 'DUPLICATE_FOUND', data);
  },

  REFERENCE: async ({ invoice }) => {
    const { reference, sender } = invoice.facts;
    if (reference === undefined) return checkOutcome('REFERENCE_NO_REFERENCE');
    const { isCreditorReference, isFinnishReference, isNorwegianKid, isSwedishOcr } = await engine();
    const national: ReadonlyMap<string, (value: string) => boolean> = new Map([
      ['FI', isFinnishReference],
      ['NO', isNorwegianKid],
      ['SE', isSwedishOcr],
    ]);
    const isRight = /^RF\d\d/i.test(reference) ? isCreditorReference : national.get(sender.country ?? '');
    if (isRight === undefined) return checkOutcome('REFERENCE_NO_REFERENCE', { reference });
    return checkOutcome(isRight(reference) ? 'REFERENCE_VALID' : 'REFERENCE_INVALID', { reference });
  },

  BANK_ACCOUNT_CHECK_DIGITS: async ({ invoice }) => {
    const { isIban } = await engine();
    const ibans = (invoice.facts.accounts ?? []).filter((account) => /^[A-Z]{2}\d{2}/i.test(account));
    if (ibans.length === 0) return checkOutcome('BANK_ACCOUNT_CHECK_DIGITS_NO_IBAN');
    const wrong = ibans.filter((account) => !isIban(account));
    const code = wrong.length === 0 ? 'VALID' : 'INVALID';
    return checkOutcome(`BANK_ACCOUNT_CHECK_DIGITS_${code}`, { accounts: ibans, wrong });
  },
};

/** Loaded at the first check, to keep the start fast. */
function engine() {
  return import('@understudy/engine-invoicing');
}

const registers: readonly string[] = ['FI', 'SE', 'NO', 'DK', 'NL'];

/** The functions that run each check (einvoicing.gap.detect-checks). */
export const checkRunners: Readonly<Record<CheckName, (the: CheckInput) => Promise<CheckOutcome>>> = {
  SUPPLIER_ACTIVATION: async ({ lookup, invoice }) => {
    if (invoice.origin !== 'SCAN')
      return checkOutcome('SUPPLIER_ACTIVATION_INVOICE_NOT_FROM_SCAN', { origin: invoice.origin });
    const sender = identifySender(invoice);
    if (sender === undefined) return checkOutcome('SUPPLIER_ACTIVATION_INVALID_INPUT');
    const known = await findCompanyByBusinessId(lookup, sender.country, sender.bid);
    const networks =
      known === undefined ? [] : (await listActiveProfiles(lookup, known.id)).map(({ network }) => network);
    const electronic = known?.state === 1 && networks.length > 0;
    const code = electronic ? 'COMPANY_CAN_SEND_ELECTRONIC' : 'COMPANY_CAN_ONLY_SEND_SCAN';
    return checkOutcome(`SUPPLIER_ACTIVATION_${code}`, { business_id: sender.bid, networks: [...new Set(networks)] });
  },

  BANK_ACCOUNT_CHANGED: async ({ lookup, company, invoice }) => {
    const sender = identifySender(invoice);
    if (sender === undefined) return checkOutcome('BANK_ACCOUNT_CHANGED_INVALID_INPUT');
    const accounts = invoice.facts.accounts ?? [];
    if (accounts.length === 0) return checkOutcome('BANK_ACCOUNT_CHANGED_NO_BANK_ACCOUNTS');
    const before = await listEarlierInvoices(lookup, company, invoice, sender);
    const earlier = before.flatMap(({ facts }) => facts.accounts ?? []);
    const data = { accounts, earlier: [...new Set(earlier)] };
    if (earlier.length === 0) return checkOutcome('BANK_ACCOUNT_CHANGED_UNKNOWN', data);
    const known = accounts.every((account) => earlier.includes(account));
    return checkOutcome(known ? 'BANK_ACCOUNT_CHANGED_NOT_CHANGED' : 'BANK_ACCOUNT_CHANGED_CHANGED', data);
  },

  SENDER_BID_STATUS: async ({ lookup, invoice }) => {
    const { country, bid } = invoice.facts.sender;
    if (country !== undefined && !registers.includes(country)) {
      return checkOutcome('SENDER_BID_STATUS_COUNTRY_NOT_SUPPORTED', { country });
    }
    const sender = identifySender(invoice);
    if (sender === undefined) return checkOutcome('SENDER_BID_STATUS_NOT_FOUND_NO_BID');
    const data = { country: sender.country, business_id: bid };
    if (checkBusinessId(sender.country, sender.bid) !== undefined)
      return checkOutcome('SENDER_BID_STATUS_INVALID_BID', data);
    const business = await registered(lookup, sender);
    if (business === undefined) return checkOutcome('SENDER_BID_STATUS_NOT_FOUND', data);
    if (business.status !== 'ACTIVE') return checkOutcome(`SENDER_BID_STATUS_${business.status}`, data);
    if (sender.country !== 'FI') return checkOutcome('SENDER_BID_STATUS_FOUND', data);
    const code = business.prepayment ? 'PREPAYMENT_REGISTER_FOUND' : 'PREPAYMENT_REGISTER_NOT_FOUND';
    return checkOutcome(`SENDER_BID_STATUS_${code}`, data);
  },

  SENDER_WARNING_LIST: async ({ lookup, invoice }) => {
    const sender = identifySender(invoice);
    if (sender === undefined) return checkOutcome('SENDER_WARNING_LIST_INVALID_INPUT');
    const warning = await lookup.scopes.shared.collection(detectCollections.warningList).get(sender.key);
    if (warning === undefined) return checkOutcome('SENDER_WARNING_LIST_NOT_FOUND', { business_id: sender.bid });
    const code = warning.source === 'OFFICIAL' ? 'FOUND' : 'USER_REPORTED_FOUND';
    return checkOutcome(`SENDER_WARNING_LIST_${code}`, { business_id: sender.bid, reason: warning.reason });
  },

  VAT: async ({ lookup, invoice }) => {
    const { tax } = invoice.facts;
    if (tax < 1) return checkOutcome('VAT_NO_VAT_CHARGED', { vat: tax });
    const sender = identifySender(invoice);
    if (sender === undefined) return checkOutcome('VAT_INVALID_INPUT');
    const business = await registered(lookup, sender);
    const code = business?.vat === true ? 'COMPANY_REGISTERED' : 'COMPANY_NOT_REGISTERED';
    return checkOutcome(`VAT_${code}`, { business_id: sender.bid, vat: tax });
  },

  ...fileChecks,
};

async function registered(lookup: LookupContext, { key, country, bid }: InvoiceSender) {
  const { shared } = lookup.scopes;
  const entry = await shared.collection(detectCollections.registeredBusinesses).get(key);
  if (entry !== undefined) return entry;
  const company = await findCompanyByBusinessId(lookup, country, bid);
  return company === undefined ? undefined : { status: 'ACTIVE', vat: !company.noVat, prepayment: true };
}
