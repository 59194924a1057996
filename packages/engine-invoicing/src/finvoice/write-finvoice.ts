import type { Invoice } from '../model/invoice.js';
import type { Allowance } from '../model/line.js';
import { leaf, node, writeXml, type XmlOut } from '../xml/xml-writer.js';
import { amountLeaf, dateLeaf, decimalLeaf, identifierLeaf, piecesOf, textLeaf } from './finvoice-values.js';
import { negateInvoice } from './signs.js';
import {
  writeAnyParty,
  writeFinvoiceAddress,
  writeFinvoiceContact,
  writeFinvoiceParty,
} from './write-finvoice-party.js';
import { schemeOf, writeEpi, writeMandate } from './write-finvoice-payment.js';
import { writeFinvoiceRow } from './write-finvoice-row.js';

/** A Finvoice payload names its specification in at most 35 characters. */
const specificationOf = (invoice: Invoice): string =>
  invoice.customization !== undefined && invoice.customization.length <= 35 ? invoice.customization : 'EN16931';

const writeMessage = (invoice: Invoice): XmlOut | undefined => {
  const { seller, buyer } = invoice;
  if (seller.endpoint === undefined && buyer.endpoint === undefined) return undefined;
  return node(
    'MessageTransmissionDetails',
    node(
      'MessageSenderDetails',
      identifierLeaf('FromIdentifier', seller.endpoint, 35),
      // An operator is required here; NA says that the invoice does not know it.
      textLeaf('FromIntermediator', seller.operator ?? 'NA', 35),
    ),
    node(
      'MessageReceiverDetails',
      identifierLeaf('ToIdentifier', buyer.endpoint, 35),
      textLeaf('ToIntermediator', buyer.operator ?? 'NA', 35),
    ),
    node(
      'MessageDetails',
      textLeaf('MessageIdentifier', invoice.number.padStart(2, '0'), 48),
      leaf('MessageTimeStamp', `${invoice.issueDate}T00:00:00Z`),
      leaf('SpecificationIdentifier', specificationOf(invoice)),
    ),
  );
};

const writeAllowance = (allowance: Allowance, currency: string): XmlOut | undefined =>
  node(
    allowance.charge ? 'ChargeDetails' : 'DiscountDetails',
    textLeaf(allowance.charge ? 'ReasonText' : 'FreeText', allowance.reason, 70),
    leaf('ReasonCode', allowance.reasonCode),
    decimalLeaf('Percent', allowance.percent),
    amountLeaf('Amount', allowance.amount, currency),
    amountLeaf('BaseAmount', allowance.base, currency),
    leaf('VatCategoryCode', allowance.category),
    decimalLeaf('VatRatePercent', allowance.rate),
  );

