import { createForm } from './create-form.js';
import type { EinvoicingApi } from './einvoicing-api.js';
import { createUblInvoice } from './ubl-invoice.js';

/** Creates two verified companies, and functions that create and send the first one's invoices to the second. */
export async function createTraders(api: EinvoicingApi) {
  const seller = await api.company({ networks: ['INTERNAL'] });
  const buyer = await api.company({ networks: ['INTERNAL'] });
  const invoiceTo = (number: string, more = {}) =>
    createUblInvoice({ number, sender: { bid: seller.bid }, recipient: { bid: buyer.bid }, ...more });
  const send = async (number: string, more = {}) =>
    seller.send('POST /v1/invoices', { body: createForm({ file: invoiceTo(number, more) }) });
  return { api, seller, buyer, invoiceTo, send };
}
