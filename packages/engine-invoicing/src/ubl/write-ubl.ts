import type { Invoice, SupportingDocument } from '../model/invoice.js';
import { leaf, node, writeXml, type XmlOut } from '../xml/xml-writer.js';
import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE, CREDIT_NOTE_NAMESPACE, INVOICE_NAMESPACE } from './namespaces.js';
import { writeAllowance, writeCategory, writeIdentifier, writePeriod } from './write-ubl-basics.js';
import { writeLine } from './write-ubl-line.js';
import { writeAddress, writeParty, writeVatNumber } from './write-ubl-party.js';
import { writePayment } from './write-ubl-payment.js';

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

const writeDocument = (document: SupportingDocument): XmlOut | undefined =>
  node(
    'cac:AdditionalDocumentReference',
    leaf('cbc:ID', document.id),
    leaf('cbc:DocumentDescription', document.description),
    node(
      'cac:Attachment',
      leaf('cbc:EmbeddedDocumentBinaryObject', document.content, {
        mimeCode: document.mimeType,
        filename: document.filename,
      }),
      node('cac:ExternalReference', leaf('cbc:URI', document.uri)),
    ),
  );

const writeTotals = (invoice: Invoice): (XmlOut | undefined)[] => {
  const { totals, currency } = invoice;
  const amount = (name: string, value: string | undefined, of = currency) => leaf(name, value, { currencyID: of });
  const accounting = invoice.vatCurrency ?? currency;
  return [
    node(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.vat),
      invoice.vat.map((vat) =>
        node(
          'cac:TaxSubtotal',
          amount('cbc:TaxableAmount', vat.base),
          amount('cbc:TaxAmount', vat.amount),
          writeCategory(
            'cac:TaxCategory',
            vat.category,
            vat.rate,
            leaf('cbc:TaxExemptionReasonCode', vat.exemptionCode),
            leaf('cbc:TaxExemptionReason', vat.exemptionReason),
          ),
        ),
      ),
    ),
    node('cac:TaxTotal', amount('cbc:TaxAmount', totals.vatAccounting, accounting)),
    node(
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

const writeReferences = (invoice: Invoice): (XmlOut | undefined)[] => {
  const creditNote = invoice.kind === 'creditNote';
  const object = node(
    'cac:AdditionalDocumentReference',
    writeIdentifier('cbc:ID', invoice.invoicedObject),
    invoice.invoicedObject && leaf('cbc:DocumentTypeCode', '130'),
  );
  // A credit note has no ProjectReference in UBL 2.1; its project stands as a document of type 50.
  const project =
    invoice.project !== undefined && creditNote
      ? node('cac:AdditionalDocumentReference', leaf('cbc:ID', invoice.project), leaf('cbc:DocumentTypeCode', '50'))
      : undefined;
  const contract = node('cac:ContractDocumentReference', leaf('cbc:ID', invoice.contract));
  const originator = node('cac:OriginatorDocumentReference', leaf('cbc:ID', invoice.tender));
  const additional = [...invoice.documents.map(writeDocument), object, project];
  return [
    node(
      'cac:OrderReference',
      leaf('cbc:ID', invoice.order ?? (invoice.salesOrder === undefined ? undefined : 'NA')),
      leaf('cbc:SalesOrderID', invoice.salesOrder),
    ),
    ...invoice.precedingInvoices.map((preceding) =>
      node(
        'cac:BillingReference',
        node(
          'cac:InvoiceDocumentReference',
          leaf('cbc:ID', preceding.number),
          leaf('cbc:IssueDate', preceding.issueDate),
        ),
      ),
    ),
    node('cac:DespatchDocumentReference', leaf('cbc:ID', invoice.despatchAdvice)),
    node('cac:ReceiptDocumentReference', leaf('cbc:ID', invoice.receivingAdvice)),
    // The order of these differs between the two document types.
    ...(creditNote ? [contract, ...additional, originator] : [originator, contract, ...additional]),
    ...(creditNote ? [] : [node('cac:ProjectReference', leaf('cbc:ID', invoice.project))]),
  ];
};

/** Writes UBL 2.1 as Peppol BIS Billing 3 has it: an Invoice or a CreditNote, in UTF-8 with two spaces of indentation. */
export const writeUbl = (invoice: Invoice): string => {
  const creditNote = invoice.kind === 'creditNote';
  const { payee, taxRepresentative, delivery } = invoice;
  const root = node(
    creditNote ? 'CreditNote' : 'Invoice',
    leaf('cbc:CustomizationID', invoice.customization ?? CUSTOMIZATION),
    leaf('cbc:ProfileID', invoice.profile ?? PROFILE),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issueDate),
    creditNote ? undefined : leaf('cbc:DueDate', invoice.dueDate),
    creditNote ? leaf('cbc:TaxPointDate', invoice.vatPointDate) : undefined,
    leaf(creditNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', invoice.typeCode),
    invoice.notes.map((note) =>
      leaf('cbc:Note', note.subject === undefined ? note.text : `#${note.subject}#${note.text}`),
    ),
    creditNote ? undefined : leaf('cbc:TaxPointDate', invoice.vatPointDate),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    leaf('cbc:TaxCurrencyCode', invoice.vatCurrency),
    leaf('cbc:AccountingCost', invoice.accounting),
    leaf('cbc:BuyerReference', invoice.buyerReference),
    writePeriod(invoice.period, invoice.vatPointCode),
    writeReferences(invoice),
    node('cac:AccountingSupplierParty', writeParty(invoice.seller, invoice.payment?.directDebit?.creditor)),
    node('cac:AccountingCustomerParty', writeParty(invoice.buyer)),
    node(
      'cac:PayeeParty',
      node('cac:PartyIdentification', writeIdentifier('cbc:ID', payee?.identifier)),
      node('cac:PartyName', leaf('cbc:Name', payee?.name)),
      node('cac:PartyLegalEntity', writeIdentifier('cbc:CompanyID', payee?.legalId)),
    ),
    node(
      'cac:TaxRepresentativeParty',
      node('cac:PartyName', leaf('cbc:Name', taxRepresentative?.name)),
      writeAddress('cac:PostalAddress', taxRepresentative?.address),
      writeVatNumber(taxRepresentative?.vatId),
    ),
    node(
      'cac:Delivery',
      leaf('cbc:ActualDeliveryDate', delivery?.date),
      node(
        'cac:DeliveryLocation',
        writeIdentifier('cbc:ID', delivery?.location),
        writeAddress('cac:Address', delivery?.address),
      ),
      node('cac:DeliveryParty', node('cac:PartyName', leaf('cbc:Name', delivery?.partyName))),
    ),
    writePayment(invoice),
    node('cac:PaymentTerms', leaf('cbc:Note', invoice.paymentTerms)),
    invoice.allowances.map((allowance) => writeAllowance(allowance, invoice.currency)),
    writeTotals(invoice),
    invoice.lines.map((line) => writeLine(line, invoice)),
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
