import { normalizeBusinessId } from '../access/business-id.js';
import { toDate, toDayNumber } from '../assignments/account.js';
import type { InvoiceFacts } from '../exchange/entities.js';
import type { SentFile } from '../exchange/files.js';
import { collectionPolicy } from '../policies.js';
import { createDefaultEndpoint } from '../profiles/default-endpoint.js';

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

export interface SampleParty {
  readonly name: string;
  /** Must have a valid check digit. */
  readonly bid: string;
  /** FI or SE. */
  readonly country: string;
}

/** The given values of a generated invoice. The others are chosen to match. */
interface SampleRequest {
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dueDate: string;
  readonly seller: SampleParty;
  readonly buyer: SampleParty;
  /** The amount to pay in euros, including tax, at least 0.02. */
  readonly amount: number;
  readonly item: string;
  readonly creditNote?: boolean;
}

/** A party with all values that the invoice rules require. */
interface FullParty extends SampleParty {
  readonly vatId: string;
  readonly scheme: string;
  readonly endpointId: string;
}

/** A complete generated invoice. Amounts in cents. */
interface InvoiceSample extends Omit<SampleRequest, 'seller' | 'buyer' | 'amount'> {
  readonly seller: FullParty;
  readonly buyer: FullParty;
  readonly percent: number;
  readonly net: number;
  readonly tax: number;
  /** Rounding amount. It makes the amount to pay exact even if no net sum results in it. */
  readonly rounding: number;
  readonly reference: string;
  readonly account: string;
}

export const sampleSeller: SampleParty = { name: 'Northern Roasters Oy', bid: '2345678-0', country: 'FI' };

/** Returns the issue date (the day of an instant) and the default due date. */
export function chooseSampleDates(issued: Date): { readonly date: string; readonly dueDate: string } {
  const day = toDayNumber(issued.toISOString());
  return { date: toDate(day), dueDate: toDate(day + collectionPolicy.paymentDays) };
}

function createSampleUbl(sample: InvoiceSample): string {
  const { number, date, dueDate, seller, buyer, item, percent, net, tax, rounding, reference, account } = sample;
  const isCredit = sample.creditNote === true;
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const gross = net + tax;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>${escaped(number)}</cbc:ID>
  <cbc:IssueDate>${date}</cbc:IssueDate>${isCredit ? '' : `\n  <cbc:DueDate>${dueDate}</cbc:DueDate>`}
  <cbc:${root}TypeCode>${isCredit ? 381 : 380}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>Purchasing</cbc:BuyerReference>
  ${party('AccountingSupplierParty', seller)}
  ${party('AccountingCustomerParty', buyer)}
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
    <cbc:PaymentID>${reference}</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>${account}</cbc:ID></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>${isCredit ? '' : '\n  <cac:PaymentTerms><cbc:Note>14 days net</cbc:Note></cac:PaymentTerms>'}
  <cac:TaxTotal>
    ${sum('TaxAmount', tax)}
    <cac:TaxSubtotal>
      ${sum('TaxableAmount', net)}
      ${sum('TaxAmount', tax)}
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${sum('LineExtensionAmount', net)}
    ${sum('TaxExclusiveAmount', net)}
    ${sum('TaxInclusiveAmount', gross)}${rounding === 0 ? '' : `\n    ${sum('PayableRoundingAmount', rounding)}`}
    ${sum('PayableAmount', gross + rounding)}
  </cac:LegalMonetaryTotal>
  <cac:${root}Line>
    <cbc:ID>1</cbc:ID>
    <cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity unitCode="C62">1</cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity>
    ${sum('LineExtensionAmount', net)}
    <cac:Item>
      <cbc:Name>${escaped(item)}</cbc:Name>
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price>${sum('PriceAmount', net)}</cac:Price>
  </cac:${root}Line>
</${root}>
`;
}

function party(role: string, { name, bid, country, vatId, scheme, endpointId }: FullParty): string {
  return `<cac:${role}><cac:Party>
    <cbc:EndpointID schemeID="${scheme}">${endpointId}</cbc:EndpointID>
    <cac:PostalAddress><cbc:StreetName>Market Street 1</cbc:StreetName><cbc:CityName>Capital</cbc:CityName><cbc:PostalZone>00100</cbc:PostalZone><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>${vatId}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName><cbc:CompanyID>${escaped(bid)}</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:${role}>`;
}

/** @param cents can be negative */
function sum(name: string, cents: number): string {
  return `<cbc:${name} currencyID="EUR">${(cents / 100).toFixed(2)}</cbc:${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
