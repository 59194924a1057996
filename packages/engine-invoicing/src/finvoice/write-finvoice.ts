import type { AllowanceOrCharge, Invoice } from '../model/invoice.js';
import { createLeaf, createNode, writeXml, type XmlOutput } from '../xml/xml-writer.js';
import {
  createAmountLeaf,
  createDateLeaf,
  createDecimalLeaf,
  createIdentifierLeaf,
  createTextLeaf,
  splitIntoPieces,
} from './finvoice-values.js';
import { negateInvoice } from './signs.js';
import {
  chooseReferenceScheme,
  writeAnyParty,
  writeEpi,
  writeFinvoiceAddress,
  writeFinvoiceContact,
  writeFinvoiceParty,
  writeFinvoiceRow,
  writeMandate,
} from './write-finvoice-parts.js';

/** Returns the specification that the payload declares, in at most 35 characters. */
const specificationOf = (invoice: Invoice): string =>
  invoice.customization !== undefined && invoice.customization.length <= 35 ? invoice.customization : 'EN16931';

const writeMessage = (invoice: Invoice): XmlOutput | undefined => {
  const { seller, buyer } = invoice;
  if (seller.endpoint === undefined && buyer.endpoint === undefined) return undefined;
  return createNode(
    'MessageTransmissionDetails',
    createNode(
      'MessageSenderDetails',
      createIdentifierLeaf('FromIdentifier', seller.endpoint, 35),
      // An operator is required here; NA says that the invoice does not know it.
      createTextLeaf('FromIntermediator', seller.operator ?? 'NA', 35),
    ),
    createNode(
      'MessageReceiverDetails',
      createIdentifierLeaf('ToIdentifier', buyer.endpoint, 35),
      createTextLeaf('ToIntermediator', buyer.operator ?? 'NA', 35),
    ),
    createNode(
      'MessageDetails',
      createTextLeaf('MessageIdentifier', invoice.number.padStart(2, '0'), 48),
      createLeaf('MessageTimeStamp', `${invoice.issueDate}T00:00:00Z`),
      createLeaf('SpecificationIdentifier', specificationOf(invoice)),
    ),
  );
};

const writeAllowance = (allowance: AllowanceOrCharge, currency: string): XmlOutput | undefined =>
  createNode(
    allowance.charge ? 'ChargeDetails' : 'DiscountDetails',
    createTextLeaf(allowance.charge ? 'ReasonText' : 'FreeText', allowance.reason, 70),
    createLeaf('ReasonCode', allowance.reasonCode),
    createDecimalLeaf('Percent', allowance.percent),
    createAmountLeaf('Amount', allowance.amount, currency),
    createAmountLeaf('BaseAmount', allowance.base, currency),
    createLeaf('VatCategoryCode', allowance.category),
    createDecimalLeaf('VatRatePercent', allowance.rate),
  );

