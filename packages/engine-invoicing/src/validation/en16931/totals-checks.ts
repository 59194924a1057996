import type { Big } from 'big.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { RuleFunctions } from '../rule-table.js';
import {
  areEqual,
  decimalAt,
  decimalOf,
  elementsAt,
  has,
  isCharge,
  isNear,
  isVat,
  roundToCents,
  roundToWhole,
  sumOf,
  textOf,
  ZERO,
} from '../values.js';

/** The total of a name equals the sum of the allowances or charges, or neither exists: BR-CO-11, BR-CO-12. */
const sums = (total: XmlElement, name: string, charge: boolean): boolean => {
  const parts = (total.parent?.all('AllowanceCharge') ?? []).filter((one) => isCharge(one) === charge);
  if (!has(total, name)) return parts.length === 0;
  return areEqual(decimalAt(total, name), roundToCents(sumOf(parts.flatMap((one) => one.all('Amount')))));
};

/** Compares a VAT amount with base times rate within one unit, ignoring signs: BR-CO-17, BR-S-09 and similar rules. */
export const vatAmountHolds = (amount: Big | undefined, base: Big | undefined, rate: Big | undefined): boolean =>
  amount !== undefined &&
  base !== undefined &&
  rate !== undefined &&
  isNear(amount.abs(), roundToCents(base.abs().times(rate).div(100)), 1);

/** The decimal of a child, 0 without such a child, undefined if it is not a decimal. */
const optional = (total: XmlElement, name: string): Big | undefined =>
  has(total, name) ? decimalAt(total, name) : ZERO;

/** The functions of the rules on totals and on the VAT breakdown. */
export const totalsChecks: RuleFunctions = {
  select: {
    payableAmounts: (tree) => (tree.creditNote ? [] : elementsAt(tree.root, 'LegalMonetaryTotal', 'PayableAmount')),
  },
  holds: {
    hasVatCategory: (subtotal) =>
      subtotal.all('TaxCategory').some((category) => isVat(category) && has(category, 'ID')),
    hasRate: (subtotal) =>
      subtotal
        .all('TaxCategory')
        .some((category) => isVat(category) && (has(category, 'Percent') || textOf(category.child('ID')) === 'O')),
    sumsLines: (total, tree) =>
      areEqual(
        decimalAt(total, 'LineExtensionAmount'),
        roundToCents(sumOf(tree.lines.flatMap((line) => line.all('LineExtensionAmount')))),
      ),
    sumsAllowances: (total) => sums(total, 'AllowanceTotalAmount', false),
    sumsCharges: (total) => sums(total, 'ChargeTotalAmount', true),
    sumsVat: (total) =>
      areEqual(decimalAt(total, 'TaxAmount'), roundToCents(sumOf(elementsAt(total, 'TaxSubtotal', 'TaxAmount')))),
    sumsWithoutVat: (total) => {
      const lines = decimalAt(total, 'LineExtensionAmount');
      const charges = optional(total, 'ChargeTotalAmount');
      const allowances = optional(total, 'AllowanceTotalAmount');
      if (lines === undefined || charges === undefined || allowances === undefined) return false;
      const isComputed = has(total, 'ChargeTotalAmount') || has(total, 'AllowanceTotalAmount');
      const sum = lines.plus(charges).minus(allowances);
      return areEqual(decimalAt(total, 'TaxExclusiveAmount'), isComputed ? roundToCents(sum) : sum);
    },
    sumsWithVat: (root) =>
      root.all('DocumentCurrencyCode').every(({ text }) => {
        const amounts = elementsAt(root, 'TaxTotal', 'TaxAmount').filter((one) => one.attribute('currencyID') === text);
        const withoutVat = decimalAt(root, 'LegalMonetaryTotal', 'TaxExclusiveAmount');
        const vat = decimalOf(amounts[0]);
        if (amounts.length !== 1 || withoutVat === undefined || vat === undefined) return false;
        return areEqual(
          decimalAt(root, 'LegalMonetaryTotal', 'TaxInclusiveAmount'),
          roundToCents(withoutVat.plus(vat)),
        );
      }),
    sumsPayable: (total) => {
      const withVat = decimalAt(total, 'TaxInclusiveAmount');
      const payable = decimalAt(total, 'PayableAmount');
      const paid = optional(total, 'PrepaidAmount');
      const rounding = optional(total, 'PayableRoundingAmount');
      if (withVat === undefined || payable === undefined || paid === undefined || rounding === undefined) return false;
      // Only a computed side is rounded, here and for the total without VAT.
      const due = has(total, 'PayableRoundingAmount') ? roundToCents(payable.minus(rounding)) : payable;
      return due.eq(has(total, 'PrepaidAmount') ? roundToCents(withVat.minus(paid)) : withVat);
    },
    multipliesRate: (subtotal) => {
      const amount = decimalAt(subtotal, 'TaxAmount');
      const rate = decimalAt(subtotal.all('TaxCategory').find(isVat), 'Percent');
      if (amount === undefined) return false;
      if (rate === undefined || roundToWhole(rate).eq(0)) return roundToWhole(amount).eq(0);
      return vatAmountHolds(amount, decimalAt(subtotal, 'TaxableAmount'), rate);
    },
    /** Release 1.3.16 of the published rules withdrew BR-CO-25. It is still worth a warning. */
    hasDueDate: (payable, tree) =>
      !(decimalOf(payable)?.gt(0) ?? false) ||
      tree.elements('DueDate').length > 0 ||
      elementsAt(tree.root, 'PaymentTerms', 'Note').length > 0,
  },
};
