import { codeLists } from '../data/code-lists.js';
import type { Allowance, Line } from '../model/line.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';
import { amountLeaf, dateLeaf, decimalLeaf, identifierLeaf, textLeaf } from './finvoice-values.js';

const discountTerms = (discount: Allowance | undefined, currency: string): (XmlOut | undefined)[] => [
  decimalLeaf('RowDiscountPercent', discount?.percent),
  amountLeaf('RowDiscountAmount', discount?.amount, currency),
  amountLeaf('RowDiscountBaseAmount', discount?.base, currency),
  leaf('RowDiscountTypeCode', discount?.reasonCode),
  textLeaf('RowDiscountTypeText', discount?.reason, 35),
];

const writeDiscounts = (line: Line, currency: string): (XmlOut | undefined)[] => {
  const discounts = line.allowances.filter((one) => !one.charge);
  if (discounts.length < 2) return discountTerms(discounts[0], currency);
  return discounts.map((discount) => node('RowProgressiveDiscountDetails', discountTerms(discount, currency)));
};

/** The unit as it is, and once more as a UN/ECE code if it is one. */
const unitAttributes = (unit: string | undefined): Record<string, string | undefined> => ({
  QuantityUnitCode: unit,
  QuantityUnitCodeUN: unit !== undefined && codeLists.units.has(unit) ? unit : undefined,
});

/** An invoice row. */
export const writeFinvoiceRow = (line: Line, currency: string): XmlOut | undefined => {
  const { item, price } = line;
  const unit = unitAttributes(line.unit);
  return node(
    'InvoiceRow',
    identifierLeaf('InvoicedObjectID', line.object, 70),
    textLeaf('ArticleIdentifier', item.sellerId, 70),
    item.classifications.map((code) =>
      leaf('ArticleGroupIdentifier', code.value.slice(0, 70), { SchemeID: code.scheme, SchemeVersion: code.version }),
    ),
    textLeaf('ArticleName', item.name, 100),
    textLeaf('ArticleDescription', item.description, 512),
    textLeaf('BuyerArticleIdentifier', item.buyerId, 70),
    identifierLeaf('EanCode', item.standardId, 35),
    item.attributes.map((attribute) =>
      node(
        'RowDefinitionDetails',
        textLeaf('RowDefinitionHeaderText', attribute.name, 70),
        textLeaf('RowDefinitionValue', attribute.value, 70),
      ),
    ),
    decimalLeaf('InvoicedQuantity', line.quantity, unit),
    dateLeaf('StartDate', line.period?.start),
    dateLeaf('EndDate', line.period?.end),
    amountLeaf('UnitPriceAmount', price.gross ?? price.net, currency),
    amountLeaf('UnitPriceDiscountAmount', price.discount, currency),
    amountLeaf('UnitPriceNetAmount', price.net, currency),
    decimalLeaf('UnitPriceBaseQuantity', price.baseQuantity, unitAttributes(price.baseUnit)),
    textLeaf('RowOrderPositionIdentifier', line.orderLine, 35),
    textLeaf('RowPositionIdentifier', line.id, 35),
    node('RowDeliveryDetails', node('RowCustomsInfo', leaf('CNOriginCountryCode', item.origin))),
    textLeaf('RowProposedAccountText', line.accounting, 35),
    textLeaf('RowFreeText', line.note, 512),
    writeDiscounts(line, currency),
    line.allowances
      .filter((one) => one.charge)
      .map((charge) =>
        node(
          'RowChargeDetails',
          textLeaf('ReasonText', charge.reason, 70),
          leaf('ReasonCode', charge.reasonCode),
          decimalLeaf('Percent', charge.percent),
          amountLeaf('Amount', charge.amount, currency),
          amountLeaf('BaseAmount', charge.base, currency),
        ),
      ),
    decimalLeaf('RowVatRatePercent', item.rate),
    leaf('RowVatCode', item.category),
    amountLeaf('RowVatExcludedAmount', line.net, currency),
  );
};
