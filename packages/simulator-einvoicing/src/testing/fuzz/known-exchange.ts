import { createHash } from 'node:crypto';
import { isObject } from '@understudy/contract';
import type { FuzzEnvironment } from '@understudy/kernel/fuzz';
import type { FuzzFile, FuzzTools } from '@understudy/kernel/testing';

export interface FuzzCompany {
  readonly id: string;
  /** Business id. */
  readonly bid: string;
  readonly userKey: string;
  /** Key of the vendor that created it. */
  readonly vendor: string;
}

/** Ids of the prepared data, by kind. */
export interface KnownExchange {
  readonly seller: FuzzCompany;
  readonly buyer: FuzzCompany;
  readonly partner: FuzzCompany;
  readonly unverified: FuzzCompany;
  readonly registrations: readonly string[];
  readonly subscriptions: readonly string[];
  readonly invoices: Readonly<Record<'delivered' | 'pending' | 'failed' | 'received', readonly string[]>>;
  readonly invoiceFiles: readonly { readonly id: string; readonly file_id: string }[];
  readonly documents: readonly string[];
  readonly documentFiles: readonly string[];
  readonly assignments: readonly string[];
  readonly events: readonly { readonly assignment_id: string; readonly event_id: string }[];
  readonly threads: readonly string[];
  readonly messages: readonly string[];
  /** The package of letters that Direct Print has accepted. */
  readonly letters: string;
}

export interface FuzzSources {
  readonly tools: FuzzTools;
  readonly files: ExchangeFiles;
}

export const fuzzVendorKey = 'demo-vendor-key';
export const fuzzPartnerKey = 'fuzz-partner-key';
export const allFuzzScopes = 'eui validate billing:reports partner:invoice_delivery_actions';
/** Name and password of the user who is registered at Direct Print. */
export const printUserCredentials = { USERNAME: 'printer@example.com', USERPW: 'a pass word' };

/** The request: headers, and JSON, the fields of a multipart form or those of an urlencoded form. */
export interface FuzzRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** Sends a request of the preparation, such as `POST /v1/invoices`. @throws Error unless it succeeds. */
export async function sendToExchange(
  tools: FuzzTools,
  { simulators, url }: FuzzEnvironment,
  call: string,
  sent: FuzzRequest = {},
): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ');
  const { headers, body } = bodyOf(tools, sent);
  const init: RequestInit = { method, headers: { ...sent.headers, ...headers } };
  if (body !== undefined) init.body = body;
  const response = await simulators.fetch(`${url}${path}`, init);
  const text = await response.text();
  if (!response.ok || text.startsWith('ERROR')) throw new Error(`${call} answered ${response.status}: ${text}`);
  return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
}

/** Returns a value for the header `Authorization`: a token of the company, fetched by its user with a vendor's key. */
export async function requestCompanyToken(
  tools: FuzzTools,
  place: FuzzEnvironment,
  { id, userKey, vendor }: FuzzCompany,
  scope = allFuzzScopes,
): Promise<string> {
  const form = { company_id: id, user_api_key: userKey, scope, vendor_api_key: vendor };
  return `Bearer ${readTextMember(await sendToExchange(tools, place, 'POST /oauth2/token', { form }), 'access_token')}`;
}

export const readMember = (answer: unknown, member: string): unknown => (isObject(answer) ? answer[member] : undefined);

export function readTextMember(answer: unknown, member: string): string {
  return String(readMember(answer, member));
}

function bodyOf(
  { multipart }: FuzzTools,
  { json, fields, form }: FuzzRequest,
): { headers?: Record<string, string>; body?: NonNullable<RequestInit['body']> } {
  if (fields !== undefined) {
    const { type, bytes } = multipart(fields);
    return { headers: { 'content-type': type }, body: bytes };
  }
  if (json !== undefined) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  return form === undefined ? {} : { body: new URLSearchParams(form) };
}

const readable = [
  'ubl-invoice-other-prefixes.xml',
  'ubl-credit-note.xml',
  'finvoice-30.xml',
  'finvoice-201-iso-8859-15-envelope.xml',
  'broken-sums.xml',
];
const unreadable = [
  'broken-encoding.xml',
  'broken-entity-bomb.xml',
  'broken-external-entity.xml',
  'broken-finvoice-date.xml',
  'broken-no-number.xml',
  'broken-truncated.xml',
  'not-an-invoice.xml',
];

type LetterForm = Readonly<Record<'filename' | 'file' | 'zipHash' | 'hash', string>>;

export interface ExchangeFiles {
  /** Readable invoices. `invoice` is the first one. */
  readonly invoices: readonly FuzzFile[];
  readonly invoice: FuzzFile;
  readonly finvoice: FuzzFile;
  readonly zippedInvoice: FuzzFile;
  /** Files that no invoice operation accepts. */
  readonly broken: readonly FuzzFile[];
  readonly brokenZips: readonly FuzzFile[];
  readonly order: FuzzFile;
  /** An invoice of a seller to a buyer with Finnish business ids. */
  invoiceBetween(seller: { readonly bid: string }, buyer: { readonly bid: string }, number: string): FuzzFile;
  readonly letters: LetterForm;
  /** Packages of all kinds of bytes, each with the hash that belongs to it. */
  readonly strangePackages: readonly LetterForm[];
}

export function createExchangeFuzzFiles({ fixture, zip, mutateBytes }: FuzzTools): ExchangeFiles {
  const xml = (filename: string, path: string): FuzzFile => ({
    filename,
    bytes: fixture(`einvoicing/${path}`),
    mediaType: 'application/xml',
  });
  const invoice = xml('ubl-invoice.xml', 'invoices/ubl-invoice.xml');
  const finvoice = xml('finvoice-30.xml', 'invoices/finvoice-30.xml');
  const zippedInvoice = {
    filename: 'invoice.zip',
    bytes: zip({ 'invoice.xml': invoice.bytes, 'invoice.pdf': '%PDF-1.4' }),
  };
  const cut = [zippedInvoice.bytes.subarray(0, 900), Buffer.from('PK\u0005\u0006')];
  const template = new TextDecoder().decode(fixture('einvoicing/scenarios/invoice.xml'));
  return {
    invoices: [invoice, ...readable.map((name) => xml(name, `invoices/${name}`))],
    invoice,
    finvoice,
    zippedInvoice,
    broken: unreadable.map((name) => xml(name, `invoices/${name}`)),
    brokenZips: cut.map((bytes) => ({ filename: 'invoice.zip', bytes })),
    order: xml('order.xml', 'scenarios/order.xml'),
    // Their ids replace the ids of the fixture.
    invoiceBetween: (seller, buyer, number) => ({
      filename: 'invoice.xml',
      bytes: new TextEncoder().encode(
        template.replaceAll('3100044-1', seller.bid).replaceAll('3200099-6', buyer.bid).replaceAll('INV-1001', number),
      ),
    }),
    letters: packageOf(zip({ 'letter.pdf': '%PDF-1.4', 'letter.xml': '<a/>' })),
    strangePackages: [...mutateBytes(invoice.bytes)].map(([, bytes]) => packageOf(Buffer.from(bytes))),
  };
}

function packageOf(bytes: Uint8Array): LetterForm {
  const hash = createHash('sha1').update(bytes).digest('hex');
  return { filename: 'letters.zip', file: Buffer.from(bytes).toString('base64'), zipHash: hash, hash };
}
