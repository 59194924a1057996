import { createForm } from './create-form.js';
import type { EinvoicingApi } from './einvoicing-api.js';
import { createUblInvoice } from './ubl-invoice.js';

/** Two verified companies. The second one receives, and invoices of the first one name it. */
export async function createTraders(api: EinvoicingApi) {
  const seller = await api.company({ networks: ['INTERNAL'] });
  const buyer = await api.company({ networks: ['INTERNAL'] });
  const invoiceTo = (number: string, more = {}) =>
    createUblInvoice({ number, sender: { bid: seller.bid }, recipient: { bid: buyer.bid }, ...more });
  const send = async (number: string, more = {}) =>
    seller.send('POST /v1/invoices', { body: createForm({ file: invoiceTo(number, more) }) });
  return { api, seller, buyer, invoiceTo, send };
}
