import { isRejection, validateInvoice } from '@understudy/engine-invoicing';
import { describe, expect, it } from 'vitest';
import { readInvoiceFile } from '../invoices/read-invoice-file.js';
import { useEinvoicingApi } from '../testing/einvoicing-api.js';
import { createSampleInvoice } from './sample-invoice.js';

const finnish = { name: 'Harbour & Cafe Oy', bid: '1234567-1', country: 'FI' };
const swedish = { name: 'City <Bakery> AB', bid: '5560000019', country: 'SE' };
const dates = { date: '2026-01-15', dueDate: '2026-01-29' };

describe('a generated sample invoice', () => {
  it.each([
    [finnish, swedish, 125.5, false],
    [swedish, finnish, 100.01, false],
    [finnish, finnish, 0.02, false],
    [finnish, swedish, 99.99, true],
    [swedish, swedish, 9_999_999.99, false],
  ])(
    'from %j to %j of %d violates no rule and is parsed to the same facts',
    async (seller, buyer, amount, creditNote) => {
      const { file, facts } = createSampleInvoice({
        number: 'A-7',
        ...dates,
        seller,
        buyer,
        amount,
        item: 'Tea',
        creditNote,
      });
      const judged = validateInvoice(file.bytes);
      expect(isRejection(judged) ? judged : judged.findings).toEqual([]);
      expect(await readInvoiceFile(file)).toMatchObject({ facts });
      expect(new TextDecoder().decode(file.bytes)).toContain(
        `<cbc:PayableAmount currencyID="EUR">${amount.toFixed(2)}<`,
      );
    },
  );

  it('can be received without a file in the request', async () => {
    const api = useEinvoicingApi()();
    const company = await api.company({ networks: ['INTERNAL'] });
    await api.action('receiveInvoice', {
      companyId: company.id,
      network: 'INTERNAL',
      sample: true,
      amount: 99.5,
      seller: 'Tea House Oy',
    });
    const [invoice] = (await company.send('GET /v1/invoices?direction=RECEIVED')).body;
    expect(invoice).toMatchObject({ sum: 99.5, sender: { name: 'Tea House Oy' }, date: '2026-01-15' });
  });

  it.each([
    [{}, 'the text of an invoice, or absent beside'],
    [{ sample: true, file: '<a/>' }, 'absent for a sample'],
    [{ file: '<a/>', amount: 5 }, 'absent but for a sample'],
    [{ sample: true, amount: 0 }, '0.02'],
  ])('with the input %j is rejected with a matching error', async (input, message) => {
    const api = useEinvoicingApi()();
    const company = await api.company({ networks: ['INTERNAL'] });
    const body = { companyId: company.id, ...input };
    const { status, body: problem } = await api.send('POST /_sim/actions/einvoicing/receiveInvoice', { body });
    expect([status, problem.detail]).toEqual([400, expect.stringContaining(message)]);
  });
});
