import type { SchemedIdentifier } from '../model/invoice.js';
import type { AllowanceOrCharge, InvoiceLine } from '../model/line.js';
import { omitEmpty } from '../model/omit-empty.js';
import { readDecimal } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import { readUblIdentifier, readUblPeriod } from './read-ubl-basics.js';

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
