import { codeLists } from '../data/code-lists.js';
import type { AllowanceOrCharge, InvoiceLine } from '../model/line.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';
import {
  createAmountLeaf,
  createDateLeaf,
  createDecimalLeaf,
  createIdentifierLeaf,
  createTextLeaf,
} from './finvoice-values.js';

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
