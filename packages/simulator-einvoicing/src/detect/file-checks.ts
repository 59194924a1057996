import { getCompanyScope } from '../access/company-scope.js';
import type { CheckName } from '../entities.js';
import { exchangeCollections } from '../exchange/entities.js';
import { identifySender } from '../exchange/identify-sender.js';
import { decodeContent } from '../exchange/store-files.js';
import { type CheckInput, checkOutcome, listEarlierInvoices } from './check-input.js';
import type { CheckOutcome } from './entities.js';

type FileCheck = Extract<CheckName, 'SUMS' | 'DUPLICATE' | 'REFERENCE' | 'BANK_ACCOUNT_CHECK_DIGITS'>;

/** Checks of the invoice itself, without any register (einvoicing.gap.detect-checks). */
export const fileChecks: Readonly<Record<FileCheck, (the: CheckInput) => Promise<CheckOutcome>>> = {
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
