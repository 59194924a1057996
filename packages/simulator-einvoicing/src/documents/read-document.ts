import type { components } from '../generated/types.js';

type DocumentType = components['schemas']['DocumentType'];

/** What a document's own XML tells of it; empty for everything that is no XML of a known kind. */
export interface DocumentFacts {
  readonly type?: DocumentType;
  readonly number?: string;
  readonly format: string;
  readonly documentIdentifier?: string;
  readonly processIdentifier?: string;
  readonly sender: { readonly eia?: string; readonly name?: string; readonly country?: string };
  readonly recipient: { readonly eia?: string; readonly name?: string; readonly country?: string };
}

/** UBL document types by their root element. Responses are told apart by their profile. */
const types: Readonly<Record<string, DocumentType>> = {
  Invoice: 'INVOICE',
  CreditNote: 'CREDIT_NOTE',
  Finvoice: 'INVOICE',
  Order: 'ORDER',
  OrderResponse: 'ORDER_RESPONSE',
  Catalogue: 'CATALOGUE',
  DespatchAdvice: 'DESPATCH_ADVICE',
  ReceiptAdvice: 'RECEIPT',
  Reminder: 'REMINDER',
  SelfBilledInvoice: 'SELF_BILLING_INVOICE',
  ApplicationResponse: 'INVOICE_RESPONSE',
  ExpressionOfInterestRequest: 'EXPRESSION_OF_INTEREST_REQUEST',
  ExpressionOfInterestResponse: 'EXPRESSION_OF_INTEREST_RESPONSE',
  TenderStatusRequest: 'TENDER_STATUS_REQUEST',
  CallForTenders: 'CALL_FOR_TENDERS',
  Tender: 'TENDER',
  TenderReceipt: 'TENDER_RECEIPT',
};

const suppliers = [
  'AccountingSupplierParty',
  'SellerSupplierParty',
  'DespatchSupplierParty',
  'ProviderParty',
  'SenderParty',
];
const customers = ['AccountingCustomerParty', 'DeliveryCustomerParty', 'BuyerCustomerParty', 'ReceiverParty'];

/** What the customer sends to the supplier; of everything else the supplier is the sender. */
const fromCustomer: ReadonlySet<string> = new Set(['Order', 'OrderChange', 'OrderCancellation', 'ReceiptAdvice']);

/**
 * Reads type, number and parties from XML of the UBL family. Only a look, not a check: documents are passed on as they are
 * (einvoicing.documents.no-conversion).
 */
export function readDocument(bytes: Uint8Array): DocumentFacts {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, mostLookedAt)).toString('utf8');
  const root = /<(?:[\w.-]+:)?(\w+)[\s>/]/.exec(text.replace(/^\uFEFF?\s*(<\?[^>]*>\s*|<!--[\s\S]*?-->\s*)*/, ''))?.[1];
  if (
    !text
      .trimStart()
      .replace(/^\uFEFF/, '')
      .startsWith('<') ||
    root === undefined
  ) {
    return { format: 'UNKNOWN', sender: {}, recipient: {} };
  }
  const profile = textIn(text, 'ProfileID');
  const customization = textIn(text, 'CustomizationID');
  const number = textIn(text, 'ID');
  const type = typeOf(root, profile);
  const reverse = fromCustomer.has(root);
  return {
    ...(type === undefined ? {} : { type }),
    ...(number === undefined ? {} : { number }),
    format: customization?.includes('peppol') === true ? 'PEPPOLBIS30' : root.toUpperCase(),
    ...(customization === undefined ? {} : { documentIdentifier: customization }),
    ...(profile === undefined ? {} : { processIdentifier: profile }),
    sender: partyIn(text, reverse ? customers : suppliers),
    recipient: partyIn(text, reverse ? suppliers : customers),
  };
}

/** What is asked for stands near the beginning; a catalogue of megabytes is not searched to its end. */
const mostLookedAt = 256 * 1024;

function typeOf(root: string, profile: string | undefined): DocumentType | undefined {
  if (root === 'ApplicationResponse' && profile?.includes('catalogue') === true) return 'CATALOGUE_RESPONSE';
  if (root === 'ApplicationResponse' && profile?.includes('mlr') === true) return 'MESSAGE_LEVEL_RESPONSE';
  return Object.hasOwn(types, root) ? types[root] : undefined;
}

function partyIn(text: string, names: readonly string[]) {
  for (const name of names) {
    const part = elementOf(text, name);
    if (part === undefined) continue;
    const endpoint = /<(?:[\w.-]+:)?EndpointID[^>]*schemeID\s*=\s*["']([^"']+)["'][^>]*>\s*([^<]+?)\s*</.exec(part);
    const partyName = textIn(elementOf(part, 'PartyName') ?? '', 'Name') ?? textIn(part, 'RegistrationName');
    const country = textIn(elementOf(part, 'Country') ?? '', 'IdentificationCode');
    return {
      ...(endpoint === null ? {} : { eia: `${endpoint[1]}:${endpoint[2]}` }),
      ...(partyName === undefined ? {} : { name: partyName }),
      ...(country === undefined ? {} : { country }),
    };
  }
  return {};
}

function elementOf(text: string, name: string): string | undefined {
  const begin = new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>]`).exec(text);
  if (begin === null) return undefined;
  const rest = text.slice(begin.index);
  const end = new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`).exec(rest);
  return end === null ? undefined : rest.slice(0, end.index);
}

function textIn(text: string, name: string): string | undefined {
  const found = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>\\s*([^<]+?)\\s*<`).exec(text)?.[1];
  return found
    ?.replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}
