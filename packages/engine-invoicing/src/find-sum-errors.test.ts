import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findSumErrors, type InvoiceTotals, isRejection, readInvoice } from './index.js';
import { createTestInvoice, createTestLine } from './testing/invoices.js';

const totals: InvoiceTotals = {
  lines: '100.00',
  withoutVat: '100.00',
  vat: '25.50',
  withVat: '125.50',
  payable: '125.50',
};
const faultsOf = (changes: Partial<InvoiceTotals>) =>
  findSumErrors(createTestInvoice({ totals: { ...totals, ...changes } }));

const invoices = new URL('../../../fixtures/einvoicing/invoices/', import.meta.url);
const modelOf = (name: string) => {
  const read = readInvoice(readFileSync(new URL(name, invoices)));
  if (isRejection(read)) throw new Error(read.reason);
  return read.model;
};

describe('findSumErrors', () => {
  test('reports nothing if all sums are correct, in every format', () => {
    expect(faultsOf({})).toEqual([]);
    for (const name of [
      'ubl-invoice-full.xml',
      'ubl-credit-note.xml',
      'finvoice-30.xml',
      'finvoice-30-credit-note.xml',
    ]) {
      expect(findSumErrors(modelOf(name))).toEqual([]);
    }
  });

  test('reports a sum that is a cent off, and sums inconsistent with it', () => {
    expect(faultsOf({ payable: '125.51' })).toEqual([{ term: 'BT-115', stated: '125.51', computed: '125.50' }]);
    expect(faultsOf({ lines: '100.01' })).toEqual([
      { term: 'BT-106', stated: '100.01', computed: '100.00' },
      { term: 'BT-109', stated: '100.00', computed: '100.01' },
    ]);
    expect(faultsOf({ vat: '25.49' }).map(({ term }) => term)).toEqual(['BT-110', 'BT-112']);
    expect(faultsOf({ paid: '25.50', rounding: '0.10', payable: '100.10' })).toEqual([]);
  });

  test('ignores missing amounts', () => {
    expect(findSumErrors(createTestInvoice({ totals: { payable: '125.50' } }))).toEqual([]);
    const { net: _, ...line } = createTestLine('1');
    expect(findSumErrors(createTestInvoice({ lines: [line] }))).toEqual([]);
  });
});
