import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { document, type Rule, rule } from '../rule.js';
import { elementsAt, isCharge, isVat, textOf } from '../values.js';

const codeOf = (category: XmlElement): string => textOf(category.child('ID'));
const breakdowns = (tree: InvoiceTree): XmlElement[] => elementsAt(tree.root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory');
const inBreakdown = (tree: InvoiceTree, code: string): boolean =>
  breakdowns(tree).some((one) => isVat(one) && one.all('ID').some((id) => textOf(id) === code));
/** A category without a code counts as another one. */
const another = (categories: readonly XmlElement[]): boolean =>
  categories.some((one) => isVat(one) && codeOf(one) !== 'O');
const ofAllowances = (tree: InvoiceTree, charge: boolean): XmlElement[] =>
  tree
    .elements('AllowanceCharge')
    .filter((one) => isCharge(one) === charge)
    .flatMap((one) => one.all('TaxCategory'));

const alone = (id: string, what: string, others: (tree: InvoiceTree) => readonly XmlElement[]): Rule =>
  rule(
    id,
    `An invoice not subject to VAT (O) has ${what} of another VAT category`,
    document,
    (_, tree) => !inBreakdown(tree, 'O') || !another(others(tree)),
  );

/** The category is compared as it is written here, without regard to the tax scheme. */
const uses = (tree: InvoiceTree, code: string): boolean =>
  [
    ...breakdowns(tree),
    ...tree.root.all('AllowanceCharge').flatMap((one) => one.all('TaxCategory')),
    ...tree.elements('ClassifiedTaxCategory'),
  ].some((one) => one.all('ID').some((id) => id.text === code));

/** Rules of one category alone: BR-IC-11, -12; BR-O-11 to -14; split payment BR-B-01, -02. */
export const specialVatRules: readonly Rule[] = [
  rule(
    'BR-IC-11',
    'An intra-community supply (K) needs the delivery date (BT-72) or the invoicing period (BG-14)',
    document,
    (root, tree) =>
      !inBreakdown(tree, 'K') ||
      elementsAt(root, 'Delivery', 'ActualDeliveryDate').some((date) => date.text.length > 1) ||
      elementsAt(root, 'InvoicePeriod').some((period) => period.children.length > 0),
  ),
  rule(
    'BR-IC-12',
    'An intra-community supply (K) needs the country it is delivered to (BT-80)',
    document,
    (root, tree) =>
      !inBreakdown(tree, 'K') ||
      elementsAt(root, 'Delivery', 'DeliveryLocation', 'Address', 'Country', 'IdentificationCode').some(
        (country) => country.text.length > 1,
      ),
  ),
  alone('BR-O-11', 'a VAT breakdown', breakdowns),
  alone('BR-O-12', 'a line', (tree) => tree.elements('ClassifiedTaxCategory')),
  alone('BR-O-13', 'an allowance', (tree) => ofAllowances(tree, false)),
  alone('BR-O-14', 'a charge', (tree) => ofAllowances(tree, true)),
  rule('BR-B-01', 'Split payment (B) is for invoices within Italy only', document, (_, tree) => {
    const used = [...tree.elements('TaxCategory'), ...tree.elements('ClassifiedTaxCategory')].some((one) =>
      one.all('ID').some((id) => id.text === 'B'),
    );
    return !used || tree.elements('IdentificationCode').every((country) => country.text === 'IT');
  }),
  rule(
    'BR-B-02',
    'Split payment (B) and the standard rate (S) exclude each other',
    document,
    (_, tree) => !uses(tree, 'B') || !uses(tree, 'S'),
  ),
];
