import type {
  AllowanceOrCharge,
  CreditTransfer,
  DatePeriod,
  Invoice,
  InvoiceItem,
  InvoiceLine,
  InvoiceParty,
  ItemPrice,
  PostalAddress,
  SchemedIdentifier,
} from '../model/invoice.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';

export const writeUblIdentifier = (name: string, identifier: SchemedIdentifier | undefined): XmlOutput | undefined =>
  createLeaf(name, identifier?.value, { schemeID: identifier?.scheme });

export const writeUblPeriod = (period: DatePeriod | undefined, descriptionCode?: string): XmlOutput | undefined =>
  createNode(
    'cac:InvoicePeriod',
    createLeaf('cbc:StartDate', period?.start),
    createLeaf('cbc:EndDate', period?.end),
    createLeaf('cbc:DescriptionCode', descriptionCode),
  );

export const writeUblAllowance = (allowance: AllowanceOrCharge, currency: string): XmlOutput | undefined =>
  createNode(
    'cac:AllowanceCharge',
    createLeaf('cbc:ChargeIndicator', allowance.charge ? 'true' : 'false'),
    createLeaf('cbc:AllowanceChargeReasonCode', allowance.reasonCode),
    createLeaf('cbc:AllowanceChargeReason', allowance.reason),
    createLeaf('cbc:MultiplierFactorNumeric', allowance.percent),
    createLeaf('cbc:Amount', allowance.amount, { currencyID: currency }),
    createLeaf('cbc:BaseAmount', allowance.base, { currencyID: currency }),
    writeUblCategory('cac:TaxCategory', allowance.category, allowance.rate),
  );

export const writeUblCategory = (
  name: string,
  category: string | undefined,
  rate: string | undefined,
  ...more: (XmlOutput | undefined)[]
): XmlOutput | undefined =>
  category === undefined && rate === undefined
    ? undefined
    : createNode(
        name,
        createLeaf('cbc:ID', category),
        createLeaf('cbc:Percent', rate),
        more,
        createNode('cac:TaxScheme', createLeaf('cbc:ID', 'VAT')),
      );

const writeItem = (item: InvoiceItem): XmlOutput | undefined =>
  createNode(
    'cac:Item',
    createLeaf('cbc:Description', item.description),
    createLeaf('cbc:Name', item.name),
    createNode('cac:BuyersItemIdentification', createLeaf('cbc:ID', item.buyerId)),
    createNode('cac:SellersItemIdentification', createLeaf('cbc:ID', item.sellerId)),
    createNode('cac:StandardItemIdentification', writeUblIdentifier('cbc:ID', item.standardId)),
    createNode('cac:OriginCountry', createLeaf('cbc:IdentificationCode', item.origin)),
    item.classifications.map((code) =>
      createNode(
        'cac:CommodityClassification',
        createLeaf('cbc:ItemClassificationCode', code.value, { listID: code.scheme, listVersionID: code.version }),
      ),
    ),
    writeUblCategory('cac:ClassifiedTaxCategory', item.category, item.rate),
    item.attributes.map((attribute) =>
      createNode(
        'cac:AdditionalItemProperty',
        createLeaf('cbc:Name', attribute.name),
        createLeaf('cbc:Value', attribute.value),
      ),
    ),
  );

const writePrice = (price: ItemPrice, currency: string): XmlOutput | undefined =>
  createNode(
    'cac:Price',
    createLeaf('cbc:PriceAmount', price.net, { currencyID: currency }),
    createLeaf('cbc:BaseQuantity', price.baseQuantity, { unitCode: price.baseUnit }),
    price.discount === undefined && price.gross === undefined
      ? undefined
      : createNode(
          'cac:AllowanceCharge',
          createLeaf('cbc:ChargeIndicator', 'false'),
          createLeaf('cbc:Amount', price.discount ?? '0', { currencyID: currency }),
          createLeaf('cbc:BaseAmount', price.gross, { currencyID: currency }),
        ),
  );

export const writeUblLine = (line: InvoiceLine, invoice: Invoice): XmlOutput | undefined => {
  const creditNote = invoice.kind === 'creditNote';
  return createNode(
    creditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    createLeaf('cbc:ID', line.id),
    createLeaf('cbc:Note', line.note),
    createLeaf(creditNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, { unitCode: line.unit }),
    createLeaf('cbc:LineExtensionAmount', line.net, { currencyID: invoice.currency }),
    createLeaf('cbc:AccountingCost', line.accounting),
    writeUblPeriod(line.period),
    createNode('cac:OrderLineReference', createLeaf('cbc:LineID', line.orderLine)),
    createNode(
      'cac:DocumentReference',
      writeUblIdentifier('cbc:ID', line.object),
      line.object && createLeaf('cbc:DocumentTypeCode', '130'),
    ),
    line.allowances.map((allowance) => writeUblAllowance(allowance, invoice.currency)),
    writeItem(line.item),
    writePrice(line.price, invoice.currency),
  );
};

