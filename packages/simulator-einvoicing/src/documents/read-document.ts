import type { components } from '../generated/types.js';
import { DocumentTags } from './document-tags.js';

type DocumentType = components['schemas']['DocumentType'];

/** UBL document types by root element. Responses are distinguished by their profile. */
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

/** Types that the customer sends to the supplier. The supplier sends all others. */
const fromCustomer: ReadonlySet<string> = new Set(['Order', 'OrderChange', 'OrderCancellation', 'ReceiptAdvice']);

/** Reads type, number and parties of UBL documents without validation (einvoicing.documents.no-conversion). */
export function readDocument(bytes: Uint8Array) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, mostLookedAt)).toString('utf8');
  // A byte order mark is white space to it.
  const tags = text.trimStart().startsWith('<') ? DocumentTags.of(text) : undefined;
  const root = tags?.root;
  if (tags === undefined || root === undefined) return { format: 'UNKNOWN', sender: {}, recipient: {} };
  const profile = tags.text('ProfileID');
  const customization = tags.text('CustomizationID');
  const number = tags.text('ID');
  const type = typeOf(root, profile);
  const reverse = fromCustomer.has(root);
  return {
    ...(type === undefined ? {} : { type }),
    ...(number === undefined ? {} : { number }),
    format: customization?.includes('peppol') === true ? 'PEPPOLBIS30' : root.toUpperCase(),
    ...(customization === undefined ? {} : { documentIdentifier: customization }),
    ...(profile === undefined ? {} : { processIdentifier: profile }),
    sender: partyIn(tags, reverse ? customers : suppliers),
    recipient: partyIn(tags, reverse ? suppliers : customers),
  };
}

/** These values are near the start. A catalogue of several megabytes is not searched to its end. */
const mostLookedAt = 256 * 1024;

function typeOf(root: string, profile: string | undefined): DocumentType | undefined {
  if (root === 'ApplicationResponse' && profile?.includes('catalogue') === true) return 'CATALOGUE_RESPONSE';
  if (root === 'ApplicationResponse' && profile?.includes('mlr') === true) return 'MESSAGE_LEVEL_RESPONSE';
  return Object.hasOwn(types, root) ? types[root] : undefined;
}

function partyIn(tags: DocumentTags, names: readonly string[]) {
  for (const name of names) {
    const part = tags.inside(name);
    if (part === undefined) continue;
    const endpoint = part.find('EndpointID', 'schemeID');
    const partyName = part.inside('PartyName')?.text('Name') ?? part.text('RegistrationName');
    const country = part.inside('Country')?.text('IdentificationCode');
    return {
      ...(endpoint === undefined ? {} : { eia: `${endpoint.attribute}:${endpoint.text}` }),
      ...(partyName === undefined ? {} : { name: partyName }),
      ...(country === undefined ? {} : { country }),
    };
  }
  return {};
}
