import { Big } from 'big.js';
import type { Invoice, VatBreakdown } from './model/invoice.js';
import type { Line } from './model/line.js';

/**
 * Adds terms that EN 16931 requires and an older Finvoice omits, if the rest of the invoice implies them: the sum of
 * the lines (BT-106), the category of a breakdown with a rate (BT-118: S), and the category of a line (BT-151) by the
 * one breakdown of its rate. Existing terms do not change.
 */
export const completeForUbl = (invoice: Invoice): Invoice => {
  const vat = invoice.vat.map(withCategory);
  const lines = invoice.lines.map((line) => withLineCategory(line, vat));
  const sum = sumOfLines(lines);
  const totals = { ...(sum === undefined ? {} : { lines: sum }), ...invoice.totals };
  return { ...invoice, vat, lines, totals };
};

const isPositive = (rate: string | undefined): boolean => rate !== undefined && new Big(rate).gt(0);

const withCategory = (breakdown: VatBreakdown): VatBreakdown =>
  breakdown.category === undefined && isPositive(breakdown.rate) ? { ...breakdown, category: 'S' } : breakdown;

const withLineCategory = (line: Line, vat: readonly VatBreakdown[]): Line => {
  const { category, rate } = line.item;
  if (category !== undefined || rate === undefined) return line;
  const fitting = vat.filter(
    (one) => one.category !== undefined && one.rate !== undefined && new Big(one.rate).eq(rate),
  );
  const only = fitting.length === 1 ? fitting[0]?.category : undefined;
  return only === undefined ? line : { ...line, item: { ...line.item, category: only } };
};

const sumOfLines = (lines: readonly Line[]): string | undefined => {
  let sum = new Big(0);
  for (const { net } of lines) {
    if (net === undefined) return undefined;
    sum = sum.plus(net);
  }
  return sum.toFixed(2);
};
