import type { StoredInvoice } from '../exchange/entities.js';

/** What the events about a sent invoice contain (einvoicing.delivered.event). */
export function deliveryData({ id, facts, route }: StoredInvoice) {
  return {
    invoice_id: id,
    invoice_number: facts.number,
    destination: route ?? '',
    recipient_name: facts.recipient.name ?? '',
    recipient_bid: facts.recipient.bid ?? '',
  };
}
