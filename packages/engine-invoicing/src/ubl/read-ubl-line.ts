import { compact } from '../model/compact.js';
import type { Identifier } from '../model/invoice.js';
import type { Allowance, Line } from '../model/line.js';
import { readDecimal } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import { readIdentifier, readPeriod } from './read-ubl-basics.js';

/** An allowance or charge of the document or of a line. */
export const readAllowance = (element: XmlElement): Allowance =>
  compact({
    charge: ['true', '1'].includes(element.textAt('ChargeIndicator') ?? ''),
    amount: readDecimal(element.child('Amount')) ?? '0',
    base: readDecimal(element.child('BaseAmount')),
    percent: readDecimal(element.child('MultiplierFactorNumeric')),
    category: element.textAt('TaxCategory', 'ID'),
    rate: readDecimal(element.at('TaxCategory', 'Percent')),
    reason: element.textAt('AllowanceChargeReason'),
    reasonCode: element.textAt('AllowanceChargeReasonCode'),
  });

const readClassification = (element: XmlElement): Identifier[] => {
  const code = element.child('ItemClassificationCode');
  const value = code?.text.trim();
  if (code === undefined || value === undefined || value === '') return [];
  return [compact({ value, scheme: code.attribute('listID'), version: code.attribute('listVersionID') })];
};

/** An invoice or credit note line. */
export const readLine = (line: XmlElement): Line => {
  const quantity = line.child('InvoicedQuantity') ?? line.child('CreditedQuantity');
  const item = line.child('Item');
  const price = line.child('Price');
  const reduction = price?.child('AllowanceCharge');
  const base = price?.child('BaseQuantity');
  return compact({
    id: line.textAt('ID') ?? '',
    note: line.textAt('Note'),
    object: readIdentifier(line.at('DocumentReference', 'ID')),
    quantity: readDecimal(quantity),
    unit: quantity?.attribute('unitCode'),
    net: readDecimal(line.child('LineExtensionAmount')),
    orderLine: line.textAt('OrderLineReference', 'LineID'),
    accounting: line.textAt('AccountingCost'),
    period: readPeriod(line.child('InvoicePeriod')),
    allowances: line.all('AllowanceCharge').map(readAllowance),
    price: compact({
      net: readDecimal(price?.child('PriceAmount')),
      discount: readDecimal(reduction?.child('Amount')),
      gross: readDecimal(reduction?.child('BaseAmount')),
      baseQuantity: readDecimal(base),
      baseUnit: base?.attribute('unitCode'),
    }),
    item: compact({
      name: item?.textAt('Name'),
      description: item?.textAt('Description'),
      sellerId: item?.textAt('SellersItemIdentification', 'ID'),
      buyerId: item?.textAt('BuyersItemIdentification', 'ID'),
      standardId: readIdentifier(item?.at('StandardItemIdentification', 'ID')),
      classifications: item?.all('CommodityClassification').flatMap(readClassification) ?? [],
      origin: item?.textAt('OriginCountry', 'IdentificationCode'),
      category: item?.textAt('ClassifiedTaxCategory', 'ID'),
      rate: readDecimal(item?.at('ClassifiedTaxCategory', 'Percent')),
      attributes:
        item?.all('AdditionalItemProperty').map((property) => ({
          name: property.textAt('Name') ?? '',
          value: property.textAt('Value') ?? '',
        })) ?? [],
    }),
  });
};
