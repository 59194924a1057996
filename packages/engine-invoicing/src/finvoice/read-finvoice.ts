import type { Invoice, InvoiceNote, InvoiceTotals } from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined, throwUnreadable } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import { readFinvoiceDate, readFinvoiceDecimal, readFinvoiceIdentifier } from './finvoice-values.js';
import {
  readAnyParty,
  readFinvoiceAddress,
  readFinvoiceAllowance,
  readFinvoiceParty,
  readFinvoicePayment,
  readFinvoiceRow,
} from './read-finvoice-parts.js';
import { isNegativeAmount, negateInvoice } from './signs.js';

/** UNTDID 1001 codes of credit notes. */
const CREDIT_CODES = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '502', '503', '532']);

const readFreeText = (text: string): InvoiceNote => {
  const match = /^#([A-Z]{3})#([\s\S]*)$/.exec(text);
  return match === null ? { text } : { subject: match[1] ?? '', text: match[2] ?? '' };
};

/** The text of all elements of a name, joined by spaces; undefined when there is none. */
const joined = (parent: XmlElement | undefined, name: string): string | undefined => {
  const text = (parent?.all(name) ?? [])
    .map((one) => one.text.trim())
    .filter((one) => one !== '')
    .join(' ');
  return text === '' ? undefined : text;
};

const readTotals = (details: XmlElement, epiAmount: XmlElement | undefined): InvoiceTotals => {
  const payable = readFinvoiceDecimal(epiAmount) ?? readFinvoiceDecimal(details.child('InvoiceTotalVatIncludedAmount'));
  if (payable === undefined) {
    return throwUnreadable('invoice/missing', 'INVOICE SUM not found; it is expected in EpiInstructedAmount', details);
  }
  return omitEmpty({
    lines: readFinvoiceDecimal(details.child('RowsTotalVatExcludedAmount')),
    allowances: readFinvoiceDecimal(details.child('DiscountsTotalVatExcludedAmount')),
    charges: readFinvoiceDecimal(details.child('ChargesTotalVatExcludedAmount')),
    withoutVat: readFinvoiceDecimal(details.child('InvoiceTotalVatExcludedAmount')),
    vat: readFinvoiceDecimal(details.child('InvoiceTotalVatAmount')),
    vatAccounting: readFinvoiceDecimal(details.child('InvoiceTotalVatAccountingAmount')),
    withVat: readFinvoiceDecimal(details.child('InvoiceTotalVatIncludedAmount')),
    paid: readFinvoiceDecimal(details.child('InvoicePaidAmount')),
    rounding: readFinvoiceDecimal(details.child('InvoiceTotalRoundoffAmount')),
    payable,
  });
};

