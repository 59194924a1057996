import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createInvoiceFigures } from './invoice-figures.js';

const fixture = new URL('../../../fixtures/einvoicing/invoices/ubl-invoice-full.xml', import.meta.url);
const figuresOf = async (change: (xml: string) => string = (xml) => xml) =>
  createInvoiceFigures(Buffer.from(change(await readFile(fixture, 'utf8'))));

it('shows parties, lines and sums, with no findings for a valid invoice', async () => {
  const figures = await figuresOf();
  expect(figures[0]).toMatchObject({
    title: 'Invoice 2026-0042',
    lines: expect.arrayContaining([expect.stringContaining('PEPPOLBIS30')]),
  });
  const text = JSON.stringify(figures);
  for (const part of ['Metsäpolun Palvelut Oy', '1001.00', 'Totals in EUR', 'hours.csv']) expect(text).toContain(part);
  expect(figures.at(-1)).toMatchObject({ kind: 'findings', findings: [] });
});

it('reports a violated rule with its line and location', async () => {
  const figures = await figuresOf((xml) => xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$17.00'));
  expect(figures.at(-1)).toMatchObject({
    findings: [
      { ruleId: 'BR-CO-16', severity: 'error', place: expect.stringMatching(/^line \d+, .*\/cac:LegalMonetaryTotal/) },
    ],
  });
});

it('reports a file that cannot be read as a finding', () => {
  expect(createInvoiceFigures(Buffer.from('<a>'))).toMatchObject([
    { kind: 'findings', findings: [{ ruleId: 'file' }] },
  ]);
});