const writeDetails = (invoice: Invoice): XmlOutput | undefined => {
  const { totals, currency } = invoice;
  const creditNote = invoice.kind === 'creditNote';
  const amount = (name: string, value: string | undefined) => createAmountLeaf(name, value, currency);
  const terms = createNode(
    'PaymentTermsDetails',
    splitIntoPieces(invoice.paymentTerms, 70, 2).map((text) => createLeaf('PaymentTermsFreeText', text)),
    createDateLeaf('InvoiceDueDate', invoice.dueDate),
  );
  return createNode(
    'InvoiceDetails',
    createLeaf('InvoiceTypeCode', creditNote ? 'INV02' : 'INV01'),
    createLeaf('InvoiceTypeCodeUN', invoice.typeCode),
    createLeaf('InvoiceTypeText', creditNote ? 'HYVITYSLASKU' : 'LASKU'),
    createLeaf('OriginCode', 'Original'),
    createIdentifierLeaf('InvoicedObjectID', invoice.invoicedObject, 70),
    createLeaf('InvoiceNumber', invoice.number),
    createDateLeaf('InvoiceDate', invoice.issueDate),
    invoice.precedingInvoices.map((preceding) =>
      createNode(
        'OriginalInvoiceReference',
        createTextLeaf('InvoiceNumber', preceding.number, 20),
        createDateLeaf('InvoiceDate', preceding.issueDate),
      ),
    ),
    createDateLeaf('InvoicingPeriodStartDate', invoice.period?.start),
    createDateLeaf('InvoicingPeriodEndDate', invoice.period?.end),
    createTextLeaf('OrderIdentifier', invoice.order, 70),
    createTextLeaf('OrderConfirmationIdentifier', invoice.salesOrder, 70),
    createTextLeaf('AgreementIdentifier', invoice.contract, 70),
    createTextLeaf('NotificationIdentifier', invoice.receivingAdvice, 70),
    createTextLeaf('BuyerReferenceIdentifier', invoice.buyerReference, 70),
    createTextLeaf('ProjectReferenceIdentifier', invoice.project, 70),
    amount('RowsTotalVatExcludedAmount', totals.lines),
    amount('DiscountsTotalVatExcludedAmount', totals.allowances),
    amount('ChargesTotalVatExcludedAmount', totals.charges),
    amount('InvoiceTotalVatExcludedAmount', totals.withoutVat),
    amount('InvoiceTotalVatAmount', totals.vat),
    createAmountLeaf('InvoiceTotalVatAccountingAmount', totals.vatAccounting, invoice.vatCurrency ?? currency),
    amount('InvoiceTotalVatIncludedAmount', totals.withVat ?? totals.payable),
    amount('InvoiceTotalRoundoffAmount', totals.rounding),
    amount('InvoicePaidAmount', totals.paid),
    createTextLeaf('ProposedAccountText', invoice.accounting, 35),
    createNode(
      'VatPoint',
      createDateLeaf('VatPointDate', invoice.vatPointDate),
      invoice.vatPointDate === undefined ? createLeaf('VatPointDateCode', invoice.vatPointCode) : undefined,
    ),
    invoice.vat.map((vat) =>
      createNode(
        'VatSpecificationDetails',
        amount('VatBaseAmount', vat.base),
        createDecimalLeaf('VatRatePercent', vat.rate),
        createLeaf('VatCode', vat.category),
        amount('VatRateAmount', vat.amount),
        splitIntoPieces(vat.exemptionReason, 70, 3).map((text) => createLeaf('VatFreeText', text)),
        createTextLeaf('VatExemptionReasonCode', vat.exemptionCode, 20),
      ),
    ),
    invoice.notes.flatMap((note) =>
      splitIntoPieces(note.subject === undefined ? note.text : `#${note.subject}#${note.text}`, 512, 99).map((text) =>
        createLeaf('InvoiceFreeText', text),
      ),
    ),
    // Always there: without it, the date option of the EPI part would be taken for the due date.
    terms ?? { name: 'PaymentTermsDetails', attributes: {}, content: [] },
    invoice.allowances.filter((one) => !one.charge).map((one) => writeAllowance(one, currency)),
    invoice.allowances.filter((one) => one.charge).map((one) => writeAllowance(one, currency)),
    createTextLeaf('TenderReference', invoice.tender, 70),
  );
};

/** Writes Finvoice 3.0 in UTF-8. Cuts long texts and drops embedded documents: `convertInvoice` lists the losses. */
export const writeFinvoice = (given: Invoice): string => {
  const invoice = given.kind === 'creditNote' ? negateInvoice(given) : given;
  const { delivery } = invoice;
  const linked = invoice.documents.filter((document) => document.uri !== undefined);
  const root = createNode(
    'Finvoice',
    writeMessage(invoice),
    writeFinvoiceParty(invoice.seller, 'Seller'),
    writeFinvoiceContact(invoice.seller, 'Seller'),
    createNode(
      'SellerInformationDetails',
      createTextLeaf('SellerTaxRegistrationText', invoice.seller.taxRegistration, 35),
      createTextLeaf('SellerAdditionalLegalInfo', invoice.seller.legalInfo, 512),
      // The bank is required with an account here; the first account stands in the EPI part in any case.
      (invoice.payment?.accounts ?? [])
        .filter((account) => account.bank !== undefined)
        .map((account) =>
          createNode(
            'SellerAccountDetails',
            createLeaf('SellerAccountID', account.account, {
              IdentificationSchemeName: chooseReferenceScheme(account.account),
            }),
            createLeaf('SellerBic', account.bank, { IdentificationSchemeName: 'BIC' }),
            createTextLeaf('SellerAccountName', account.name, 70),
          ),
        ),
    ),
    writeFinvoiceParty(invoice.buyer, 'Buyer'),
    writeFinvoiceContact(invoice.buyer, 'Buyer'),
    createNode(
      'DeliveryPartyDetails',
      splitIntoPieces(delivery?.partyName, 35, 9).map((text) => createLeaf('DeliveryOrganisationName', text)),
      createIdentifierLeaf('DeliveryCode', delivery?.location, 70),
      writeFinvoiceAddress(delivery?.address, 'Delivery'),
    ),
    createNode(
      'DeliveryDetails',
      createDateLeaf('DeliveryDate', delivery?.date),
      createTextLeaf('DeliveryNoteIdentifier', invoice.despatchAdvice, 70),
    ),
    writeAnyParty('PE', 'Payee', invoice.payee),
    writeAnyParty('LC', 'Tax representative', invoice.taxRepresentative),
    writeDetails(invoice),
    writeMandate(invoice),
    invoice.lines.map((line) => writeFinvoiceRow(line, invoice.currency)),
    writeEpi(invoice),
    linked.map((document) => createTextLeaf('InvoiceUrlNameText', document.id, 512)),
    linked.map((document) => createTextLeaf('InvoiceUrlText', document.uri, 512)),
  );
  if (root === undefined) return '';
  return writeXml({ ...root, attributes: { Version: '3.0' } });
};
