import { Big } from 'big.js';
import type {
  AllowanceOrCharge,
  CreditTransfer,
  Decimal,
  InvoiceLine,
  InvoiceParty,
  ItemPrice,
  PaymentInstructions,
  PostalAddress,
  SchemedIdentifier,
} from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import {
  readFinvoiceDate,
  readFinvoiceDecimal,
  readFinvoiceIdentifier,
  readFinvoiceQuantity,
} from './finvoice-values.js';

const textsOf = (parent: XmlElement | undefined, name: string): string[] =>
  (parent?.all(name) ?? []).map((one) => one.text.trim()).filter((text) => text !== '');

export const readFinvoiceAddress = (element: XmlElement | undefined, word: string): PostalAddress | undefined => {
  const [street, street2, street3] = textsOf(element, `${word}StreetName`);
  return omitEmptyOrUndefined({
    street: street ?? element?.textAt(`${word}PostOfficeBoxIdentifier`),
    street2,
    street3,
    city: element?.textAt(`${word}TownName`),
    postCode: element?.textAt(`${word}PostCodeIdentifier`),
    subdivision: element?.textAt(`${word}CountrySubdivision`),
    country: element?.textAt('CountryCode'),
  });
};

const intermediator = (text: string | undefined): string | undefined => (text === 'NA' ? undefined : text);

/** Adds the scheme to an OVT code, which consists of 0037 and the business id. Older Finvoice files omit it. */
const withScheme = (endpoint: SchemedIdentifier | undefined): SchemedIdentifier | undefined =>
  endpoint !== undefined && endpoint.scheme === undefined && /^0037\d{8,13}$/.test(endpoint.value)
    ? { ...endpoint, scheme: '0216' }
    : endpoint;

/** Reads the seller or the buyer. Joins several name lines into one name. */
export const readFinvoiceParty = (root: XmlElement, word: 'Seller' | 'Buyer'): InvoiceParty => {
  const party = root.child(`${word}PartyDetails`);
  const contact = root.child(`${word}CommunicationDetails`);
  const information = word === 'Seller' ? root.child('SellerInformationDetails') : undefined;
  const message = root.child('MessageTransmissionDetails');
  const electronic =
    word === 'Seller' ? message?.child('MessageSenderDetails') : message?.child('MessageReceiverDetails');
  const side = word === 'Seller' ? 'From' : 'To';
  return omitEmpty({
    name: textsOf(party, `${word}OrganisationName`).join(' '),
    tradingName: party?.textAt(`${word}OrganisationTradingName`),
    identifiers: (party?.all(`${word}Code`) ?? []).flatMap((code) => readFinvoiceIdentifier(code) ?? []),
    legalId: readFinvoiceIdentifier(party?.child(`${word}PartyIdentifier`)),
    vatId: party?.textAt(`${word}OrganisationTaxCode`),
    taxRegistration: information?.textAt('SellerTaxRegistrationText'),
    legalInfo: information?.textAt('SellerAdditionalLegalInfo'),
    endpoint: withScheme(
      readFinvoiceIdentifier(electronic?.child(`${side}Identifier`)) ??
        readFinvoiceIdentifier(root.child(`${word}OrganisationUnitNumber`)),
    ),
    operator: intermediator(electronic?.textAt(`${side}Intermediator`)),
    address: readFinvoiceAddress(party?.child(`${word}PostalAddressDetails`), word),
    contact: omitEmptyOrUndefined({
      name: root.textAt(`${word}ContactPersonName`),
      phone: contact?.textAt(`${word}PhoneNumberIdentifier`),
      email: contact?.textAt(`${word}EmailaddressIdentifier`),
    }),
  });
};

interface AnyParty {
  readonly name: string;
  readonly identifier: SchemedIdentifier | undefined;
  readonly legalId: SchemedIdentifier | undefined;
  readonly vatId: string | undefined;
  readonly address: PostalAddress | undefined;
}

