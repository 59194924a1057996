import type { EinvoicingApi } from './einvoicing-api.js';
import { formOf } from './form-of.js';
import { ublInvoice } from './ubl-invoice.js';

/** Two verified companies. The second one receives, and invoices of the first one name it. */
export async function tradersOf(api: EinvoicingApi) {
  const seller = await api.company({ networks: ['INTERNAL'] });
  const buyer = await api.company({ networks: ['INTERNAL'] });
  const invoiceTo = (number: string, more = {}) =>
    ublInvoice({ number, sender: { bid: seller.bid }, recipient: { bid: buyer.bid }, ...more });
  const send = async (number: string, more = {}) =>
    seller.send('POST /v1/invoices', { body: formOf({ file: invoiceTo(number, more) }) });
  return { api, seller, buyer, invoiceTo, send };
}
