import { omitUndefined } from '@understudy/contract';
import type { components } from '../generated/types.js';

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
  // trimStart() also removes a byte order mark.
  const tags = text.trimStart().startsWith('<') ? DocumentTags.of(text) : undefined;
  const root = tags?.root;
  if (tags === undefined || root === undefined) return { format: 'UNKNOWN', sender: {}, recipient: {} };
  const profile = tags.text('ProfileID');
  const customization = tags.text('CustomizationID');
  const number = tags.text('ID');
  const type = typeOf(root, profile);
  const reverse = fromCustomer.has(root);
  return {
    ...omitUndefined({ type, number }),
    format: customization?.includes('peppol') === true ? 'PEPPOLBIS30' : root.toUpperCase(),
    ...omitUndefined({ documentIdentifier: customization, processIdentifier: profile }),
    sender: partyIn(tags, reverse ? customers : suppliers),
    recipient: partyIn(tags, reverse ? suppliers : customers),
  };
}

/** Number of characters searched. The values are near the start, and a catalogue can have several megabytes. */
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
      ...omitUndefined({ name: partyName, country }),
    };
  }
  return {};
}

/** A tag of a document: its local name, and the text up to the next tag. */
interface Tag {
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  /** The text between the name and the end of the tag. */
  readonly attributes: string;
  readonly text: string;
}

const spaces = /\s/;

/** The tags of XML in order, well-formed or not. Reads the text once, so the cost is linear in its length. */
class DocumentTags {
  readonly #tags: readonly Tag[];

  private constructor(tags: readonly Tag[]) {
    this.#tags = tags;
  }

  static of(text: string): DocumentTags {
    const tags: Tag[] = [];
    let at = text.indexOf('<');
    while (at !== -1) {
      const [opening, closing] = text.startsWith('<!--', at)
        ? ['<!--', '-->']
        : text.startsWith('<?', at)
          ? ['<?', '?>']
          : text.startsWith('<![CDATA[', at)
            ? ['<![CDATA[', ']]>']
            : ['<', '>'];
      const end = text.indexOf(closing, at + opening.length);
      if (end === -1) break;
      const next = text.indexOf('<', end + closing.length);
      if (opening === '<') tags.push(tagOf(text.slice(at + 1, end), text.slice(end + 1, next === -1 ? end + 1 : next)));
      at = next;
    }
    return new DocumentTags(tags);
  }

  /** Local name of the first element. */
  get root(): string | undefined {
    return this.#tags.find(({ kind }) => kind !== 'end')?.name;
  }

  /** Returns the tags from the first start of an element to its next end, or none without an end. */
  inside(name: string): DocumentTags | undefined {
    const start = this.#tags.findIndex((tag) => tag.name === name && tag.kind === 'start');
    if (start === -1) return undefined;
    const end = this.#tags.findIndex((tag, index) => index > start && tag.name === name && tag.kind === 'end');
    return end === -1 ? undefined : new DocumentTags(this.#tags.slice(start, end));
  }

  /** Finds the first element of this name that has text and, if given, the attribute. */
  find(name: string, attribute?: string): { readonly text: string; readonly attribute: string } | undefined {
    for (const tag of this.#tags) {
      if (tag.name !== name || tag.kind !== 'start') continue;
      const text = tag.text.trim();
      const value = attribute === undefined ? '' : attributeOf(tag.attributes, attribute);
      if (text !== '' && value !== undefined) return { text: unescaped(text), attribute: value };
    }
    return undefined;
  }

  /** Returns the text of the first non-empty element with this name. */
  text(name: string): string | undefined {
    return this.find(name)?.text;
  }
}

function tagOf(inner: string, text: string): Tag {
  const kind = inner.startsWith('/') ? 'end' : inner.endsWith('/') ? 'empty' : 'start';
  const content = inner.slice(kind === 'end' ? 1 : 0, kind === 'empty' ? -1 : undefined);
  const space = content.search(spaces);
  const name = space === -1 ? content : content.slice(0, space);
  return {
    name: name.slice(name.lastIndexOf(':') + 1),
    kind,
    attributes: space === -1 ? '' : content.slice(space),
    text,
  };
}

/** Returns the value of an attribute, in quotes of either kind. */
function attributeOf(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + name.length)) {
    const rest = attributes.slice(at + name.length, at + name.length + longestAttribute).trimStart();
    if (!rest.startsWith('=')) continue;
    const value = rest.slice(1).trimStart();
    const end = value.indexOf(value[0] ?? '', 1);
    if ((value.startsWith('"') || value.startsWith("'")) && end > 1) return value.slice(1, end);
  }
  return undefined;
}

/** Maximum number of characters searched for the value of an attribute, including the equals sign and spaces. */
const longestAttribute = 200;

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
