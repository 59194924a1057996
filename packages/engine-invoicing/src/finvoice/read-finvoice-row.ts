import { Big } from 'big.js';
import type { Decimal, SchemedIdentifier } from '../model/invoice.js';
import type { AllowanceOrCharge, InvoiceLine, ItemPrice } from '../model/line.js';
import { omitEmpty, omitEmptyOrUndefined } from '../model/omit-empty.js';
import type { XmlElement } from '../xml/xml-element.js';
import {
  readFinvoiceDate,
  readFinvoiceDecimal,
  readFinvoiceIdentifier,
  readFinvoiceQuantity,
} from './finvoice-values.js';

/** DiscountDetails, ChargeDetails and RowChargeDetails. */
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
