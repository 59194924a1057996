// Times reading, validation and conversion. Exits with 1 if a bar is missed. Run it after `npm run build`.
import { performance } from 'node:perf_hooks';
import { convertInvoice, isRejection, readInvoice, validateInvoice, writeUbl } from '@understudy/engine-invoicing';
import { createTestInvoice, createTestLine } from '../src/testing/invoices.js';

const invoiceOf = (count: number): Buffer => {
  const net = (100 * count).toFixed(2);
  const vat = (25.5 * count).toFixed(2);
  const sum = (125.5 * count).toFixed(2);
  const model = createTestInvoice({
    totals: { lines: net, withoutVat: net, vat, withVat: sum, payable: sum },
    vat: [{ base: net, amount: vat, category: 'S', rate: '25.5' }],
    lines: Array.from({ length: count }, (_, index) => createTestLine(String(index + 1))),
  });
  return Buffer.from(writeUbl(model));
};

/** Sorted milliseconds of each run. */
const times = (work: () => unknown, runs: number): number[] =>
  Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((one, other) => one - other);

const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? Number.NaN;
const p95 = (sorted: readonly number[]): number => sorted[Math.floor(0.95 * sorted.length)] ?? Number.NaN;

const small = invoiceOf(20);
const large = invoiceOf(10_000);
const first = times(() => validateInvoice(small), 1);
const checked = validateInvoice(small);
if (isRejection(checked) || checked.findings.length > 0) throw new Error(JSON.stringify(checked));
times(() => validateInvoice(small), 50);
const validate = times(() => validateInvoice(small), 500);
const figures: readonly (readonly [what: string, milliseconds: number, bar?: number])[] = [
  ['first validation', median(first)],
  ['read 20 lines, median', median(times(() => readInvoice(small), 500))],
  ['convert 20 lines, median', median(times(() => convertInvoice(small, 'FINVOICE'), 200))],
  ['read 10,000 lines, slower of two', p95(times(() => readInvoice(large), 2))],
  ['validate 20 lines, median', median(validate), 10],
  ['validate 20 lines, p95', p95(validate), 50],
  ['validate 10,000 lines, slower of two', p95(times(() => validateInvoice(large), 2)), 3000],
];
console.table(figures.map(([what, milliseconds, bar]) => ({ what, milliseconds, bar })));
if (figures.some(([, milliseconds, bar = Number.POSITIVE_INFINITY]) => milliseconds > bar)) process.exitCode = 1;
