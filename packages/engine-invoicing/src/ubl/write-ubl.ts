import type { Invoice, SupportingDocument } from '../model/invoice.js';
import { createLeaf, createNode, writeXml, type XmlOutput } from '../xml/xml-writer.js';
import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE, CREDIT_NOTE_NAMESPACE, INVOICE_NAMESPACE } from './namespaces.js';
import {
  writeUblAddress,
  writeUblAllowance,
  writeUblCategory,
  writeUblIdentifier,
  writeUblLine,
  writeUblParty,
  writeUblPayment,
  writeUblPeriod,
  writeVatNumber,
} from './write-ubl-parts.js';

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

const writeDocument = (document: SupportingDocument): XmlOutput | undefined =>
  createNode(
    'cac:AdditionalDocumentReference',
    createLeaf('cbc:ID', document.id),
    createLeaf('cbc:DocumentDescription', document.description),
    createNode(
      'cac:Attachment',
      createLeaf('cbc:EmbeddedDocumentBinaryObject', document.content, {
        mimeCode: document.mimeType,
        filename: document.filename,
      }),
      createNode('cac:ExternalReference', createLeaf('cbc:URI', document.uri)),
    ),
  );

const writeTotals = (invoice: Invoice): (XmlOutput | undefined)[] => {
  const { totals, currency } = invoice;
  const amount = (name: string, value: string | undefined, of = currency) =>
    createLeaf(name, value, { currencyID: of });
  const accounting = invoice.vatCurrency ?? currency;
  return [
    createNode(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.vat),
      invoice.vat.map((vat) =>
        createNode(
          'cac:TaxSubtotal',
          amount('cbc:TaxableAmount', vat.base),
          amount('cbc:TaxAmount', vat.amount),
          writeUblCategory(
            'cac:TaxCategory',
            vat.category,
            vat.rate,
            createLeaf('cbc:TaxExemptionReasonCode', vat.exemptionCode),
            createLeaf('cbc:TaxExemptionReason', vat.exemptionReason),
          ),
        ),
      ),
    ),
    createNode('cac:TaxTotal', amount('cbc:TaxAmount', totals.vatAccounting, accounting)),
    createNode(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', totals.lines),
      amount('cbc:TaxExclusiveAmount', totals.withoutVat),
      amount('cbc:TaxInclusiveAmount', totals.withVat),
      amount('cbc:AllowanceTotalAmount', totals.allowances),
      amount('cbc:ChargeTotalAmount', totals.charges),
      amount('cbc:PrepaidAmount', totals.paid),
      amount('cbc:PayableRoundingAmount', totals.rounding),
      amount('cbc:PayableAmount', totals.payable),
    ),
  ];
};

const writeReferences = (invoice: Invoice): (XmlOutput | undefined)[] => {
  const creditNote = invoice.kind === 'creditNote';
  const object = createNode(
    'cac:AdditionalDocumentReference',
    writeUblIdentifier('cbc:ID', invoice.invoicedObject),
    invoice.invoicedObject && createLeaf('cbc:DocumentTypeCode', '130'),
  );
  // A credit note has no ProjectReference in UBL 2.1; its project stands as a document of type 50.
  const project =
    invoice.project !== undefined && creditNote
      ? createNode(
          'cac:AdditionalDocumentReference',
          createLeaf('cbc:ID', invoice.project),
          createLeaf('cbc:DocumentTypeCode', '50'),
        )
      : undefined;
  const contract = createNode('cac:ContractDocumentReference', createLeaf('cbc:ID', invoice.contract));
  const originator = createNode('cac:OriginatorDocumentReference', createLeaf('cbc:ID', invoice.tender));
  const additional = [...invoice.documents.map(writeDocument), object, project];
  return [
    createNode(
      'cac:OrderReference',
      createLeaf('cbc:ID', invoice.order ?? (invoice.salesOrder === undefined ? undefined : 'NA')),
      createLeaf('cbc:SalesOrderID', invoice.salesOrder),
    ),
    ...invoice.precedingInvoices.map((preceding) =>
      createNode(
        'cac:BillingReference',
        createNode(
          'cac:InvoiceDocumentReference',
          createLeaf('cbc:ID', preceding.number),
          createLeaf('cbc:IssueDate', preceding.issueDate),
        ),
      ),
    ),
    createNode('cac:DespatchDocumentReference', createLeaf('cbc:ID', invoice.despatchAdvice)),
    createNode('cac:ReceiptDocumentReference', createLeaf('cbc:ID', invoice.receivingAdvice)),
    // The order of these differs between the two document types.
    ...(creditNote ? [contract, ...additional, originator] : [originator, contract, ...additional]),
    ...(creditNote ? [] : [createNode('cac:ProjectReference', createLeaf('cbc:ID', invoice.project))]),
  ];
};

