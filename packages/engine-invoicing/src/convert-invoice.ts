import { Big } from 'big.js';
import { writeFinvoice } from './finvoice/finvoice.js';
import { type InvoiceRejection, isRejection } from './invoice-rejection.js';
import type { Invoice, InvoiceLine, VatBreakdown } from './model/invoice.js';
import { readInvoice } from './read-invoice.js';
import { writeUbl } from './ubl/ubl.js';

/**
 * Adds terms that EN 16931 requires and older Finvoice files omit, if the rest of the invoice implies them: the sum of
 * the lines (BT-106), the category of a breakdown with a rate (BT-118: S), and the category of a line (BT-151) from the
 * one breakdown of its rate. Leaves existing terms unchanged.
 */
const completeForUbl = (invoice: Invoice): Invoice => {
  const vat = invoice.vat.map(withCategory);
  const lines = invoice.lines.map((line) => withLineCategory(line, vat));
  const sum = sumOfLines(lines);
  const totals = { ...(sum === undefined ? {} : { lines: sum }), ...invoice.totals };
  return { ...invoice, vat, lines, totals };
};

const isPositive = (rate: string | undefined): boolean => rate !== undefined && new Big(rate).gt(0);

const withCategory = (breakdown: VatBreakdown): VatBreakdown =>
  breakdown.category === undefined && isPositive(breakdown.rate) ? { ...breakdown, category: 'S' } : breakdown;

const withLineCategory = (line: InvoiceLine, vat: readonly VatBreakdown[]): InvoiceLine => {
  const { category, rate } = line.item;
  if (category !== undefined || rate === undefined) return line;
  const fitting = vat.filter(
    (one) => one.category !== undefined && one.rate !== undefined && new Big(one.rate).eq(rate),
  );
  const only = fitting.length === 1 ? fitting[0]?.category : undefined;
  return only === undefined ? line : { ...line, item: { ...line.item, category: only } };
};

const sumOfLines = (lines: readonly InvoiceLine[]): string | undefined => {
  let sum = new Big(0);
  for (const { net } of lines) {
    if (net === undefined) return undefined;
    sum = sum.plus(net);
  }
  return sum.toFixed(2);
};

interface ConvertedInvoice {
  readonly bytes: Uint8Array;
  readonly mediaType: 'application/xml';
  /** The model paths, such as `documents/0/content`, of values that the target format drops or truncates. */
  readonly losses: readonly string[];
}

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

const sameText = (one: string, other: string): boolean =>
  one === other || (isDecimal(one) && isDecimal(other) && new Big(one).eq(other));

/**
 * Maximum length of a list that is compared in any order. Longer ones, usually those of lines, are compared by
 * position.
 */
const mostReordered = 100;

/** Pairs each entry of `before` with an equal entry at any position, or else with the first unpaired one. */
const partnersOf = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] => {
  if (before.length > mostReordered) return after;
  const left = [...after];
  const partners = before.map((entry) => {
    const at = left.findIndex((other) => listConversionLosses(entry, other).length === 0);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  });
  return partners.map((partner) => partner ?? left.shift());
};

/**
 * Lists the paths at which `after` drops or changes a value of `before`. Compares decimals by value and lists in any
 * order.
 */
export const listConversionLosses = (before: unknown, after: unknown, path = ''): string[] => {
  if (Array.isArray(before) && Array.isArray(after)) {
    const partners = partnersOf(before, after);
    return before.flatMap((entry, index) => listConversionLosses(entry, partners[index], `${path}/${index}`));
  }
  if (typeof before === 'object' && before !== null) {
    const other: Record<string, unknown> = typeof after === 'object' && after !== null ? { ...after } : {};
    return Object.entries(before).flatMap(([key, value]) =>
      listConversionLosses(value, other[key], path === '' ? key : `${path}/${key}`),
    );
  }
  if (typeof before === 'string' && typeof after === 'string') return sameText(before, after) ? [] : [path];
  return before === after ? [] : [path];
};

const tooLong = (model: Invoice): InvoiceRejection | undefined =>
  model.number.length <= 20
    ? undefined
    : {
        refused: true,
        code: 'invoice/not-convertible',
        reason: `Finvoice invoice numbers have at most 20 characters, but this one has ${model.number.length}`,
      };

/**
 * Converts between UBL and Finvoice, and adds the terms that UBL requires. Returns the same bytes if the format is the
 * same.
 */
export const convertInvoice = (bytes: Uint8Array, target: 'UBL' | 'FINVOICE'): ConvertedInvoice | InvoiceRejection => {
  const source = readInvoice(bytes);
  if (isRejection(source)) return source;
  if (source.format === target) return { bytes, mediaType: 'application/xml', losses: [] };
  const refused = target === 'FINVOICE' ? tooLong(source.model) : undefined;
  if (refused !== undefined) return refused;
  const written = Buffer.from(
    target === 'UBL' ? writeUbl(completeForUbl(source.model)) : writeFinvoice(source.model),
    'utf8',
  );
  const again = readInvoice(written);
  if (isRejection(again)) return again;
  return { bytes: written, mediaType: 'application/xml', losses: listConversionLosses(source.model, again.model) };
};
