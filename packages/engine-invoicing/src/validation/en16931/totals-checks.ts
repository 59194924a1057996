import type { Big } from 'big.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { RuleFunctions } from '../rule-table.js';
import {
  areDecimalsEqual,
  decimalZero,
  hasElement,
  isCharge,
  isNear,
  isVat,
  readDecimalAt,
  readElementDecimal,
  readElementText,
  roundToCents,
  roundToWhole,
  selectElements,
  sumDecimals,
} from '../values.js';

/**
 * Checks that the named total equals the sum of the allowances or charges, or that neither exists: BR-CO-11, BR-CO-12.
 */
const sums = (total: XmlElement, name: string, charge: boolean): boolean => {
  const parts = (total.parent?.all('AllowanceCharge') ?? []).filter((one) => isCharge(one) === charge);
  if (!hasElement(total, name)) return parts.length === 0;
  return areDecimalsEqual(
    readDecimalAt(total, name),
    roundToCents(sumDecimals(parts.flatMap((one) => one.all('Amount')))),
  );
};

/** Compares a VAT amount with base times rate within one unit, ignoring signs: BR-CO-17, BR-S-09 and similar rules. */
export const isVatAmountConsistent = (amount: Big | undefined, base: Big | undefined, rate: Big | undefined): boolean =>
  amount !== undefined &&
  base !== undefined &&
  rate !== undefined &&
  isNear(amount.abs(), roundToCents(base.abs().times(rate).div(100)), 1);

/** Reads the decimal of a child: 0 if the child is missing, undefined if it is not a decimal. */
const optional = (total: XmlElement, name: string): Big | undefined =>
  hasElement(total, name) ? readDecimalAt(total, name) : decimalZero;

/** The functions of rules about totals and the VAT breakdown. */
export const totalsChecks: RuleFunctions = {
  select: {
    payableAmounts: (tree) => (tree.creditNote ? [] : selectElements(tree.root, 'LegalMonetaryTotal', 'PayableAmount')),
  },
  holds: {
    hasVatCategory: (subtotal) =>
      subtotal.all('TaxCategory').some((category) => isVat(category) && hasElement(category, 'ID')),
    hasRate: (subtotal) =>
      subtotal
        .all('TaxCategory')
        .some(
          (category) =>
            isVat(category) && (hasElement(category, 'Percent') || readElementText(category.child('ID')) === 'O'),
        ),
    sumsLines: (total, tree) =>
      areDecimalsEqual(
        readDecimalAt(total, 'LineExtensionAmount'),
        roundToCents(sumDecimals(tree.lines.flatMap((line) => line.all('LineExtensionAmount')))),
      ),
    sumsAllowances: (total) => sums(total, 'AllowanceTotalAmount', false),
    sumsCharges: (total) => sums(total, 'ChargeTotalAmount', true),
    sumsVat: (total) =>
      areDecimalsEqual(
        readDecimalAt(total, 'TaxAmount'),
        roundToCents(sumDecimals(selectElements(total, 'TaxSubtotal', 'TaxAmount'))),
      ),
    sumsWithoutVat: (total) => {
      const lines = readDecimalAt(total, 'LineExtensionAmount');
      const charges = optional(total, 'ChargeTotalAmount');
      const allowances = optional(total, 'AllowanceTotalAmount');
      if (lines === undefined || charges === undefined || allowances === undefined) return false;
      const isComputed = hasElement(total, 'ChargeTotalAmount') || hasElement(total, 'AllowanceTotalAmount');
      const sum = lines.plus(charges).minus(allowances);
      return areDecimalsEqual(readDecimalAt(total, 'TaxExclusiveAmount'), isComputed ? roundToCents(sum) : sum);
    },
    sumsWithVat: (root) =>
      root.all('DocumentCurrencyCode').every(({ text }) => {
        const amounts = selectElements(root, 'TaxTotal', 'TaxAmount').filter(
          (one) => one.attribute('currencyID') === text,
        );
        const withoutVat = readDecimalAt(root, 'LegalMonetaryTotal', 'TaxExclusiveAmount');
        const vat = readElementDecimal(amounts[0]);
        if (amounts.length !== 1 || withoutVat === undefined || vat === undefined) return false;
        return areDecimalsEqual(
          readDecimalAt(root, 'LegalMonetaryTotal', 'TaxInclusiveAmount'),
          roundToCents(withoutVat.plus(vat)),
        );
      }),
    sumsPayable: (total) => {
      const withVat = readDecimalAt(total, 'TaxInclusiveAmount');
      const payable = readDecimalAt(total, 'PayableAmount');
      const paid = optional(total, 'PrepaidAmount');
      const rounding = optional(total, 'PayableRoundingAmount');
      if (withVat === undefined || payable === undefined || paid === undefined || rounding === undefined) return false;
      // Only a computed side is rounded, here and for the total without VAT.
      const due = hasElement(total, 'PayableRoundingAmount') ? roundToCents(payable.minus(rounding)) : payable;
      return due.eq(hasElement(total, 'PrepaidAmount') ? roundToCents(withVat.minus(paid)) : withVat);
    },
    multipliesRate: (subtotal) => {
      const amount = readDecimalAt(subtotal, 'TaxAmount');
      const rate = readDecimalAt(subtotal.all('TaxCategory').find(isVat), 'Percent');
      if (amount === undefined) return false;
      if (rate === undefined || roundToWhole(rate).eq(0)) return roundToWhole(amount).eq(0);
      return isVatAmountConsistent(amount, readDecimalAt(subtotal, 'TaxableAmount'), rate);
    },
    /** Release 1.3.16 of the published rules withdrew BR-CO-25. It is still worth a warning. */
    hasDueDate: (payable, tree) =>
      !(readElementDecimal(payable)?.gt(0) ?? false) ||
      tree.elements('DueDate').length > 0 ||
      selectElements(tree.root, 'PaymentTerms', 'Note').length > 0,
  },
};
