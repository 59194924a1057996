import type {
  AllowanceOrCharge,
  CreditTransfer,
  DatePeriod,
  Decimal,
  InvoiceLine,
  InvoiceParty,
  InvoiceTotals,
  PaymentInstructions,
  PostalAddress,
  SchemedIdentifier,
  VatBreakdown,
} from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined, readDate, readDecimal, throwUnreadable } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';

export const readUblIdentifier = (element: XmlElement | undefined): SchemedIdentifier | undefined => {
  const value = element?.text.trim();
  if (element === undefined || value === undefined || value === '') return undefined;
  const scheme = element.attribute('schemeID');
  return scheme === undefined ? { value } : { value, scheme };
};

export const readUblPeriod = (element: XmlElement | undefined): DatePeriod | undefined =>
  omitEmptyOrUndefined({ start: readDate(element?.child('StartDate')), end: readDate(element?.child('EndDate')) });

export const readUblAllowance = (element: XmlElement): AllowanceOrCharge =>
  omitEmpty({
    charge: ['true', '1'].includes(element.textAt('ChargeIndicator') ?? ''),
    amount: readDecimal(element.child('Amount')) ?? '0',
    base: readDecimal(element.child('BaseAmount')),
    percent: readDecimal(element.child('MultiplierFactorNumeric')),
    category: element.textAt('TaxCategory', 'ID'),
    rate: readDecimal(element.at('TaxCategory', 'Percent')),
    reason: element.textAt('AllowanceChargeReason'),
    reasonCode: element.textAt('AllowanceChargeReasonCode'),
  });

const readClassification = (element: XmlElement): SchemedIdentifier[] => {
  const code = element.child('ItemClassificationCode');
  const value = code?.text.trim();
  if (code === undefined || value === undefined || value === '') return [];
  return [omitEmpty({ value, scheme: code.attribute('listID'), version: code.attribute('listVersionID') })];
};

export const readUblLine = (line: XmlElement): InvoiceLine => {
  const quantity = line.child('InvoicedQuantity') ?? line.child('CreditedQuantity');
  const item = line.child('Item');
  const price = line.child('Price');
  const reduction = price?.child('AllowanceCharge');
  const base = price?.child('BaseQuantity');
  return omitEmpty({
    id: line.textAt('ID') ?? '',
    note: line.textAt('Note'),
    object: readUblIdentifier(line.at('DocumentReference', 'ID')),
    quantity: readDecimal(quantity),
    unit: quantity?.attribute('unitCode'),
    net: readDecimal(line.child('LineExtensionAmount')),
    orderLine: line.textAt('OrderLineReference', 'LineID'),
    accounting: line.textAt('AccountingCost'),
    period: readUblPeriod(line.child('InvoicePeriod')),
    allowances: line.all('AllowanceCharge').map(readUblAllowance),
    price: omitEmpty({
      net: readDecimal(price?.child('PriceAmount')),
      discount: readDecimal(reduction?.child('Amount')),
      gross: readDecimal(reduction?.child('BaseAmount')),
      baseQuantity: readDecimal(base),
      baseUnit: base?.attribute('unitCode'),
    }),
    item: omitEmpty({
      name: item?.textAt('Name'),
      description: item?.textAt('Description'),
      sellerId: item?.textAt('SellersItemIdentification', 'ID'),
      buyerId: item?.textAt('BuyersItemIdentification', 'ID'),
      standardId: readUblIdentifier(item?.at('StandardItemIdentification', 'ID')),
      classifications: item?.all('CommodityClassification').flatMap(readClassification) ?? [],
      origin: item?.textAt('OriginCountry', 'IdentificationCode'),
      category: item?.textAt('ClassifiedTaxCategory', 'ID'),
      rate: readDecimal(item?.at('ClassifiedTaxCategory', 'Percent')),
      attributes:
        item
          ?.all('AdditionalItemProperty')
          .map((property) => ({ name: property.textAt('Name') ?? '', value: property.textAt('Value') ?? '' })) ?? [],
    }),
  });
};

export const readUblAddress = (element: XmlElement | undefined): PostalAddress | undefined =>
  omitEmptyOrUndefined({
    street: element?.textAt('StreetName'),
    street2: element?.textAt('AdditionalStreetName'),
    street3: element?.textAt('AddressLine', 'Line'),
    city: element?.textAt('CityName'),
    postCode: element?.textAt('PostalZone'),
    subdivision: element?.textAt('CountrySubentity'),
    country: element?.textAt('Country', 'IdentificationCode'),
  });

const isVat = (scheme: XmlElement): boolean => scheme.textAt('TaxScheme', 'ID')?.toUpperCase() === 'VAT';

/** Reads a party's VAT identifier (BT-31, BT-48 or BT-63). */
export const readVatNumber = (party: XmlElement): string | undefined =>
  party.all('PartyTaxScheme').find(isVat)?.textAt('CompanyID');