/** Writes UBL 2.1 as Peppol BIS Billing 3 has it: an Invoice or a CreditNote, in UTF-8 with two spaces of indentation. */
export const writeUbl = (invoice: Invoice): string => {
  const creditNote = invoice.kind === 'creditNote';
  const { payee, taxRepresentative, delivery } = invoice;
  const root = createNode(
    creditNote ? 'CreditNote' : 'Invoice',
    createLeaf('cbc:CustomizationID', invoice.customization ?? CUSTOMIZATION),
    createLeaf('cbc:ProfileID', invoice.profile ?? PROFILE),
    createLeaf('cbc:ID', invoice.number),
    createLeaf('cbc:IssueDate', invoice.issueDate),
    creditNote ? undefined : createLeaf('cbc:DueDate', invoice.dueDate),
    creditNote ? createLeaf('cbc:TaxPointDate', invoice.vatPointDate) : undefined,
    createLeaf(creditNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', invoice.typeCode),
    invoice.notes.map((note) =>
      createLeaf('cbc:Note', note.subject === undefined ? note.text : `#${note.subject}#${note.text}`),
    ),
    creditNote ? undefined : createLeaf('cbc:TaxPointDate', invoice.vatPointDate),
    createLeaf('cbc:DocumentCurrencyCode', invoice.currency),
    createLeaf('cbc:TaxCurrencyCode', invoice.vatCurrency),
    createLeaf('cbc:AccountingCost', invoice.accounting),
    createLeaf('cbc:BuyerReference', invoice.buyerReference),
    writeUblPeriod(invoice.period, invoice.vatPointCode),
    writeReferences(invoice),
    createNode('cac:AccountingSupplierParty', writeUblParty(invoice.seller, invoice.payment?.directDebit?.creditor)),
    createNode('cac:AccountingCustomerParty', writeUblParty(invoice.buyer)),
    createNode(
      'cac:PayeeParty',
      createNode('cac:PartyIdentification', writeUblIdentifier('cbc:ID', payee?.identifier)),
      createNode('cac:PartyName', createLeaf('cbc:Name', payee?.name)),
      createNode('cac:PartyLegalEntity', writeUblIdentifier('cbc:CompanyID', payee?.legalId)),
    ),
    createNode(
      'cac:TaxRepresentativeParty',
      createNode('cac:PartyName', createLeaf('cbc:Name', taxRepresentative?.name)),
      writeUblAddress('cac:PostalAddress', taxRepresentative?.address),
      writeVatNumber(taxRepresentative?.vatId),
    ),
    createNode(
      'cac:Delivery',
      createLeaf('cbc:ActualDeliveryDate', delivery?.date),
      createNode(
        'cac:DeliveryLocation',
        writeUblIdentifier('cbc:ID', delivery?.location),
        writeUblAddress('cac:Address', delivery?.address),
      ),
      createNode('cac:DeliveryParty', createNode('cac:PartyName', createLeaf('cbc:Name', delivery?.partyName))),
    ),
    writeUblPayment(invoice),
    createNode('cac:PaymentTerms', createLeaf('cbc:Note', invoice.paymentTerms)),
    invoice.allowances.map((allowance) => writeUblAllowance(allowance, invoice.currency)),
    writeTotals(invoice),
    invoice.lines.map((line) => writeUblLine(line, invoice)),
  );
  if (root === undefined) return '';
  return writeXml({
    ...root,
    attributes: {
      xmlns: creditNote ? CREDIT_NOTE_NAMESPACE : INVOICE_NAMESPACE,
      'xmlns:cac': AGGREGATE_NAMESPACE,
      'xmlns:cbc': BASIC_NAMESPACE,
    },
  });
};