export const writeUblAddress = (name: string, address: PostalAddress | undefined): XmlOutput | undefined =>
  createNode(
    name,
    createLeaf('cbc:StreetName', address?.street),
    createLeaf('cbc:AdditionalStreetName', address?.street2),
    createLeaf('cbc:CityName', address?.city),
    createLeaf('cbc:PostalZone', address?.postCode),
    createLeaf('cbc:CountrySubentity', address?.subdivision),
    createNode('cac:AddressLine', createLeaf('cbc:Line', address?.street3)),
    createNode('cac:Country', createLeaf('cbc:IdentificationCode', address?.country)),
  );

const taxScheme = (id: string | undefined, scheme: string): XmlOutput | undefined =>
  id === undefined
    ? undefined
    : createNode(
        'cac:PartyTaxScheme',
        createLeaf('cbc:CompanyID', id),
        createNode('cac:TaxScheme', createLeaf('cbc:ID', scheme)),
      );

export const writeVatNumber = (id: string | undefined): XmlOutput | undefined => taxScheme(id, 'VAT');

/** A seller or buyer. `creditor`: the bank assigned creditor identifier BT-90, which UBL stores with the seller. */
export const writeUblParty = (party: InvoiceParty, creditor?: string): XmlOutput | undefined =>
  createNode(
    'cac:Party',
    writeUblIdentifier('cbc:EndpointID', party.endpoint),
    [...party.identifiers, ...(creditor === undefined ? [] : [{ value: creditor, scheme: 'SEPA' }])].map((identifier) =>
      createNode('cac:PartyIdentification', writeUblIdentifier('cbc:ID', identifier)),
    ),
    createNode('cac:PartyName', createLeaf('cbc:Name', party.tradingName)),
    writeUblAddress('cac:PostalAddress', party.address),
    writeVatNumber(party.vatId),
    taxScheme(party.taxRegistration, 'TAX'),
    createNode(
      'cac:PartyLegalEntity',
      createLeaf('cbc:RegistrationName', party.name),
      writeUblIdentifier('cbc:CompanyID', party.legalId),
      createLeaf('cbc:CompanyLegalForm', party.legalInfo),
    ),
    createNode(
      'cac:Contact',
      createLeaf('cbc:Name', party.contact?.name),
      createLeaf('cbc:Telephone', party.contact?.phone),
      createLeaf('cbc:ElectronicMail', party.contact?.email),
    ),
  );

/** One PaymentMeans per account, or one without an account. Code, reference, card and mandate are in each. */
export const writeUblPayment = (invoice: Invoice): (XmlOutput | undefined)[] => {
  const { payment } = invoice;
  // A credit note has no due date of its own in UBL: it stands with the payment means.
  const dueDate = invoice.kind === 'creditNote' ? invoice.dueDate : undefined;
  if (payment === undefined && dueDate === undefined) return [];
  const { card, directDebit } = payment ?? {};
  const means = (account: CreditTransfer | undefined, first: boolean): XmlOutput | undefined =>
    createNode(
      'cac:PaymentMeans',
      createLeaf('cbc:PaymentMeansCode', payment?.meansCode ?? '1', { name: payment?.meansText }),
      createLeaf('cbc:PaymentDueDate', dueDate),
      createLeaf('cbc:PaymentID', payment?.reference),
      first
        ? createNode(
            'cac:CardAccount',
            createLeaf('cbc:PrimaryAccountNumberID', card?.number),
            card && createLeaf('cbc:NetworkID', 'NA'),
            createLeaf('cbc:HolderName', card?.holder),
          )
        : undefined,
      createNode(
        'cac:PayeeFinancialAccount',
        createLeaf('cbc:ID', account?.account),
        createLeaf('cbc:Name', account?.name),
        createNode('cac:FinancialInstitutionBranch', createLeaf('cbc:ID', account?.bank)),
      ),
      first
        ? createNode(
            'cac:PaymentMandate',
            createLeaf('cbc:ID', directDebit?.mandate),
            createNode('cac:PayerFinancialAccount', createLeaf('cbc:ID', directDebit?.debitedAccount)),
          )
        : undefined,
    );
  const accounts = payment?.accounts ?? [];
  if (accounts.length === 0) return [means(undefined, true)];
  return accounts.map((account, index) => means(account, index === 0));
};
