import type { Invoice, InvoiceLine, InvoiceParty, PaymentInstructions } from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined, throwUnreadable } from '../model/reading.js';
import { toXpath, type XmlElement } from '../xml/xml-element.js';
import { writeXml } from '../xml/xml-writer.js';
import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE, CREDIT_NOTE_NAMESPACE, INVOICE_NAMESPACE } from './namespaces.js';
import {
  type TaxScheme,
  type UblMeans,
  type UblParty,
  type UblReference,
  type UblTaxTotal,
  type UblView,
  ubl,
} from './ubl-view.js';

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

const need = (root: XmlElement, what: string, ...path: string[]): void => {
  if (root.textAt(...path) !== undefined) return;
  throwUnreadable('invoice/missing', `${what} not found; it is expected at ${toXpath(root)}/${path.join('/')}`, root);
};

/** Stops at the first missing required term. */
const checkRequired = (root: XmlElement): void => {
  need(root, 'INVOICE NUMBER', 'ID');
  need(root, 'INVOICE DATE', 'IssueDate');
  need(root, 'CURRENCY', 'DocumentCurrencyCode');
  for (const [what, place] of [
    ['SELLER', 'AccountingSupplierParty'],
    ['BUYER', 'AccountingCustomerParty'],
  ] as const) {
    if (root.at(place, 'Party') === undefined)
      throwUnreadable('invoice/missing', `${what} not found; it is expected in ${place}`, root);
  }
  const totals = root.child('LegalMonetaryTotal');
  if (totals?.textAt('PayableAmount') === undefined)
    throwUnreadable(
      'invoice/missing',
      'INVOICE SUM not found; it is expected in LegalMonetaryTotal/PayableAmount',
      totals ?? root,
    );
};

const isVat = ({ scheme }: TaxScheme): boolean => scheme?.toUpperCase() === 'VAT';

/** Reads a party. The legal name is its name (BT-27), and an additional party name is the trading name (BT-28). */
const readParty = ({ legalName, partyName, taxes = [], identifiers = [], ...party }: UblParty): InvoiceParty =>
  omitEmpty({
    ...party,
    name: legalName ?? partyName ?? '',
    tradingName: legalName === undefined ? undefined : partyName,
    // SEPA marks the bank-assigned creditor identifier BT-90, which belongs to the direct debit.
    identifiers: identifiers.filter(({ scheme }) => scheme !== 'SEPA'),
    vatId: taxes.find(isVat)?.id,
    taxRegistration: taxes.find((tax) => !isVat(tax))?.id,
  });

/** Reads the payment means. The first one has the code and reference, and each one can add an account. */
const readPayment = ({ means, seller, payee }: UblView): PaymentInstructions | undefined => {
  const [first] = means;
  if (first === undefined) return undefined;
  const debit = means.find(({ mandate, debitedAccount }) => mandate !== undefined || debitedAccount !== undefined);
  return omitEmpty({
    meansCode: first.code,
    meansText: first.text,
    reference: means.find(({ reference }) => reference !== undefined)?.reference,
    accounts: means.flatMap(({ account }) => (account?.account === undefined ? [] : [account])),
    card: means.find(({ card }) => card !== undefined)?.card,
    directDebit: omitEmptyOrUndefined({
      mandate: debit?.mandate,
      creditor: [...(seller.identifiers ?? []), ...(payee?.identifiers ?? [])].find(({ scheme }) => scheme === 'SEPA')
        ?.value,
      debitedAccount: debit?.debitedAccount,
    }),
  });
};

const readLine = ({ item, price, ...line }: Partial<InvoiceLine>): InvoiceLine => ({
  id: '',
  allowances: [],
  ...line,
  price: price ?? {},
  item: {
    attributes: [],
    ...item,
    classifications: (item?.classifications ?? []).filter(({ value }) => value !== undefined),
  },
});

/** Reads a UBL 2.1 Invoice or CreditNote by local names. Stops at the first missing or unreadable required term. */
export const readUbl = (root: XmlElement): Invoice => {
  checkRequired(root);
  const creditNote = root.name === 'CreditNote';
  const view = ubl.read(root);
  const { references, means, taxTotals, invoiceLines, creditNoteLines, currency, ...terms } = view;
  const object = references.find(({ typeCode }) => typeCode === '130');
  const project = references.find(({ typeCode }) => typeCode === '50');
  const inCurrency = ({ currency: of }: UblTaxTotal) => (of?.trim() ?? currency) === currency;
  const { payee, taxRepresentative } = view;
  return omitEmpty({
    ...terms,
    kind: creditNote ? 'creditNote' : 'invoice',
    typeCode: view.typeCode ?? (creditNote ? '381' : '380'),
    dueDate: view.dueDate ?? means[0]?.dueDate,
    currency,
    // UBL contains NA if only the sales order is known.
    order: view.order === 'NA' && view.salesOrder !== undefined ? undefined : view.order,
    precedingInvoices: view.precedingInvoices.filter(({ number }) => number !== undefined),
    invoicedObject: object?.id,
    project: view.project ?? project?.id?.value,
    documents: references
      .filter((reference) => reference !== object && reference !== project)
      .map(({ id, typeCode: _typeCode, ...document }) => ({ id: id?.value ?? '', ...document })),
    seller: readParty(view.seller),
    buyer: readParty(view.buyer),
    payee:
      payee === undefined
        ? undefined
        : omitEmpty({ name: payee.name ?? '', identifier: payee.identifiers[0], legalId: payee.legalId }),
    taxRepresentative:
      taxRepresentative === undefined
        ? undefined
        : omitEmpty({
            name: taxRepresentative.name ?? '',
            vatId: taxRepresentative.taxes?.find(isVat)?.id,
            address: taxRepresentative.address,
          }),
    payment: readPayment(view),
    totals: omitEmpty({
      ...view.totals,
      vat: taxTotals.find((total) => total.amount !== undefined && inCurrency(total))?.amount,
      vatAccounting: taxTotals.find((total) => total.amount !== undefined && !inCurrency(total))?.amount,
    }),
    vat: taxTotals.filter(inCurrency).flatMap(({ vat }) => vat),
    lines: (creditNote ? creditNoteLines : invoiceLines).map(readLine),
  });
};

