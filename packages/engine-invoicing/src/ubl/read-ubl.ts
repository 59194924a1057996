import type { Invoice, InvoiceNote, SupportingDocument } from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined, readDate, throwUnreadable } from '../model/reading.js';
import { toXpath, type XmlElement } from '../xml/xml-element.js';
import {
  readUblAddress,
  readUblAllowance,
  readUblIdentifier,
  readUblLine,
  readUblParty,
  readUblPayment,
  readUblPeriod,
  readUblTotals,
  readUblVat,
  readVatNumber,
} from './read-ubl-parts.js';

/** UBL writes the subject code of a note as `#AAI#text`. */
const readNote = (text: string): InvoiceNote => {
  const match = /^#([A-Z]{3})#([\s\S]*)$/.exec(text);
  return match === null ? { text } : { subject: match[1] ?? '', text: (match[2] ?? '').trim() };
};

const readDocument = (reference: XmlElement): SupportingDocument => {
  const binary = reference.at('Attachment', 'EmbeddedDocumentBinaryObject');
  return omitEmpty({
    id: reference.textAt('ID') ?? '',
    description: reference.textAt('DocumentDescription'),
    uri: reference.textAt('Attachment', 'ExternalReference', 'URI'),
    content: binary?.text.replace(/\s+/g, ''),
    mimeType: binary?.attribute('mimeCode'),
    filename: binary?.attribute('filename'),
  });
};

const need = (root: XmlElement, what: string, ...path: string[]): string => {
  const text = root.textAt(...path);
  if (text !== undefined) return text;
  return throwUnreadable(
    'invoice/missing',
    `${what} not found; it is expected at ${toXpath(root)}/${path.join('/')}`,
    root,
  );
};

/** Reads a UBL 2.1 Invoice or CreditNote by local names. Stops at the first missing or unreadable required term. */
export const readUbl = (root: XmlElement): Invoice => {
  const creditNote = root.name === 'CreditNote';
  const number = need(root, 'INVOICE NUMBER', 'ID');
  need(root, 'INVOICE DATE', 'IssueDate');
  const currency = need(root, 'CURRENCY', 'DocumentCurrencyCode');
  const seller = root.at('AccountingSupplierParty', 'Party');
  const buyer = root.at('AccountingCustomerParty', 'Party');
  if (seller === undefined)
    return throwUnreadable('invoice/missing', 'SELLER not found; it is expected in AccountingSupplierParty', root);
  if (buyer === undefined)
    return throwUnreadable('invoice/missing', 'BUYER not found; it is expected in AccountingCustomerParty', root);
  const references = root.all('AdditionalDocumentReference');
  const objectReference = references.find((reference) => reference.textAt('DocumentTypeCode') === '130');
  const projectReference = references.find((reference) => reference.textAt('DocumentTypeCode') === '50');
  const delivery = root.child('Delivery');
  const payee = root.child('PayeeParty');
  const representative = root.child('TaxRepresentativeParty');
  const salesOrder = root.textAt('OrderReference', 'SalesOrderID');
  const order = root.textAt('OrderReference', 'ID');
  return omitEmpty({
    kind: creditNote ? 'creditNote' : 'invoice',
    customization: root.textAt('CustomizationID'),
    profile: root.textAt('ProfileID'),
    number,
    issueDate: readDate(root.child('IssueDate')) ?? '',
    dueDate: readDate(root.child('DueDate') ?? root.at('PaymentMeans', 'PaymentDueDate')),
    typeCode: root.textAt(creditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') ?? (creditNote ? '381' : '380'),
    notes: root
      .all('Note')
      .map((note) => note.text.trim())
      .filter((text) => text !== '')
      .map(readNote),
    vatPointDate: readDate(root.child('TaxPointDate')),
    vatPointCode: root.textAt('InvoicePeriod', 'DescriptionCode'),
    currency,
    vatCurrency: root.textAt('TaxCurrencyCode'),
    accounting: root.textAt('AccountingCost'),
    buyerReference: root.textAt('BuyerReference'),
    period: readUblPeriod(root.child('InvoicePeriod')),
    // NA is what UBL writes where only the sales order is known.
    order: order === 'NA' && salesOrder !== undefined ? undefined : order,
    salesOrder,
    precedingInvoices: root.all('BillingReference').flatMap((reference) => {
      const document = reference.child('InvoiceDocumentReference') ?? reference.child('CreditNoteDocumentReference');
      const id = document?.textAt('ID');
      return id === undefined ? [] : [omitEmpty({ number: id, issueDate: readDate(document?.child('IssueDate')) })];
    }),
    despatchAdvice: root.textAt('DespatchDocumentReference', 'ID'),
    receivingAdvice: root.textAt('ReceiptDocumentReference', 'ID'),
    tender: root.textAt('OriginatorDocumentReference', 'ID'),
    contract: root.textAt('ContractDocumentReference', 'ID'),
    invoicedObject: readUblIdentifier(objectReference?.child('ID')),
    project: root.textAt('ProjectReference', 'ID') ?? projectReference?.textAt('ID'),
    documents: references
      .filter((reference) => reference !== objectReference && reference !== projectReference)
      .map(readDocument),
    seller: readUblParty(seller),
    buyer: readUblParty(buyer),
    payee:
      payee === undefined
        ? undefined
        : omitEmpty({
            name: payee.textAt('PartyName', 'Name') ?? '',
            identifier: readUblIdentifier(payee.at('PartyIdentification', 'ID')),
            legalId: readUblIdentifier(payee.at('PartyLegalEntity', 'CompanyID')),
          }),
    taxRepresentative:
      representative === undefined
        ? undefined
        : omitEmpty({
            name: representative.textAt('PartyName', 'Name') ?? '',
            vatId: readVatNumber(representative),
            address: readUblAddress(representative.child('PostalAddress')),
          }),
    delivery: omitEmptyOrUndefined({
      partyName: delivery?.textAt('DeliveryParty', 'PartyName', 'Name'),
      location: readUblIdentifier(delivery?.at('DeliveryLocation', 'ID')),
      date: readDate(delivery?.child('ActualDeliveryDate')),
      address: readUblAddress(delivery?.at('DeliveryLocation', 'Address')),
    }),
    payment: readUblPayment(root),
    paymentTerms: root.textAt('PaymentTerms', 'Note'),
    allowances: root.all('AllowanceCharge').map(readUblAllowance),
    totals: readUblTotals(root, currency),
    vat: readUblVat(root, currency),
    lines: root.all(creditNote ? 'CreditNoteLine' : 'InvoiceLine').map(readUblLine),
  });
};
