import { readFile } from 'node:fs/promises';
import { isRejection, readInvoice, validateInvoice } from '@understudy/engine-invoicing';
import { describe, expect, it } from 'vitest';
import { renderInvoiceHtml } from './inspect-invoice-view.js';
import { formatInvoiceText, type InspectedInvoice } from './invoice-report.js';

const fixture = new URL('../../../../fixtures/einvoicing/invoices/ubl-invoice-full.xml', import.meta.url);

async function inspected(change: (xml: string) => string = (xml) => xml): Promise<InspectedInvoice> {
  const bytes = Buffer.from(change(await readFile(fixture, 'utf8')));
  const [document, result] = [readInvoice(bytes), validateInvoice(bytes)];
  if (isRejection(document) || isRejection(result)) throw new Error('The fixture cannot be read');
  return { document, findings: result.findings };
}

describe('the report of an invoice', () => {
  it('shows parties, lines, sums and that nothing is wrong', async () => {
    const whole = await inspected();
    const { model } = whole.document;
    const text = formatInvoiceText(whole).join('\n');
    for (const part of [model.number, model.seller.name, model.buyer.name, model.totals.payable])
      expect(text).toContain(part);
    for (const { item } of model.lines) expect(text).toContain(item.name);
    expect(text).toContain('none: structure and business rules are met');
  });

  it('names a broken rule with its line and place', async () => {
    const broken = await inspected((xml) => xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$17.00'));
    const text = formatInvoiceText(broken).join('\n');
    expect(text).toMatch(/fatal BR-CO-16 \(line \d+\): /);
    expect(text).toContain('/cac:LegalMonetaryTotal');
  });

  it('tells what is fatal first, and on the page before everything else', async () => {
    const whole = await inspected();
    const finding = { ruleId: 'X-1', stage: 'schematron' as const, location: '/Invoice', line: 1, message: 'is wrong' };
    const both = {
      ...whole,
      findings: [
        { ...finding, severity: 'warning' as const },
        { ...finding, severity: 'fatal' as const },
      ],
    };
    const html = renderInvoiceHtml(both);
    expect(html.indexOf('fatal X-1')).toBeLessThan(html.indexOf('warning X-1'));
    expect(html.indexOf('warning X-1')).toBeLessThan(html.indexOf('<h2>Seller</h2>'));
    expect(renderInvoiceHtml(whole).indexOf('none: structure')).toBeGreaterThan(html.indexOf('<h2>Seller</h2>'));
  });

  it('is one page that loads nothing and runs nothing of the invoice', async () => {
    const evil = await inspected((xml) =>
      xml.replace(/(<cbc:RegistrationName>)[^<]*/, '$1&lt;script&gt;alert(1)&lt;/script&gt;'),
    );
    const html = renderInvoiceHtml(evil);
    expect(html).not.toMatch(/<script|src=|href=|@import/);
    expect(html).toContain('&lt;script&gt;alert(1)');
  });
});