/** Reads the party of a role (UNTDID 3035: PE payee, LC party declaring the VAT), converted by `make`. */
export const readAnyParty = <T>(root: XmlElement, role: string, make: (party: AnyParty) => T): T | undefined => {
  const element = root
    .all('AnyPartyDetails')
    .find((one) => one.child('AnyPartyText')?.attribute('AnyPartyCode') === role);
  if (element === undefined) return undefined;
  return make({
    name: textsOf(element, 'AnyPartyOrganisationName').join(' '),
    identifier: readFinvoiceIdentifier(element.child('AnyPartyCode')),
    legalId: readFinvoiceIdentifier(element.child('AnyPartyIdentifier')),
    vatId: element.textAt('AnyPartyOrganisationTaxCode'),
    address: readFinvoiceAddress(element.child('AnyPartyPostalAddressDetails'), 'AnyParty'),
  });
};

const plain = (text: string | undefined): string | undefined => text?.replace(/\s+/g, '');

/** Payment instructions: the account of the EPI part, then the seller's other accounts. */
export const readFinvoicePayment = (root: XmlElement): PaymentInstructions | undefined => {
  const epi = root.child('EpiDetails');
  const instruction = epi?.child('EpiPaymentInstructionDetails');
  const accounts = new Map<string, CreditTransfer>();
  const add = (account: string | undefined, bank: string | undefined, name: string | undefined): void => {
    if (account === undefined) return;
    const known = accounts.get(account);
    accounts.set(account, omitEmpty({ account, name: known?.name ?? name, bank: known?.bank ?? bank }));
  };
  add(
    plain(epi?.textAt('EpiPartyDetails', 'EpiBeneficiaryPartyDetails', 'EpiAccountID')),
    epi?.textAt('EpiPartyDetails', 'EpiBfiPartyDetails', 'EpiBfiIdentifier'),
    undefined,
  );
  for (const details of root.child('SellerInformationDetails')?.all('SellerAccountDetails') ?? []) {
    add(plain(details.textAt('SellerAccountID')), details.textAt('SellerBic'), details.textAt('SellerAccountName'));
  }
  const card = root.textAt('PaymentCardInfo', 'PrimaryAccountNumber');
  const debit = root.child('DirectDebitInfo');
  const payment = omitEmpty({
    meansCode: instruction?.textAt('EpiPaymentMeansCode'),
    meansText: instruction?.textAt('EpiPaymentMeansText'),
    reference: instruction?.textAt('EpiRemittanceInfoIdentifier') ?? instruction?.textAt('EpiPaymentInstructionId'),
    accounts: [...accounts.values()],
    card:
      card === undefined
        ? undefined
        : omitEmpty({ number: card, holder: root.textAt('PaymentCardInfo', 'CardHolderName') }),
    directDebit: omitEmptyOrUndefined({
      mandate: debit?.textAt('MandateReference'),
      creditor: debit?.textAt('CreditorIdentifier'),
      debitedAccount: plain(debit?.textAt('DebitedAccountID')),
    }),
  });
  return Object.keys(payment).length === 1 && payment.accounts.length === 0 ? undefined : payment;
};

export const readFinvoiceAllowance = (element: XmlElement, charge: boolean): AllowanceOrCharge =>
  omitEmpty({
    charge,
    amount: readFinvoiceDecimal(element.child('Amount')) ?? '0',
    base: readFinvoiceDecimal(element.child('BaseAmount')),
    percent: readFinvoiceDecimal(element.child('Percent')),
    category: element.textAt('VatCategoryCode'),
    rate: readFinvoiceDecimal(element.child('VatRatePercent')),
    reason: element.textAt('FreeText') ?? element.textAt('ReasonText'),
    reasonCode: element.textAt('ReasonCode'),
  });

const readRowDiscount = (element: XmlElement): AllowanceOrCharge[] => {
  const amount = readFinvoiceDecimal(element.child('RowDiscountAmount'));
  if (amount === undefined) return [];
  return [
    omitEmpty({
      charge: false,
      amount,
      base: readFinvoiceDecimal(element.child('RowDiscountBaseAmount')),
      percent: readFinvoiceDecimal(element.child('RowDiscountPercent')),
      reason: element.textAt('RowDiscountTypeText'),
      reasonCode: element.textAt('RowDiscountTypeCode'),
    }),
  ];
};

