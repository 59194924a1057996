import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { createTraders } from './testing/traders.js';

const start = useEinvoicingApi();
const unknownId = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
const traders = () => createTraders(start());

describe('Detect checks', () => {
  it('compare received invoices with earlier invoices and registered facts while active', async () => {
    const { api, seller, buyer, send } = await traders();
    expect((await buyer.send('GET /v1/services/detect/checks')).body.checks).toMatchObject({ VAT: false });
    await send('D-0');
    const checks = { BANK_ACCOUNT_CHANGED: true, SENDER_BID_STATUS: true, SENDER_WARNING_LIST: true, VAT: true };
    await buyer.send('PATCH /v1/services/detect/checks', { body: { checks } });
    await api.action('registerBusiness', { country: 'FI', bid: seller.bid, status: 'BANKRUPT', vat: false });
    await api.action('warnOfBusiness', { country: 'FI', bid: seller.bid, source: 'USER' });
    await send('D-1', { iban: 'FI2112345600000785' });
    await send('D-2', { iban: 'FI2112345600000785' });
    await send('D-3', { iban: 'FI1410093000123458' });
    const results = async (number: string) => {
      const [{ id }] = (await buyer.send(`GET /v1/invoices?number=${number}`)).body;
      const analyses = (await buyer.send(`GET /v1/analysis/${id}`)).body;
      return analyses.map((one: { analysis_result: { reason_code: string } }) => one.analysis_result.reason_code);
    };
    expect(await results('D-0')).toEqual([]);
    expect(await results('D-1')).toEqual([
      'BANK_ACCOUNT_CHANGED_UNKNOWN',
      'SENDER_BID_STATUS_BANKRUPT',
      'SENDER_WARNING_LIST_USER_REPORTED_FOUND',
      'VAT_COMPANY_NOT_REGISTERED',
    ]);
    expect((await results('D-2'))[0]).toBe('BANK_ACCOUNT_CHANGED_NOT_CHANGED');
    expect((await results('D-3'))[0]).toBe('BANK_ACCOUNT_CHANGED_CHANGED');
    expect(await seller.send(`GET /v1/analysis/${unknownId}`)).toMatchObject({ status: 404 });
  });

  it('validate sums, duplicates, references and check digits of the invoice itself', async () => {
    const { buyer, seller, send, invoiceTo } = await traders();
    const checks = { SUMS: true, DUPLICATE: true, REFERENCE: true, BANK_ACCOUNT_CHECK_DIGITS: true };
    expect((await buyer.send('PATCH /v1/services/detect/checks', { body: { checks } })).status).toBe(200);
    await send('E-1', { iban: 'FI2112345600000785' });
    await send('E-1', { iban: 'FI2112345600000785' });
    await send('E-2', { iban: 'FI2112345600000786' });
    const mend = async (number: string, from: string, to: string) => {
      const file = invoiceTo(number).replace(from, to);
      expect((await seller.send('POST /v1/invoices', { body: createForm({ file }) })).status).toBe(201);
    };
    await mend('E-3', '<cbc:PayableAmount currencyID="EUR">125.50<', '<cbc:PayableAmount currencyID="EUR">125.51<');
    await mend('E-4', '<cbc:PaymentID>1232<', '<cbc:PaymentID>1233<');
    await mend('E-5', '<cbc:PaymentID>1232<', '<cbc:PaymentID>RF18 5390 0754 7034<');
    const results = async (number: string, at = 0) => {
      const { id } = (await buyer.send(`GET /v1/invoices?number=${number}`)).body[at];
      const analyses = (await buyer.send(`GET /v1/analysis/${id}`)).body;
      return analyses.map((one: { analysis_result: { reason_code: string } }) => one.analysis_result.reason_code);
    };
    const [good, none] = ['BANK_ACCOUNT_CHECK_DIGITS_VALID', 'BANK_ACCOUNT_CHECK_DIGITS_NO_IBAN'];
    // The newest is first, so the second is the original.
    expect(await results('E-1', 1)).toEqual(['SUMS_MATCH', 'DUPLICATE_NOT_FOUND', 'REFERENCE_VALID', good]);
    expect(await results('E-1')).toEqual(['SUMS_MATCH', 'DUPLICATE_FOUND', 'REFERENCE_VALID', good]);
    expect((await results('E-2'))[3]).toBe('BANK_ACCOUNT_CHECK_DIGITS_INVALID');
    expect(await results('E-3')).toEqual(['SUMS_MISMATCH', 'DUPLICATE_NOT_FOUND', 'REFERENCE_VALID', none]);
    expect((await results('E-4'))[2]).toBe('REFERENCE_INVALID');
    expect((await results('E-5'))[2]).toBe('REFERENCE_VALID');
  });
});