/** Reads Finvoice 1.3, 2.0, 2.01 and 3.0. Sums of credit notes become positive. Stops at the first fault. */
export const readFinvoice = (root: XmlElement): Invoice => {
  const details = root.child('InvoiceDetails');
  if (details === undefined)
    return throwUnreadable('invoice/missing', 'InvoiceDetails not found in the Finvoice', root);
  const number = details.textAt('InvoiceNumber');
  if (number === undefined)
    return throwUnreadable(
      'invoice/missing',
      'INVOICE NUMBER not found; it is expected in InvoiceDetails/InvoiceNumber',
      details,
    );
  const issueDate = readFinvoiceDate(details.child('InvoiceDate'));
  if (issueDate === undefined)
    return throwUnreadable(
      'invoice/missing',
      'INVOICE DATE not found; it is expected in InvoiceDetails/InvoiceDate',
      details,
    );
  const instruction = root.at('EpiDetails', 'EpiPaymentInstructionDetails');
  const epiAmount = instruction?.child('EpiInstructedAmount');
  const currency = [details.child('InvoiceTotalVatIncludedAmount'), epiAmount]
    .map((amount) => amount?.attribute('AmountCurrencyIdentifier')?.trim())
    .find((found) => found !== undefined && found !== '');
  if (currency === undefined) {
    return throwUnreadable(
      'invoice/missing',
      'CURRENCY not found; it is expected as AmountCurrencyIdentifier of InvoiceTotalVatIncludedAmount',
      details,
    );
  }
  for (const [what, name] of [
    ['SELLER', 'SellerPartyDetails'],
    ['BUYER', 'BuyerPartyDetails'],
  ] as const) {
    if (root.child(name) === undefined)
      return throwUnreadable('invoice/missing', `${what} not found; it is expected in ${name}`, root);
  }
  const code = details.textAt('InvoiceTypeCode');
  const unCode = details.textAt('InvoiceTypeCodeUN');
  const creditNote = unCode === undefined ? code === 'INV02' : CREDIT_CODES.has(unCode);
  const terms = details.all('PaymentTermsDetails');
  const delivery = root.child('DeliveryDetails');
  const deliveryParty = root.child('DeliveryPartyDetails');
  const specification = root.textAt('MessageTransmissionDetails', 'MessageDetails', 'SpecificationIdentifier');
  const single = details.textAt('OriginalInvoiceNumber');
  const urlNames = root.all('InvoiceUrlNameText');
  const vatCurrency = details.child('InvoiceTotalVatAccountingAmount')?.attribute('AmountCurrencyIdentifier')?.trim();
  const invoice = omitEmpty({
    kind: creditNote ? 'creditNote' : 'invoice',
    customization: specification?.startsWith('urn:') === true ? specification : undefined,
    number,
    issueDate,
    dueDate:
      terms.length > 0
        ? terms.map((one) => readFinvoiceDate(one.child('InvoiceDueDate'))).find((date) => date !== undefined)
        : readFinvoiceDate(instruction?.child('EpiDateOptionDate')),
    typeCode: unCode ?? (creditNote ? '381' : '380'),
    notes: details
      .all('InvoiceFreeText')
      .map((one) => one.text.trim())
      .filter((text) => text !== '')
      .map(readFreeText),
    vatPointDate: readFinvoiceDate(details.at('VatPoint', 'VatPointDate')),
    vatPointCode: details.textAt('VatPoint', 'VatPointDateCode'),
    currency,
    vatCurrency: vatCurrency === currency || vatCurrency === '' ? undefined : vatCurrency,
    accounting: details.textAt('ProposedAccountText') ?? details.textAt('NormalProposedAccountIdentifier'),
    buyerReference: details.textAt('BuyerReferenceIdentifier'),
    period: omitEmptyOrUndefined({
      start: readFinvoiceDate(details.child('InvoicingPeriodStartDate')),
      end: readFinvoiceDate(details.child('InvoicingPeriodEndDate')),
    }),
    order: details.textAt('OrderIdentifier'),
    salesOrder: details.textAt('OrderConfirmationIdentifier'),
    precedingInvoices: [
      ...(single === undefined
        ? []
        : [omitEmpty({ number: single, issueDate: readFinvoiceDate(details.child('OriginalInvoiceDate')) })]),
      ...details.all('OriginalInvoiceReference').flatMap((one) => {
        const preceding = one.textAt('InvoiceNumber');
        if (preceding === undefined) return [];
        return [omitEmpty({ number: preceding, issueDate: readFinvoiceDate(one.child('InvoiceDate')) })];
      }),
    ],
    despatchAdvice: delivery?.textAt('DeliveryNoteIdentifier') ?? delivery?.textAt('WaybillIdentifier'),
    receivingAdvice: details.textAt('NotificationIdentifier'),
    tender: details.textAt('TenderReference'),
    contract: details.textAt('AgreementIdentifier'),
    invoicedObject: readFinvoiceIdentifier(details.child('InvoicedObjectID')),
    project: details.textAt('ProjectReferenceIdentifier'),
    documents: root.all('InvoiceUrlText').flatMap((url, index) => {
      const uri = url.text.trim();
      const name = urlNames[index]?.text.trim();
      return uri === '' ? [] : [{ id: name === undefined || name === '' ? uri : name, uri }];
    }),
    seller: readFinvoiceParty(root, 'Seller'),
    buyer: readFinvoiceParty(root, 'Buyer'),
    payee: readAnyParty(root, 'PE', (party) =>
      omitEmpty({ name: party.name, identifier: party.identifier, legalId: party.legalId }),
    ),
    taxRepresentative: readAnyParty(root, 'LC', (party) =>
      omitEmpty({ name: party.name, vatId: party.vatId, address: party.address }),
    ),
    delivery: omitEmptyOrUndefined({
      partyName: joined(deliveryParty, 'DeliveryOrganisationName'),
      location: readFinvoiceIdentifier(deliveryParty?.child('DeliveryCode')),
      date: readFinvoiceDate(delivery?.child('DeliveryDate')),
      address: readFinvoiceAddress(deliveryParty?.child('DeliveryPostalAddressDetails'), 'Delivery'),
    }),
    payment: readFinvoicePayment(root),
    paymentTerms: terms.map((one) => joined(one, 'PaymentTermsFreeText')).find((text) => text !== undefined),
    allowances: [
      ...details.all('DiscountDetails').map((one) => readFinvoiceAllowance(one, false)),
      ...details.all('ChargeDetails').map((one) => readFinvoiceAllowance(one, true)),
    ],
    totals: readTotals(details, epiAmount),
    vat: details.all('VatSpecificationDetails').map((one) =>
      omitEmpty({
        base: readFinvoiceDecimal(one.child('VatBaseAmount')),
        amount: readFinvoiceDecimal(one.child('VatRateAmount')),
        category: one.textAt('VatCode'),
        rate: readFinvoiceDecimal(one.child('VatRatePercent')),
        // Of a standard rate the text is any remark, not a reason of exemption (BR-S-10).
        exemptionReason: one.textAt('VatCode') === 'S' ? undefined : joined(one, 'VatFreeText'),
        exemptionCode: one.textAt('VatExemptionReasonCode'),
      }),
    ),
    lines: root.all('InvoiceRow').map(readFinvoiceRow),
  });
  return creditNote && isNegativeAmount(invoice) ? negateInvoice(invoice) : invoice;
};