const taxesOf = (vatId: string | undefined, other?: string): TaxScheme[] => [
  ...(vatId === undefined ? [] : [{ id: vatId, scheme: 'VAT' }]),
  ...(other === undefined ? [] : [{ id: other, scheme: 'TAX' }]),
];

/** Writes a party. `creditor` is the bank-assigned creditor identifier BT-90, which UBL stores with the seller. */
const writeParty = (party: InvoiceParty, creditor?: string): UblParty => ({
  ...party,
  ...omitEmpty({ legalName: party.name, partyName: party.tradingName }),
  taxes: taxesOf(party.vatId, party.taxRegistration),
  identifiers: [...party.identifiers, ...(creditor === undefined ? [] : [{ value: creditor, scheme: 'SEPA' }])],
});

/**
 * Writes a PaymentMeans for each account, or a single one if there is no account. Card and mandate are in the first.
 */
const writeMeans = ({ kind, payment, dueDate }: Invoice): UblMeans[] => {
  // In UBL, a credit note has no due date of its own, so it is part of the payment means.
  const due = kind === 'creditNote' ? dueDate : undefined;
  if (payment === undefined && due === undefined) return [];
  const { meansCode = '1', meansText, reference, accounts = [], card, directDebit } = payment ?? {};
  const { mandate, debitedAccount } = directDebit ?? {};
  return (accounts.length === 0 ? [undefined] : accounts).map((account, index) =>
    omitEmpty({
      code: meansCode,
      text: meansText,
      dueDate: due,
      reference,
      account,
      ...(index === 0 ? { card, mandate, debitedAccount } : {}),
    }),
  );
};

const writeReferences = ({ kind, documents, invoicedObject, project }: Invoice): UblReference[] => [
  ...documents.map(({ id, ...document }) => ({ id: { value: id }, ...document })),
  ...(invoicedObject === undefined ? [] : [{ id: invoicedObject, typeCode: '130' }]),
  // In UBL 2.1, a credit note has no ProjectReference, so its project is a document of type 50.
  ...(project === undefined || kind === 'invoice' ? [] : [{ id: { value: project }, typeCode: '50' }]),
];

const writeLine = (line: InvoiceLine): InvoiceLine =>
  line.price.gross === undefined ? line : { ...line, price: { discount: '0', ...line.price } };

/** Writes UBL 2.1 for Peppol BIS Billing 3: an Invoice or CreditNote in UTF-8, indented by two spaces. */
export const writeUbl = (invoice: Invoice): string => {
  const creditNote = invoice.kind === 'creditNote';
  const { payee, taxRepresentative, totals, currency } = invoice;
  const view = {
    ...invoice,
    customization: invoice.customization ?? CUSTOMIZATION,
    profile: invoice.profile ?? PROFILE,
    order: invoice.order ?? (invoice.salesOrder === undefined ? undefined : 'NA'),
    references: writeReferences(invoice),
    seller: writeParty(invoice.seller, invoice.payment?.directDebit?.creditor),
    buyer: writeParty(invoice.buyer),
    payee: payee && { ...payee, identifiers: [payee.identifier] },
    taxRepresentative: taxRepresentative && { ...taxRepresentative, taxes: taxesOf(taxRepresentative.vatId) },
    means: writeMeans(invoice),
    taxTotals: [
      { amount: totals.vat, currency, vat: invoice.vat },
      { amount: totals.vatAccounting, currency: invoice.vatCurrency ?? currency },
    ],
    [creditNote ? 'creditNoteLines' : 'invoiceLines']: invoice.lines.map(writeLine),
  };
  const root = ubl.write(creditNote ? 'CreditNote' : 'Invoice', view, {
    xmlns: creditNote ? CREDIT_NOTE_NAMESPACE : INVOICE_NAMESPACE,
    'xmlns:cac': AGGREGATE_NAMESPACE,
    'xmlns:cbc': BASIC_NAMESPACE,
  });
  return writeXml(root);
};
