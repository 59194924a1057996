import { Big } from 'big.js';
import type { Invoice } from '../model/invoice.js';

/** The terms that are negated: sums and quantities, but not prices. */
const signed: ReadonlySet<string> = new Set(
  'lines allowances charges withoutVat vat vatAccounting withVat paid rounding payable amount base net quantity'.split(
    ' ',
  ),
);

const negateIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(negateIn);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, term]) => {
    if (name === 'price') return [name, term];
    if (typeof term !== 'string' || !signed.has(name)) return [name, negateIn(term)];
    // Zero stays unchanged.
    if (/^-?0*(\.0*)?$/.test(term) || term.startsWith('-')) return [name, term.replace('-', '')];
    return [name, `-${term}`];
  });
  return Object.fromEntries(entries);
};

/** Returns the invoice with all sums and quantities negated, because amounts in a Finvoice credit note are negative. */
export const negateInvoice = (invoice: Invoice): Invoice => negateIn(invoice) as Invoice;

/** Returns whether the sums of an invoice are negative, based on the first non-zero sum. */
export const isNegativeAmount = (invoice: Invoice): boolean => {
  const { withVat, withoutVat, payable } = invoice.totals;
  for (const sum of [withVat, withoutVat, payable])
    if (sum !== undefined && !new Big(sum).eq(0)) return new Big(sum).lt(0);
  return false;
};