/** A seller or buyer. The legal name is its name (BT-27). An additional party name is the trading name (BT-28). */
export const readUblParty = (party: XmlElement): InvoiceParty => {
  const legal = party.child('PartyLegalEntity');
  const legalName = legal?.textAt('RegistrationName');
  const partyName = party.textAt('PartyName', 'Name');
  const contact = party.child('Contact');
  return omitEmpty({
    name: legalName ?? partyName ?? '',
    tradingName: legalName === undefined ? undefined : partyName,
    // SEPA marks the bank assigned creditor identifier BT-90, which belongs to the direct debit.
    identifiers: party
      .all('PartyIdentification')
      .flatMap((identification) => readUblIdentifier(identification.child('ID')) ?? [])
      .filter((identifier) => identifier.scheme !== 'SEPA'),
    legalId: readUblIdentifier(legal?.child('CompanyID')),
    vatId: readVatNumber(party),
    taxRegistration: party
      .all('PartyTaxScheme')
      .find((scheme) => !isVat(scheme))
      ?.textAt('CompanyID'),
    legalInfo: legal?.textAt('CompanyLegalForm'),
    endpoint: readUblIdentifier(party.child('EndpointID')),
    address: readUblAddress(party.child('PostalAddress')),
    contact: omitEmptyOrUndefined({
      name: contact?.textAt('Name'),
      phone: contact?.textAt('Telephone'),
      email: contact?.textAt('ElectronicMail'),
    }),
  });
};

const readTransfer = (account: XmlElement | undefined): CreditTransfer[] => {
  const number = account?.textAt('ID');
  if (number === undefined) return [];
  return [
    omitEmpty({
      account: number,
      name: account?.textAt('Name'),
      bank: account?.textAt('FinancialInstitutionBranch', 'ID'),
    }),
  ];
};

/** Payment instructions: the first means has code and reference, every means can add an account. */
export const readUblPayment = (root: XmlElement): PaymentInstructions | undefined => {
  const means = root.all('PaymentMeans');
  const first = means[0];
  if (first === undefined) return undefined;
  const code = first.child('PaymentMeansCode');
  const card = means.map((one) => one.child('CardAccount')).find((one) => one !== undefined);
  const mandate = means.map((one) => one.child('PaymentMandate')).find((one) => one !== undefined);
  const creditor = [root.at('AccountingSupplierParty', 'Party'), root.child('PayeeParty')]
    .flatMap((party) => party?.all('PartyIdentification') ?? [])
    .map((identification) => identification.child('ID'))
    .find((id) => id?.attribute('schemeID') === 'SEPA')
    ?.text.trim();
  return omitEmpty({
    meansCode: code?.text.trim() === '' ? undefined : code?.text.trim(),
    meansText: code?.attribute('name'),
    reference: means.map((one) => one.textAt('PaymentID')).find((id) => id !== undefined),
    accounts: means.flatMap((one) => readTransfer(one.child('PayeeFinancialAccount'))),
    card:
      card === undefined
        ? undefined
        : omitEmpty({ number: card.textAt('PrimaryAccountNumberID') ?? '', holder: card.textAt('HolderName') }),
    directDebit: omitEmptyOrUndefined({
      mandate: mandate?.textAt('ID'),
      creditor,
      debitedAccount: mandate?.textAt('PayerFinancialAccount', 'ID'),
    }),
  });
};

/** Of several tax totals, the one in a currency; the other states the VAT in the accounting currency. */
const taxAmountIn = (root: XmlElement, fits: (currency: string | undefined) => boolean): Decimal | undefined =>
  readDecimal(
    root
      .all('TaxTotal')
      .map((total) => total.child('TaxAmount'))
      .find((amount) => amount !== undefined && fits(amount.attribute('currencyID')?.trim())),
  );

/** Document totals BG-22. */
export const readUblTotals = (root: XmlElement, currency: string): InvoiceTotals => {
  const totals = root.child('LegalMonetaryTotal');
  const payable = readDecimal(totals?.child('PayableAmount'));
  if (payable === undefined) {
    return throwUnreadable(
      'invoice/missing',
      'INVOICE SUM not found; it is expected in LegalMonetaryTotal/PayableAmount',
      totals ?? root,
    );
  }
  return omitEmpty({
    lines: readDecimal(totals?.child('LineExtensionAmount')),
    allowances: readDecimal(totals?.child('AllowanceTotalAmount')),
    charges: readDecimal(totals?.child('ChargeTotalAmount')),
    withoutVat: readDecimal(totals?.child('TaxExclusiveAmount')),
    vat: taxAmountIn(root, (found) => found === undefined || found === currency),
    vatAccounting: taxAmountIn(root, (found) => found !== undefined && found !== currency),
    withVat: readDecimal(totals?.child('TaxInclusiveAmount')),
    paid: readDecimal(totals?.child('PrepaidAmount')),
    rounding: readDecimal(totals?.child('PayableRoundingAmount')),
    payable,
  });
};

/** VAT breakdown BG-23, of the document currency. */
export const readUblVat = (root: XmlElement, currency: string): VatBreakdown[] =>
  root
    .all('TaxTotal')
    .filter((total) => (total.child('TaxAmount')?.attribute('currencyID')?.trim() ?? currency) === currency)
    .flatMap((total) => total.all('TaxSubtotal'))
    .map((subtotal) =>
      omitEmpty({
        base: readDecimal(subtotal.child('TaxableAmount')),
        amount: readDecimal(subtotal.child('TaxAmount')),
        category: subtotal.textAt('TaxCategory', 'ID'),
        rate: readDecimal(subtotal.at('TaxCategory', 'Percent')),
        exemptionReason: subtotal.textAt('TaxCategory', 'TaxExemptionReason'),
        exemptionCode: subtotal.textAt('TaxCategory', 'TaxExemptionReasonCode'),
      }),
    );
