import type { FuzzFile } from '@understudy/kernel/fuzz';
import type { ExchangeFiles } from './create-exchange-fuzz-files.js';
import { fuzzPartnerKey, type KnownExchange } from './known-exchange.js';

const textOf = ({ bytes }: FuzzFile) => new TextDecoder().decode(bytes);

/** Actions of the outside world on the prepared companies: paths of `runAction` with their bodies. */
export function createActionFuzzValues(
  { seller, buyer, unverified, invoices, documents, assignments, registrations, letters }: KnownExchange,
  files: ExchangeFiles,
): { api: string; action: string; body: object }[] {
  const companyId = seller.id;
  const newcomer = { companyId: unverified.id };
  const arriving = textOf(files.invoiceBetween(buyer, seller, 'F-11'));
  const actions: Readonly<Record<string, readonly object[]>> = {
    verifyCompany: [newcomer],
    cancelAuthorization: [newcomer, { companyId }],
    activateProfile: [
      { companyId, network: 'BANK' },
      { companyId, profileId: registrations[0] },
    ],
    failProfile: [{ companyId, network: 'PEPPOL', message: 'Refused' }],
    registerVendor: [{}, { vendorApiKey: 'another-key', partnerCompanyId: companyId }],
    registerOperator: [{ clientId: 'another', clientSecret: 'secret' }],
    addUser: [{ companyId: unverified.id, userApiKey: seller.userKey }],
    revokeToken: [{ token: 'none' }],
    deliverInvoice: invoices.pending.slice(0, 2).map((invoiceId) => ({ invoiceId })),
    failInvoice: [{ invoiceId: invoices.pending[2], message: 'Refused' }],
    receiveInvoice: [
      { companyId, file: arriving, network: 'PEPPOL' },
      { companyId, file: textOf(files.invoice), filename: 'other.xml', network: 'SCAN' },
      {
        companyId,
        file: Buffer.from(files.zippedInvoice.bytes).toString('base64'),
        encoding: 'base64',
        filename: 'a.zip',
      },
    ],
    deliverDocument: [{ documentId: documents[0] }],
    failDocument: [{ documentId: documents[0], message: 'Refused' }],
    receiveDocument: [{ companyId: buyer.id, network: 'INTERNAL', file: textOf(files.order), filename: 'order.xml' }],
    registerBusiness: [
      { country: 'FI', bid: buyer.bid, status: 'ACTIVE', vat: true, prepayment: false, name: 'Buyer' },
    ],
    warnOfBusiness: [{ country: 'FI', bid: buyer.bid, source: 'USER', reason: 'Fake invoices' }],
    activateReceivables: [{ companyId }],
    rejectReceivables: [{ companyId, message: 'Refused' }],
    providerEvent: [
      { assignmentId: assignments[0], type: 'paid', amount: 10.5 },
      { assignmentId: assignments[1], type: 'due_date_change', due_date: '2026-03-01', message: 'Later' },
    ],
    providerMessage: [{ assignmentId: assignments[2], text: 'Good morning' }],
    failPrint: [{ fileId: letters, message: 'Paper jam' }],
    none: [{ vendorApiKey: fuzzPartnerKey }],
  };
  return Object.entries(actions).flatMap(([action, bodies]) =>
    bodies.map((body) => ({ api: 'einvoicing', action, body })),
  );
}
