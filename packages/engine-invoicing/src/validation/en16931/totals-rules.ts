import type { Big } from 'big.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { document, every, type Rule, rule, under } from '../rule.js';
import {
  cents,
  decimalAt,
  decimalOf,
  elementsAt,
  equal,
  has,
  isCharge,
  isVat,
  near,
  sumOf,
  textOf,
  whole,
  ZERO,
} from '../values.js';

const totals = every('LegalMonetaryTotal');
const subtotals = under('TaxSubtotal', 'TaxTotal');

const amountsOf = (root: XmlElement | undefined, charge: boolean): XmlElement[] =>
  (root?.all('AllowanceCharge') ?? []).filter((one) => isCharge(one) === charge).flatMap((one) => one.all('Amount'));

/** BR-CO-11 and BR-CO-12: the total equals the sum of what it totals, or neither is there. */
const totalHolds = (total: XmlElement, name: string, charge: boolean): boolean => {
  const parts = (total.parent?.all('AllowanceCharge') ?? []).filter((one) => isCharge(one) === charge);
  if (!has(total, name)) return parts.length === 0;
  return equal(decimalAt(total, name), cents(sumOf(amountsOf(total.parent, charge))));
};

/** A VAT amount within one unit of what base and rate make, signs aside: BR-CO-17 and the rates of BR-S-09 and the like. */
export const vatAmountHolds = (amount: Big | undefined, base: Big | undefined, rate: Big | undefined): boolean =>
  amount !== undefined &&
  base !== undefined &&
  rate !== undefined &&
  near(amount.abs(), cents(base.abs().times(rate).div(100)), 1);

const taxAmountsIn = (root: XmlElement, currency: string): XmlElement[] =>
  elementsAt(root, 'TaxTotal', 'TaxAmount').filter((amount) => amount.attribute('currencyID') === currency);

const withVatHolds = (root: XmlElement): boolean =>
  root.all('DocumentCurrencyCode').every((currency) => {
    const amounts = taxAmountsIn(root, currency.text);
    const withoutVat = decimalAt(root, 'LegalMonetaryTotal', 'TaxExclusiveAmount');
    const vat = decimalOf(amounts[0]);
    if (amounts.length !== 1 || withoutVat === undefined || vat === undefined) return false;
    return equal(decimalAt(root, 'LegalMonetaryTotal', 'TaxInclusiveAmount'), cents(withoutVat.plus(vat)));
  });

const payableHolds = (total: XmlElement): boolean => {
  const withVat = decimalAt(total, 'TaxInclusiveAmount');
  const payable = decimalAt(total, 'PayableAmount');
  if (withVat === undefined || payable === undefined) return false;
  const paid = has(total, 'PrepaidAmount') ? decimalAt(total, 'PrepaidAmount') : ZERO;
  const rounding = has(total, 'PayableRoundingAmount') ? decimalAt(total, 'PayableRoundingAmount') : ZERO;
  if (paid === undefined || rounding === undefined) return false;
  // Only a side that is computed is rounded, here and for the total without VAT.
  const due = has(total, 'PayableRoundingAmount') ? cents(payable.minus(rounding)) : payable;
  return due.eq(has(total, 'PrepaidAmount') ? cents(withVat.minus(paid)) : withVat);
};

const withoutVatHolds = (total: XmlElement): boolean => {
  const lines = decimalAt(total, 'LineExtensionAmount');
  const charges = has(total, 'ChargeTotalAmount') ? decimalAt(total, 'ChargeTotalAmount') : ZERO;
  const allowances = has(total, 'AllowanceTotalAmount') ? decimalAt(total, 'AllowanceTotalAmount') : ZERO;
  if (lines === undefined || charges === undefined || allowances === undefined) return false;
  const computed = has(total, 'ChargeTotalAmount') || has(total, 'AllowanceTotalAmount');
  const sum = lines.plus(charges).minus(allowances);
  return equal(decimalAt(total, 'TaxExclusiveAmount'), computed ? cents(sum) : sum);
};

const breakdownHolds = (subtotal: XmlElement): boolean => {
  const amount = decimalAt(subtotal, 'TaxAmount');
  const category = subtotal.all('TaxCategory').find(isVat);
  const rate = decimalAt(category, 'Percent');
  if (amount === undefined) return false;
  if (rate === undefined || whole(rate).eq(0)) return whole(amount).eq(0);
  return vatAmountHolds(amount, decimalAt(subtotal, 'TaxableAmount'), rate);
};

