import { Big } from 'big.js';
import type { Decimal, Invoice } from './model/invoice.js';

interface SumError {
  /** Business term of EN 16931, such as `BT-112`. */
  readonly term: string;
  readonly stated: Decimal;
  readonly computed: Decimal;
}

/**
 * Finds the sums that do not add up to the cent, in any format: lines (BT-106), allowances (BT-107), charges (BT-108),
 * the total without VAT (BT-109), VAT (BT-110), the total with VAT (BT-112) and the amount due (BT-115). Each is
 * computed from the stated sums, so that one fault appears only once. Missing sums are not checked.
 */
export const findSumErrors = ({ lines, allowances, vat, totals }: Invoice): SumError[] => {
  const faults: SumError[] = [];
  /** Compares a stated sum with the computed one, and returns the stated sum or, if it is missing, the computed one. */
  const settle = (term: string, stated: Decimal | undefined, computed: Big | undefined): Big | undefined => {
    if (stated === undefined) return computed;
    if (computed !== undefined && !new Big(stated).round(2).eq(computed.round(2))) {
      faults.push({ term, stated, computed: computed.toFixed(2) });
    }
    return new Big(stated);
  };
  const net = settle('BT-106', totals.lines, sumOf(lines.map((line) => line.net)));
  const less = settle('BT-107', totals.allowances, sumOf(allowances.filter((one) => !one.charge).map(amountOf)));
  const more = settle('BT-108', totals.charges, sumOf(allowances.filter((one) => one.charge).map(amountOf)));
  const without = settle('BT-109', totals.withoutVat, net?.minus(less ?? 0).plus(more ?? 0));
  const tax = settle('BT-110', totals.vat, vat.length === 0 ? undefined : sumOf(vat.map((one) => one.amount)));
  const withVat = settle('BT-112', totals.withVat, without?.plus(tax ?? 0));
  settle('BT-115', totals.payable, withVat?.minus(totals.paid ?? 0).plus(totals.rounding ?? 0));
  return faults;
};

const amountOf = ({ amount }: { readonly amount: Decimal }): Decimal => amount;

const sumOf = (amounts: ReadonlyArray<Decimal | undefined>): Big | undefined => {
  let sum = new Big(0);
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum = sum.plus(amount);
  }
  return sum;
};
