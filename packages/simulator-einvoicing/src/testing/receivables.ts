import { expect } from 'vitest';
import { createForm } from './create-form.js';
import type { EinvoicingApi, SeenResponse, TestCompany } from './einvoicing-api.js';
import { createUblInvoice, type UblInvoiceOptions } from './ubl-invoice.js';

export const receivablesSettings = {
  iban: 'FI2112345600000785',
  bic: 'HARBFIHH',
  bank: 'Harbour Bank',
  contact_person: 'Ada Virta',
  contact_email: 'ada@example.com',
  customer_service_email: 'service@example.com',
  customer_service_phone_number: '+358 9 7654321',
  contact_phone_number: '+358 9 1234567',
  authorization_email: 'signer@example.com',
  billing_address: { country: 'FI', streets: ['Rantakatu 1', 'c/o Harbour'], city: 'Helsinki', zip_code: '00100' },
  postal_address: { country: 'FI', streets: ['PL 12'], city: 'Turku', zip_code: '20100' },
} as const;

export const servicePath = '/v2/services/collection/receivables';

/** Creates a company with an active service, and a customer that receives its invoices. */
export async function createCollectingCompany(
  api: EinvoicingApi,
): Promise<{ seller: TestCompany; buyer: TestCompany }> {
  const seller = await api.company({ networks: ['INTERNAL'] });
  const buyer = await api.company({ networks: ['INTERNAL'] });
  await requestReceivables(seller);
  return { seller, buyer };
}

export async function requestReceivables(company: TestCompany): Promise<void> {
  expect(await company.send(`PUT ${servicePath}`, { body: receivablesSettings })).toMatchObject({ status: 200 });
  expect((await company.send(`GET ${servicePath}`)).body.status).toBe('ACTIVE');
}

/** Sends an invoice of 125.50 EUR, due 2026-02-14, which is delivered immediately. @returns its id */
async function sendTestInvoice(seller: TestCompany, buyer: TestCompany, wish: UblInvoiceOptions = {}): Promise<string> {
  const file = createUblInvoice({
    sender: { bid: seller.bid, country: seller.country },
    ...wish,
    recipient: { bid: buyer.bid, country: buyer.country, name: 'Buyer', ...wish.recipient },
  });
  const seen = await seller.send('POST /v1/invoices', { body: createForm({ file }) });
  expect(seen).toMatchObject({ status: 201 });
  return seen.body.id;
}

/** Sends an invoice. @returns the resulting assignment */
export async function createAssignment(
  seller: TestCompany,
  buyer: TestCompany,
  wish: UblInvoiceOptions = {},
): Promise<SeenResponse['body']> {
  const id = await sendTestInvoice(seller, buyer, wish);
  const { body } = await seller.send('GET /v1/assignments?per_page=100');
  const found = body.find(({ invoice_id }: { invoice_id: string }) => invoice_id === id);
  expect(found).toBeDefined();
  return found;
}