const lineNets = (tree: InvoiceTree): XmlElement[] => tree.lines.flatMap((line) => line.all('LineExtensionAmount'));

/** Totals and the VAT breakdown: BR-12 to BR-15, BR-45 to BR-48, BR-CO-10 to BR-CO-17, BR-CO-25. */
export const totalsRules: readonly Rule[] = [
  rule('BR-12', 'The sum of the lines (BT-106) is missing', totals, (total) => has(total, 'LineExtensionAmount')),
  rule('BR-13', 'The total without VAT (BT-109) is missing', totals, (total) => has(total, 'TaxExclusiveAmount')),
  rule('BR-14', 'The total with VAT (BT-112) is missing', totals, (total) => has(total, 'TaxInclusiveAmount')),
  rule('BR-15', 'The amount due (BT-115) is missing', totals, (total) => has(total, 'PayableAmount')),
  rule('BR-45', 'A VAT breakdown (BG-23) has no taxable amount (BT-116)', subtotals, (subtotal) =>
    has(subtotal, 'TaxableAmount'),
  ),
  rule('BR-46', 'A VAT breakdown (BG-23) has no VAT amount (BT-117)', subtotals, (subtotal) =>
    has(subtotal, 'TaxAmount'),
  ),
  rule('BR-47', 'A VAT breakdown (BG-23) has no VAT category (BT-118)', subtotals, (subtotal) =>
    subtotal.all('TaxCategory').some((category) => isVat(category) && has(category, 'ID')),
  ),
  rule(
    'BR-48',
    'A VAT breakdown (BG-23) has no rate (BT-119); only what is not subject to VAT (O) has none',
    subtotals,
    (subtotal) =>
      subtotal
        .all('TaxCategory')
        .some((category) => isVat(category) && (has(category, 'Percent') || textOf(category.child('ID')) === 'O')),
  ),
  rule(
    'BR-CO-10',
    'The sum of the lines (BT-106) is not what the net amounts of the lines (BT-131) add up to',
    totals,
    (total, tree) => equal(decimalAt(total, 'LineExtensionAmount'), cents(sumOf(lineNets(tree)))),
  ),
  rule(
    'BR-CO-11',
    'The sum of allowances (BT-107) is not what the allowances of the document (BT-92) add up to',
    totals,
    (total) => totalHolds(total, 'AllowanceTotalAmount', false),
  ),
  rule(
    'BR-CO-12',
    'The sum of charges (BT-108) is not what the charges of the document (BT-99) add up to',
    totals,
    (total) => totalHolds(total, 'ChargeTotalAmount', true),
  ),
  rule(
    'BR-CO-13',
    'The total without VAT (BT-109) is not lines (BT-106) less allowances (BT-107) plus charges (BT-108)',
    totals,
    withoutVatHolds,
  ),
  rule(
    'BR-CO-14',
    'The VAT total (BT-110) is not what the VAT amounts of the breakdown (BT-117) add up to',
    (tree) => tree.root.all('TaxTotal'),
    (total) =>
      !has(total, 'TaxSubtotal') ||
      equal(decimalAt(total, 'TaxAmount'), cents(sumOf(elementsAt(total, 'TaxSubtotal', 'TaxAmount')))),
  ),
  rule(
    'BR-CO-15',
    'The total with VAT (BT-112) is not the total without VAT (BT-109) plus the VAT total (BT-110)',
    document,
    withVatHolds,
  ),
  rule(
    'BR-CO-16',
    'The amount due (BT-115) is not the total with VAT (BT-112) less what was paid (BT-113) plus rounding (BT-114)',
    totals,
    payableHolds,
  ),
  rule(
    'BR-CO-17',
    'The VAT amount (BT-117) is not the taxable amount (BT-116) times the rate (BT-119)',
    subtotals,
    breakdownHolds,
  ),
  // Withdrawn with release 1.3.16 of the published rules; still worth a warning.
  {
    ...rule(
      'BR-CO-25',
      'An amount is due (BT-115), but neither a due date (BT-9) nor payment terms (BT-20) say when',
      (tree) => (tree.creditNote ? [] : elementsAt(tree.root, 'LegalMonetaryTotal', 'PayableAmount')),
      (payable, tree) =>
        !(decimalOf(payable)?.gt(0) ?? false) ||
        tree.elements('DueDate').length > 0 ||
        elementsAt(tree.root, 'PaymentTerms', 'Note').length > 0,
    ),
    severity: 'warning',
  },
];