const readPrice = (row: XmlElement): ItemPrice => {
  const unitPrice = row.child('UnitPriceAmount');
  const gross = readFinvoiceDecimal(unitPrice);
  const discount = readFinvoiceDecimal(row.child('UnitPriceDiscountAmount'));
  const net = readFinvoiceDecimal(row.child('UnitPriceNetAmount'));
  const reduced = (one: Decimal, other: Decimal): boolean => !new Big(one).eq(other);
  const base = row.child('UnitPriceBaseQuantity');
  return omitEmpty({
    net: net ?? gross,
    discount,
    gross:
      net !== undefined && gross !== undefined && (discount !== undefined || reduced(gross, net)) ? gross : undefined,
    baseQuantity: readFinvoiceQuantity(base),
    baseUnit: base?.attribute('QuantityUnitCodeUN') ?? base?.attribute('QuantityUnitCode'),
  });
};

const readGroup = (element: XmlElement): SchemedIdentifier[] => {
  const identifier = readFinvoiceIdentifier(element);
  if (identifier === undefined) return [];
  return [omitEmpty({ ...identifier, scheme: identifier.scheme, version: element.attribute('SchemeVersion') })];
};

const countryOfOrigin = (row: XmlElement): string | undefined => {
  const delivery = row.child('RowDeliveryDetails');
  const name = delivery?.textAt('RowCountryOfOrigin');
  return (
    delivery?.textAt('RowCustomsInfo', 'CNOriginCountryCode') ??
    (name !== undefined && /^[A-Z]{2}$/.test(name) ? name : undefined)
  );
};

/** Reads an invoice row. A row without a position number gets its place in the file as its identifier. */
export const readFinvoiceRow = (row: XmlElement, index: number): InvoiceLine => {
  const quantity = row.child('InvoicedQuantity') ?? row.child('DeliveredQuantity');
  const progressive = row.all('RowProgressiveDiscountDetails');
  return omitEmpty({
    id: row.textAt('RowPositionIdentifier') ?? String(index + 1),
    note: row.textAt('RowFreeText'),
    object: readFinvoiceIdentifier(row.child('InvoicedObjectID')),
    quantity: readFinvoiceQuantity(quantity),
    unit: quantity?.attribute('QuantityUnitCodeUN') ?? quantity?.attribute('QuantityUnitCode'),
    net: readFinvoiceDecimal(row.child('RowVatExcludedAmount')),
    orderLine: row.textAt('RowOrderPositionIdentifier'),
    accounting: row.textAt('RowProposedAccountText') ?? row.textAt('RowNormalProposedAccountIdentifier'),
    period: omitEmptyOrUndefined({
      start: readFinvoiceDate(row.child('StartDate')),
      end: readFinvoiceDate(row.child('EndDate')),
    }),
    allowances: [
      ...(progressive.length > 0 ? progressive.flatMap(readRowDiscount) : readRowDiscount(row)),
      ...row.all('RowChargeDetails').map((one) => readFinvoiceAllowance(one, true)),
    ],
    price: readPrice(row),
    item: omitEmpty({
      name: row.textAt('ArticleName'),
      description: row.textAt('ArticleDescription'),
      sellerId: row.textAt('ArticleIdentifier'),
      buyerId: row.textAt('BuyerArticleIdentifier'),
      standardId: readFinvoiceIdentifier(row.child('EanCode')),
      classifications: row.all('ArticleGroupIdentifier').flatMap(readGroup),
      origin: countryOfOrigin(row),
      category: row.textAt('RowVatCode'),
      rate: readFinvoiceDecimal(row.child('RowVatRatePercent')),
      attributes: row.all('RowDefinitionDetails').flatMap((definition) => {
        const name = definition.textAt('RowDefinitionHeaderText');
        return name === undefined ? [] : [{ name, value: definition.textAt('RowDefinitionValue') ?? '' }];
      }),
    }),
  });
};
