import { Big } from 'big.js';
import type { AllowanceOrCharge, Decimal, Invoice, InvoiceLine, InvoiceTotals } from '../model/invoice.js';

/** Returns the number with the opposite sign. Zero stays unchanged. */
const negate = (value: Decimal): Decimal => {
  if (/^-?0*(\.0*)?$/.test(value)) return value.replace('-', '');
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
};

const negatedKeys = <T extends object>(value: T, keys: readonly (keyof T & string)[]): T =>
  Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      keys.some((one) => one === key) && typeof entry === 'string' ? negate(entry) : entry,
    ]),
  ) as T;

const TOTALS = [
  'lines',
  'allowances',
  'charges',
  'withoutVat',
  'vat',
  'vatAccounting',
  'withVat',
  'paid',
  'rounding',
  'payable',
] as const;

const negateAllowance = (allowance: AllowanceOrCharge): AllowanceOrCharge => negatedKeys(allowance, ['amount', 'base']);

const negateLine = (line: InvoiceLine): InvoiceLine => ({
  ...negatedKeys(line, ['net', 'quantity']),
  allowances: line.allowances.map(negateAllowance),
});

/** Returns the invoice with all sums and quantities negated, because amounts in a Finvoice credit note are negative. */
export const negateInvoice = (invoice: Invoice): Invoice => ({
  ...invoice,
  totals: negatedKeys<InvoiceTotals>(invoice.totals, TOTALS),
  vat: invoice.vat.map((vat) => negatedKeys(vat, ['base', 'amount'])),
  allowances: invoice.allowances.map(negateAllowance),
  lines: invoice.lines.map(negateLine),
});

/** Returns whether the sums of an invoice are negative, based on the first non-zero sum. */
export const isNegativeAmount = (invoice: Invoice): boolean => {
  const { withVat, withoutVat, payable } = invoice.totals;
  for (const sum of [withVat, withoutVat, payable])
    if (sum !== undefined && !new Big(sum).eq(0)) return new Big(sum).lt(0);
  return false;
};
