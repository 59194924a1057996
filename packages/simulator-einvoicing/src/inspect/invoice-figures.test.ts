import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createInvoiceFigures, invoiceInspector } from './invoice-figures.js';

const fixture = new URL('../../../../fixtures/einvoicing/invoices/ubl-invoice-full.xml', import.meta.url);
const inspect = async (change: (xml: string) => string = (xml) => xml) => {
  const bytes = Buffer.from(change(await readFile(fixture, 'utf8')));
  const action = () => Promise.reject(new Error('There is no server'));
  return await invoiceInspector({ argument: 'invoice.xml', options: {}, action, bytes: async () => bytes });
};

it('shows parties, lines, sums and that nothing is wrong', async () => {
  const { title, lines, figures, faulty } = await inspect();
  expect([title, lines[0], faulty]).toEqual(['Invoice 2026-0042', expect.stringContaining('PEPPOLBIS30'), false]);
  const text = JSON.stringify(figures);
  for (const part of ['Metsäpolun Palvelut Oy', '1001.00', 'Totals in EUR', 'hours.csv']) expect(text).toContain(part);
  expect(figures.at(-1)).toMatchObject({ kind: 'findings', findings: [] });
});

it('names a broken rule with its line and place', async () => {
  const { figures, faulty } = await inspect((xml) => xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$17.00'));
  expect(faulty).toBe(true);
  expect(figures.at(-1)).toMatchObject({
    findings: [
      { ruleId: 'BR-CO-16', severity: 'error', place: expect.stringMatching(/^line \d+, .*\/cac:LegalMonetaryTotal/) },
    ],
  });
});

it('says why a file cannot be read', async () => {
  await expect(inspect(() => '<a>\n')).rejects.toThrow(/^invoice.xml:2:1 cannot be read: The file is incomplete/);
  expect(createInvoiceFigures(Buffer.from('<a>'))).toMatchObject([
    { kind: 'findings', findings: [{ ruleId: 'file' }] },
  ]);
});
