import { Big } from 'big.js';
import { codeLists } from '../data/code-lists.js';
import type {
  AllowanceOrCharge,
  Invoice,
  InvoiceLine,
  InvoiceParty,
  Payee,
  PostalAddress,
  TaxRepresentative,
} from '../model/invoice.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';
import {
  createAmountLeaf,
  createDateLeaf,
  createDecimalLeaf,
  createIdentifierLeaf,
  createTextLeaf,
  splitIntoPieces,
} from './finvoice-values.js';

export const writeFinvoiceAddress = (address: PostalAddress | undefined, word: string): XmlOutput | undefined =>
  createNode(
    `${word}PostalAddressDetails`,
    [address?.street, address?.street2, address?.street3].map((street) =>
      createTextLeaf(`${word}StreetName`, street, 35),
    ),
    createTextLeaf(`${word}TownName`, address?.city, 35),
    createTextLeaf(`${word}PostCodeIdentifier`, address?.postCode, 35),
    createTextLeaf(`${word}CountrySubdivision`, address?.subdivision, 35),
    createLeaf('CountryCode', address?.country),
  );

/** Writes the seller or the buyer. A long name uses several lines. */
export const writeFinvoiceParty = (party: InvoiceParty, word: 'Seller' | 'Buyer'): XmlOutput | undefined =>
  createNode(
    `${word}PartyDetails`,
    createIdentifierLeaf(`${word}PartyIdentifier`, party.legalId, 35),
    splitIntoPieces(party.name, 70, 9).map((text) => createLeaf(`${word}OrganisationName`, text)),
    createTextLeaf(`${word}OrganisationTradingName`, party.tradingName, 70),
    createTextLeaf(`${word}OrganisationTaxCode`, party.vatId, 35),
    // A buyer has one code at most.
    (word === 'Seller' ? party.identifiers : party.identifiers.slice(0, 1)).map((identifier) =>
      createIdentifierLeaf(`${word}Code`, identifier, 70),
    ),
    writeFinvoiceAddress(party.address, word),
  );

export const writeFinvoiceContact = (party: InvoiceParty, word: 'Seller' | 'Buyer'): (XmlOutput | undefined)[] => [
  createTextLeaf(`${word}ContactPersonName`, party.contact?.name, 70),
  createNode(
    `${word}CommunicationDetails`,
    createTextLeaf(`${word}PhoneNumberIdentifier`, party.contact?.phone, 35),
    createTextLeaf(`${word}EmailaddressIdentifier`, party.contact?.email, 70),
  ),
];

export const writeAnyParty = (
  role: 'PE' | 'LC',
  text: string,
  party: (Payee & Partial<TaxRepresentative>) | (TaxRepresentative & Partial<Payee>) | undefined,
): XmlOutput | undefined =>
  party === undefined
    ? undefined
    : createNode(
        'AnyPartyDetails',
        createLeaf('AnyPartyText', text, { AnyPartyCode: role }),
        createIdentifierLeaf('AnyPartyIdentifier', party.legalId, 35),
        splitIntoPieces(party.name, 35, 2).map((name) => createLeaf('AnyPartyOrganisationName', name)),
        createTextLeaf('AnyPartyOrganisationTaxCode', party.vatId, 35),
        createIdentifierLeaf('AnyPartyCode', party.identifier, 70),
        writeFinvoiceAddress(party.address, 'AnyParty'),
      );

export const chooseReferenceScheme = (account: string): 'IBAN' | 'BBAN' =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account) ? 'IBAN' : 'BBAN';

export const writeMandate = (invoice: Invoice): (XmlOutput | undefined)[] => {
  const { card, directDebit } = invoice.payment ?? {};
  const debited = directDebit?.debitedAccount;
  return [
    createNode(
      'PaymentCardInfo',
      createTextLeaf('PrimaryAccountNumber', card?.number, 19),
      createTextLeaf('CardHolderName', card?.holder, 70),
    ),
    createNode(
      'DirectDebitInfo',
      createTextLeaf('MandateReference', directDebit?.mandate, 35),
      createTextLeaf('CreditorIdentifier', directDebit?.creditor, 35),
      createLeaf('DebitedAccountID', debited, {
        IdentificationSchemeName: debited === undefined ? undefined : chooseReferenceScheme(debited),
      }),
    ),
  ];
};

/** A reference number of the bank, Finnish or RF, as it is written without spaces; undefined for any other text. */
const bankReference = (reference: string | undefined): string | undefined => {
  const plain = reference?.replace(/\s+/g, '');
  return plain !== undefined && /^(\d{2,20}|RF\d{2}[0-9A-Za-z]{1,21})$/.test(plain) && plain === reference
    ? plain
    : undefined;
};

