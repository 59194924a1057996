import { expect, it } from 'vitest';
import { isRejection, validateInvoice, writeUbl } from './index.js';
import { createTestInvoice, createTestLine } from './testing/invoices.js';

it('validates an invoice of 20 lines within 10 ms, and of 10,000 lines within three seconds', { tags: 'slow' }, () => {
  const small = invoiceOf(20);
  const checked = validateInvoice(small);
  expect(isRejection(checked) ? checked : checked.findings).toEqual([]);
  times(() => validateInvoice(small), 50);
  const validate = times(() => validateInvoice(small), 500);
  const large = invoiceOf(10_000);
  expect(median(validate)).toBeLessThanOrEqual(10);
  expect(validate[Math.floor(0.95 * validate.length)]).toBeLessThanOrEqual(50);
  expect(median(times(() => validateInvoice(large), 2))).toBeLessThanOrEqual(3000);
});

function invoiceOf(count: number): Buffer {
  const net = (100 * count).toFixed(2);
  const vat = (25.5 * count).toFixed(2);
  const sum = (125.5 * count).toFixed(2);
  const model = createTestInvoice({
    totals: { lines: net, withoutVat: net, vat, withVat: sum, payable: sum },
    vat: [{ base: net, amount: vat, category: 'S', rate: '25.5' }],
    lines: Array.from({ length: count }, (_, index) => createTestLine(String(index + 1))),
  });
  return Buffer.from(writeUbl(model));
}

/** Sorted milliseconds of processor time of each run. */
function times(work: () => unknown, runs: number): number[] {
  return Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }).sort((one, other) => one - other);
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