const writeDetails = (invoice: Invoice): XmlOut | undefined => {
  const { totals, currency } = invoice;
  const creditNote = invoice.kind === 'creditNote';
  const amount = (name: string, value: string | undefined) => amountLeaf(name, value, currency);
  const terms = node(
    'PaymentTermsDetails',
    piecesOf(invoice.paymentTerms, 70, 2).map((text) => leaf('PaymentTermsFreeText', text)),
    dateLeaf('InvoiceDueDate', invoice.dueDate),
  );
  return node(
    'InvoiceDetails',
    leaf('InvoiceTypeCode', creditNote ? 'INV02' : 'INV01'),
    leaf('InvoiceTypeCodeUN', invoice.typeCode),
    leaf('InvoiceTypeText', creditNote ? 'HYVITYSLASKU' : 'LASKU'),
    leaf('OriginCode', 'Original'),
    identifierLeaf('InvoicedObjectID', invoice.invoicedObject, 70),
    leaf('InvoiceNumber', invoice.number),
    dateLeaf('InvoiceDate', invoice.issueDate),
    invoice.precedingInvoices.map((preceding) =>
      node(
        'OriginalInvoiceReference',
        textLeaf('InvoiceNumber', preceding.number, 20),
        dateLeaf('InvoiceDate', preceding.issueDate),
      ),
    ),
    dateLeaf('InvoicingPeriodStartDate', invoice.period?.start),
    dateLeaf('InvoicingPeriodEndDate', invoice.period?.end),
    textLeaf('OrderIdentifier', invoice.order, 70),
    textLeaf('OrderConfirmationIdentifier', invoice.salesOrder, 70),
    textLeaf('AgreementIdentifier', invoice.contract, 70),
    textLeaf('NotificationIdentifier', invoice.receivingAdvice, 70),
    textLeaf('BuyerReferenceIdentifier', invoice.buyerReference, 70),
    textLeaf('ProjectReferenceIdentifier', invoice.project, 70),
    amount('RowsTotalVatExcludedAmount', totals.lines),
    amount('DiscountsTotalVatExcludedAmount', totals.allowances),
    amount('ChargesTotalVatExcludedAmount', totals.charges),
    amount('InvoiceTotalVatExcludedAmount', totals.withoutVat),
    amount('InvoiceTotalVatAmount', totals.vat),
    amountLeaf('InvoiceTotalVatAccountingAmount', totals.vatAccounting, invoice.vatCurrency ?? currency),
    amount('InvoiceTotalVatIncludedAmount', totals.withVat ?? totals.payable),
    amount('InvoiceTotalRoundoffAmount', totals.rounding),
    amount('InvoicePaidAmount', totals.paid),
    textLeaf('ProposedAccountText', invoice.accounting, 35),
    node(
      'VatPoint',
      dateLeaf('VatPointDate', invoice.vatPointDate),
      invoice.vatPointDate === undefined ? leaf('VatPointDateCode', invoice.vatPointCode) : undefined,
    ),
    invoice.vat.map((vat) =>
      node(
        'VatSpecificationDetails',
        amount('VatBaseAmount', vat.base),
        decimalLeaf('VatRatePercent', vat.rate),
        leaf('VatCode', vat.category),
        amount('VatRateAmount', vat.amount),
        piecesOf(vat.exemptionReason, 70, 3).map((text) => leaf('VatFreeText', text)),
        textLeaf('VatExemptionReasonCode', vat.exemptionCode, 20),
      ),
    ),
    invoice.notes.flatMap((note) =>
      piecesOf(note.subject === undefined ? note.text : `#${note.subject}#${note.text}`, 512, 99).map((text) =>
        leaf('InvoiceFreeText', text),
      ),
    ),
    // Always there: without it, the date option of the EPI part would be taken for the due date.
    terms ?? { name: 'PaymentTermsDetails', attributes: {}, content: [] },
    invoice.allowances.filter((one) => !one.charge).map((one) => writeAllowance(one, currency)),
    invoice.allowances.filter((one) => one.charge).map((one) => writeAllowance(one, currency)),
    textLeaf('TenderReference', invoice.tender, 70),
  );
};

/** Writes Finvoice 3.0 in UTF-8. Cuts long texts and drops embedded documents: `convertInvoice` lists the losses. */
export const writeFinvoice = (given: Invoice): string => {
  const invoice = given.kind === 'creditNote' ? negateInvoice(given) : given;
  const { delivery } = invoice;
  const linked = invoice.documents.filter((document) => document.uri !== undefined);
  const root = node(
    'Finvoice',
    writeMessage(invoice),
    writeFinvoiceParty(invoice.seller, 'Seller'),
    writeFinvoiceContact(invoice.seller, 'Seller'),
    node(
      'SellerInformationDetails',
      textLeaf('SellerTaxRegistrationText', invoice.seller.taxRegistration, 35),
      textLeaf('SellerAdditionalLegalInfo', invoice.seller.legalInfo, 512),
      // The bank is required with an account here; the first account stands in the EPI part in any case.
      (invoice.payment?.accounts ?? [])
        .filter((account) => account.bank !== undefined)
        .map((account) =>
          node(
            'SellerAccountDetails',
            leaf('SellerAccountID', account.account, { IdentificationSchemeName: schemeOf(account.account) }),
            leaf('SellerBic', account.bank, { IdentificationSchemeName: 'BIC' }),
            textLeaf('SellerAccountName', account.name, 70),
          ),
        ),
    ),
    writeFinvoiceParty(invoice.buyer, 'Buyer'),
    writeFinvoiceContact(invoice.buyer, 'Buyer'),
    node(
      'DeliveryPartyDetails',
      piecesOf(delivery?.partyName, 35, 9).map((text) => leaf('DeliveryOrganisationName', text)),
      identifierLeaf('DeliveryCode', delivery?.location, 70),
      writeFinvoiceAddress(delivery?.address, 'Delivery'),
    ),
    node(
      'DeliveryDetails',
      dateLeaf('DeliveryDate', delivery?.date),
      textLeaf('DeliveryNoteIdentifier', invoice.despatchAdvice, 70),
    ),
    writeAnyParty('PE', 'Payee', invoice.payee),
    writeAnyParty('LC', 'Tax representative', invoice.taxRepresentative),
    writeDetails(invoice),
    writeMandate(invoice),
    invoice.lines.map((line) => writeFinvoiceRow(line, invoice.currency)),
    writeEpi(invoice),
    linked.map((document) => textLeaf('InvoiceUrlNameText', document.id, 512)),
    linked.map((document) => textLeaf('InvoiceUrlText', document.uri, 512)),
  );
  if (root === undefined) return '';
  return writeXml({ ...root, attributes: { Version: '3.0' } });
};