/** Writes the payment part that banks read: account, reference, amount with two decimals, due date. */
export const writeEpi = (invoice: Invoice): XmlOutput | undefined => {
  const { payment } = invoice;
  const account = payment?.accounts[0];
  const reference = bankReference(payment?.reference);
  const scheme = reference?.startsWith('RF') === true ? 'ISO' : 'SPY';
  return createNode(
    'EpiDetails',
    createNode(
      'EpiIdentificationDetails',
      createDateLeaf('EpiDate', invoice.issueDate),
      createLeaf('EpiReference', ''),
    ),
    createNode(
      'EpiPartyDetails',
      {
        name: 'EpiBfiPartyDetails',
        attributes: {},
        content: [createLeaf('EpiBfiIdentifier', account?.bank, { IdentificationSchemeName: 'BIC' })].filter(
          (one) => one !== undefined,
        ),
      },
      createNode(
        'EpiBeneficiaryPartyDetails',
        createTextLeaf('EpiNameAddressDetails', invoice.payee?.name ?? invoice.seller.name, 35),
        createLeaf('EpiAccountID', account?.account, {
          IdentificationSchemeName: account === undefined ? undefined : chooseReferenceScheme(account.account),
        }),
      ),
    ),
    createNode(
      'EpiPaymentInstructionDetails',
      reference === undefined ? createTextLeaf('EpiPaymentInstructionId', payment?.reference, 35) : undefined,
      createLeaf('EpiRemittanceInfoIdentifier', reference, { IdentificationSchemeName: scheme }),
      createLeaf('EpiInstructedAmount', new Big(invoice.totals.payable).toFixed(2).replace('.', ','), {
        AmountCurrencyIdentifier: invoice.currency,
      }),
      createLeaf('EpiCharge', '', { ChargeOption: 'SHA' }),
      createDateLeaf('EpiDateOptionDate', invoice.dueDate ?? invoice.issueDate),
      createLeaf('EpiPaymentMeansCode', payment?.meansCode),
      createTextLeaf('EpiPaymentMeansText', payment?.meansText, 70),
    ),
  );
};

const discountTerms = (discount: AllowanceOrCharge | undefined, currency: string): (XmlOutput | undefined)[] => [
  createDecimalLeaf('RowDiscountPercent', discount?.percent),
  createAmountLeaf('RowDiscountAmount', discount?.amount, currency),
  createAmountLeaf('RowDiscountBaseAmount', discount?.base, currency),
  createLeaf('RowDiscountTypeCode', discount?.reasonCode),
  createTextLeaf('RowDiscountTypeText', discount?.reason, 35),
];

const writeDiscounts = (line: InvoiceLine, currency: string): (XmlOutput | undefined)[] => {
  const discounts = line.allowances.filter((one) => !one.charge);
  if (discounts.length < 2) return discountTerms(discounts[0], currency);
  return discounts.map((discount) => createNode('RowProgressiveDiscountDetails', discountTerms(discount, currency)));
};

/** The unit as it is, and once more as a UN/ECE code if it is one. */
const unitAttributes = (unit: string | undefined): Record<string, string | undefined> => ({
  QuantityUnitCode: unit,
  QuantityUnitCodeUN: unit !== undefined && codeLists.units.has(unit) ? unit : undefined,
});

export const writeFinvoiceRow = (line: InvoiceLine, currency: string): XmlOutput | undefined => {
  const { item, price } = line;
  const unit = unitAttributes(line.unit);
  return createNode(
    'InvoiceRow',
    createIdentifierLeaf('InvoicedObjectID', line.object, 70),
    createTextLeaf('ArticleIdentifier', item.sellerId, 70),
    item.classifications.map((code) =>
      createLeaf('ArticleGroupIdentifier', code.value.slice(0, 70), {
        SchemeID: code.scheme,
        SchemeVersion: code.version,
      }),
    ),
    createTextLeaf('ArticleName', item.name, 100),
    createTextLeaf('ArticleDescription', item.description, 512),
    createTextLeaf('BuyerArticleIdentifier', item.buyerId, 70),
    createIdentifierLeaf('EanCode', item.standardId, 35),
    item.attributes.map((attribute) =>
      createNode(
        'RowDefinitionDetails',
        createTextLeaf('RowDefinitionHeaderText', attribute.name, 70),
        createTextLeaf('RowDefinitionValue', attribute.value, 70),
      ),
    ),
    createDecimalLeaf('InvoicedQuantity', line.quantity, unit),
    createDateLeaf('StartDate', line.period?.start),
    createDateLeaf('EndDate', line.period?.end),
    createAmountLeaf('UnitPriceAmount', price.gross ?? price.net, currency),
    createAmountLeaf('UnitPriceDiscountAmount', price.discount, currency),
    createAmountLeaf('UnitPriceNetAmount', price.net, currency),
    createDecimalLeaf('UnitPriceBaseQuantity', price.baseQuantity, unitAttributes(price.baseUnit)),
    createTextLeaf('RowOrderPositionIdentifier', line.orderLine, 35),
    createTextLeaf('RowPositionIdentifier', line.id, 35),
    createNode('RowDeliveryDetails', createNode('RowCustomsInfo', createLeaf('CNOriginCountryCode', item.origin))),
    createTextLeaf('RowProposedAccountText', line.accounting, 35),
    createTextLeaf('RowFreeText', line.note, 512),
    writeDiscounts(line, currency),
    line.allowances
      .filter((one) => one.charge)
      .map((charge) =>
        createNode(
          'RowChargeDetails',
          createTextLeaf('ReasonText', charge.reason, 70),
          createLeaf('ReasonCode', charge.reasonCode),
          createDecimalLeaf('Percent', charge.percent),
          createAmountLeaf('Amount', charge.amount, currency),
          createAmountLeaf('BaseAmount', charge.base, currency),
        ),
      ),
    createDecimalLeaf('RowVatRatePercent', item.rate),
    createLeaf('RowVatCode', item.category),
    createAmountLeaf('RowVatExcludedAmount', line.net, currency),
  );
};
