import { normalizeBusinessId } from '../access/business-id.js';
import type { InvoiceFacts } from '../exchange/entities.js';
import type { SentFile } from '../exchange/read-parts.js';
import { createDefaultEndpoint } from '../profiles/default-endpoint.js';
import type { FullParty, InvoiceSample, SampleParty, SampleRequest } from './sample.js';
import { createSampleUbl } from './sample-ubl.js';

const vatPercent: Readonly<Record<string, number>> = { FI: 25.5, SE: 25 };
const accounts: Readonly<Record<string, string>> = { FI: 'FI2112345600000785', SE: 'SE4550000000058398257466' };

/** Creates a valid invoice or credit note in UBL and Peppol BIS 3.0, and its facts. */
export function createSampleInvoice(wish: SampleRequest): { readonly facts: InvoiceFacts; readonly file: SentFile } {
  const { seller, amount, number } = wish;
  const percent = vatPercent[seller.country] ?? 0;
  const cents = Math.round(amount * 100);
  const net = Math.round(cents / (1 + percent / 100));
  const tax = Math.round((net * percent) / 100);
  const sample: InvoiceSample = {
    ...wish,
    seller: full(seller),
    buyer: full(wish.buyer),
    percent,
    net,
    tax,
    rounding: cents - net - tax,
    reference: referenceOf(number),
    account: accounts[seller.country] ?? '',
  };
  const file = {
    filename: `${number}.xml`,
    mimetype: 'application/xml',
    bytes: new TextEncoder().encode(createSampleUbl(sample)),
  };
  return { facts: factsOf(sample), file };
}

function factsOf(sample: InvoiceSample): InvoiceFacts {
  const { number, date, dueDate, creditNote = false, net, tax, reference, account, seller, buyer } = sample;
  return {
    format: 'PEPPOLBIS30',
    creditNote,
    number,
    date,
    ...(creditNote ? {} : { dueDate }),
    currency: 'EUR',
    sum: (net + tax) / 100,
    tax: tax / 100,
    reference,
    accounts: [account],
    sender: partyOf(seller),
    recipient: partyOf(buyer),
  };
}

function partyOf({ scheme, endpointId, bid, name, country }: FullParty) {
  return { eia: `${scheme}:${endpointId}`, bid, name, country };
}

function full(party: SampleParty): FullParty {
  const normalBid = normalizeBusinessId(party.country, party.bid);
  const address = createDefaultEndpoint({ country: party.country, normalBid });
  if (address === undefined) throw new RangeError(`Cannot generate invoices for ${party.country}; use FI or SE`);
  const vatId = party.country === 'SE' ? `SE${normalBid}01` : `${party.country}${normalBid}`;
  return { ...party, vatId, ...address };
}

/** Returns a Finnish reference number from the digits of the invoice's number, with its check digit. */
function referenceOf(number: string): string {
  const digits = number.replace(/\D/g, '').slice(-15).padStart(3, '1');
  const weights = [7, 3, 1];
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
