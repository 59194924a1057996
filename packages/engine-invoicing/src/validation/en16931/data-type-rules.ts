import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule } from '../rule.js';
import { hasDecimals } from '../values.js';

/** Attributes of UBL data types that EN 16931 has no use for, by the number of their rule. */
const UNUSED_ATTRIBUTES: readonly (readonly [number: string, attribute: string])[] = [
  ['08', 'schemeName'],
  ['09', 'schemeAgencyName'],
  ['10', 'schemeDataURI'],
  ['11', 'schemeURI'],
  ['12', 'format'],
  ['13', 'unitCodeListIdentifier'],
  ['14', 'unitCodeListAgencyIdentifier'],
  ['15', 'unitCodeListAgencyName'],
  ['16', 'listAgencyName'],
  ['17', 'listName'],
  ['18', 'name'],
  ['19', 'languageID'],
  ['20', 'listURI'],
  ['21', 'listSchemeURI'],
  ['22', 'languageLocaleID'],
  ['23', 'uri'],
  ['24', 'currencyCodeListVersionID'],
  ['25', 'characterSetCode'],
  ['26', 'encodingCode'],
  ['27', 'schemeAgencyID'],
  ['28', 'listAgencyID'],
];

const named =
  (end: string) =>
  (tree: InvoiceTree): XmlElement[] =>
    [...tree.names()].filter((name) => name.endsWith(end)).flatMap((name) => tree.elements(name));

const ofPriceDiscount = (element: XmlElement): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) {
    if (at.name === 'AllowanceCharge' && at.parent?.name === 'Price') return true;
  }
  return false;
};

const amounts = (tree: InvoiceTree): XmlElement[] =>
  named('Amount')(tree).filter((amount) => !amount.name.endsWith('PriceAmount') && !ofPriceDiscount(amount));

const withAttribute =
  (attribute: string) =>
  (tree: InvoiceTree): XmlElement[] => {
    const found = tree.firstWith(attribute).filter(({ name }) => attribute !== 'name' || name !== 'PaymentMeansCode');
    return found.slice(0, 1);
  };

/** Data types: UBL-DT-01, -06, -07, and as warnings the attributes without use, UBL-DT-08 to -28. */
export const dataTypeRules: readonly Rule[] = [
  rule('UBL-DT-01', 'An amount has more than two decimals', amounts, (amount) => hasDecimals(amount, 2)),
  rule(
    'UBL-DT-06',
    'An embedded document has no media type; put it in mimeCode',
    named('BinaryObject'),
    (binary) => binary.attribute('mimeCode') !== undefined,
  ),
  rule(
    'UBL-DT-07',
    'An embedded document has no file name; put it in filename',
    named('BinaryObject'),
    (binary) => binary.attribute('filename') !== undefined,
  ),
  ...UNUSED_ATTRIBUTES.map(
    ([number, attribute]): Rule => ({
      id: `UBL-DT-${number}`,
      severity: 'warning',
      message: `The attribute ${attribute} has no use in an EN 16931 invoice; leave it out`,
      violations: withAttribute(attribute),
    }),
  ),
];
