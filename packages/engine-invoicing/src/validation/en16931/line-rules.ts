import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule } from '../rule.js';
import { atLeast, elementsAt, has, hasDecimals, hasText, isVat } from '../values.js';

const lines = (tree: InvoiceTree): readonly XmlElement[] => tree.lines;
const quantities = (line: XmlElement): XmlElement[] => [
  ...line.all('InvoicedQuantity'),
  ...line.all('CreditedQuantity'),
];

/** What a line must have: BR-21 to BR-28, BR-64, BR-65, BR-CO-04. */
export const lineRules: readonly Rule[] = [
  rule('BR-21', 'A line has no identifier (BT-126)', lines, (line) => hasText(line, 'ID')),
  rule('BR-22', 'A line has no quantity (BT-129)', lines, (line) => quantities(line).length > 0),
  rule('BR-23', 'The quantity of a line has no unit (BT-130); put it in unitCode', lines, (line) =>
    quantities(line).some((quantity) => quantity.attribute('unitCode') !== undefined),
  ),
  rule('BR-24', 'A line has no net amount (BT-131)', lines, (line) => has(line, 'LineExtensionAmount')),
  rule('BR-25', 'The item of a line has no name (BT-153)', lines, (line) => hasText(line, 'Item', 'Name')),
  rule('BR-26', 'A line has no net price (BT-146)', lines, (line) => has(line, 'Price', 'PriceAmount')),
  rule('BR-27', 'The net price of an item (BT-146) is below zero', lines, (line) =>
    elementsAt(line, 'Price', 'PriceAmount').some((price) => atLeast(price, 0)),
  ),
  rule(
    'BR-28',
    'The gross price of an item (BT-148) is below zero',
    lines,
    (line) =>
      !has(line, 'Price', 'AllowanceCharge', 'BaseAmount') ||
      elementsAt(line, 'Price', 'AllowanceCharge', 'BaseAmount').some((price) => atLeast(price, 0)),
  ),
  rule(
    'BR-64',
    'The standard identifier of an item (BT-157) has no scheme',
    (tree) => tree.lines.flatMap((line) => elementsAt(line, 'Item', 'StandardItemIdentification', 'ID')),
    (id) => id.attribute('schemeID') !== undefined,
  ),
  rule(
    'BR-65',
    'The classification of an item (BT-158) has no scheme; put it in listID',
    (tree) =>
      tree.lines.flatMap((line) => elementsAt(line, 'Item', 'CommodityClassification', 'ItemClassificationCode')),
    (code) => code.attribute('listID') !== undefined,
  ),
  rule('BR-CO-04', 'The item of a line has no VAT category (BT-151)', lines, (line) =>
    elementsAt(line, 'Item', 'ClassifiedTaxCategory').some((category) => isVat(category) && has(category, 'ID')),
  ),
  rule('BR-DEC-23', 'The net amount of a line (BT-131) has more than two decimals', lines, (line) =>
    hasDecimals(line.child('LineExtensionAmount'), 2),
  ),
];
