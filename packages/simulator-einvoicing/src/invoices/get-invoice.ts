import { type ActingCompany, type Handler, handleForCompany } from '../access/acting-company.js';
import { getCompanyScope } from '../access/find-company.js';
import { collections } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import {
  exchangeCollections,
  type InvoiceFacts,
  type InvoiceParty,
  type StoredFile,
  type StoredInvoice,
} from '../exchange/entities.js';
import { decodeContent } from '../exchange/files.js';
import { handleForInvoice } from '../exchange/find-invoice.js';
import type { components } from '../generated/types.js';
import { createPage } from '../list-page.js';
import { formatRecordTime } from '../times.js';

const convertible: ReadonlyMap<string, 'UBL' | 'FINVOICE'> = new Map([
  ['PEPPOLBIS30', 'UBL'],
  ['FINVOICE30', 'FINVOICE'],
]);

/** Returns an invoice, or its content with `return_format` (einvoicing.gap.invoice-download). */
export const getInvoice = handleForInvoice<'getInvoice'>(async ({ query }, context, { invoice, acting }) => {
  const { return_format: format } = query;
  if (format === undefined) return { status: 200, body: presentInvoice(invoice, context.baseUrl) };
  const content = await contentIn(format, invoice, (id) => acting.scope.collection(exchangeCollections.files).get(id));
  if (!('refused' in content)) await markFetched(acting, invoice);
  return content;
});

async function contentIn(
  format: string,
  invoice: StoredInvoice,
  fileOf: (id: string) => Promise<StoredFile | undefined>,
): Promise<Awaited<ReturnType<Handler<'getInvoice'>>>> {
  const stored = await Promise.all(invoice.files.map(({ id }) => fileOf(id)));
  const files = stored.filter((file) => file !== undefined);
  const image = files.find(({ mimetype }) => mimetype === 'application/pdf');
  const [xml] = files;
  if (xml === undefined) return einvoicingErrors.notFound();

  if (format === 'ORIGINAL_IMAGE' || format === 'ORIGINAL_OR_GENERATED_IMAGE') {
    if (image !== undefined) return bytes(decodeContent(image), 'application/pdf');
    if (format === 'ORIGINAL_IMAGE') return notConvertible(format, 'it came without an image');
  }
  if (format === 'GENERATED_IMAGE' || format === 'ORIGINAL_OR_GENERATED_IMAGE') {
    return bytes(imageOf(invoice.facts), 'application/pdf');
  }
  // The original bytes, if no conversion is needed.
  if (format === invoice.facts.format) return bytes(decodeContent(xml), xml.mimetype);
  const target = convertible.get(format);
  if (target === undefined) return notConvertible(format, `its format is ${invoice.facts.format}`);
  const { convertInvoice, isRejection: isRefusal } = await import('@understudy/engine-invoicing');
  const converted = convertInvoice(decodeContent(xml), target);
  if (isRefusal(converted)) return notConvertible(format, converted.reason);
  return bytes(converted.bytes, converted.mediaType);
}

function bytes(body: Uint8Array, mediaType: string) {
  return { status: 200, body, headers: { 'content-type': mediaType } } as const;
}

function notConvertible(format: string, reason: string) {
  return einvoicingErrors.unprocessable('format_not_available', `The invoice is not available as ${format}`, [
    `${reason}; available are its own format, PEPPOLBIS30, FINVOICE30 and GENERATED_IMAGE`,
  ]);
}

/** Returns a PDF page with the record of an invoice. The layout is only for display and can change. */
function imageOf(facts: InvoiceFacts): Uint8Array {
  const { creditNote, number, date, dueDate, currency, sum, tax, reference, sender, recipient } = facts;
  const lines = [
    `${creditNote ? 'Credit note' : 'Invoice'} ${number}`,
    `Date ${date}${dueDate === undefined ? '' : `, due ${dueDate}`}`,
    `From ${sender.name ?? ''} ${sender.bid ?? ''}`,
    `To ${recipient.name ?? ''} ${recipient.bid ?? ''}`,
    `Total ${sum.toFixed(2)} ${currency}, tax ${tax.toFixed(2)}`,
    ...(reference === undefined ? [] : [`Reference ${reference}`]),
  ];
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 18 TL 60 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  pdf += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/** WinAnsi has the letters of western Europe at the positions of Latin-1. Other characters become question marks. */
function escapeText(text: string): string {
  const known = [...text].map((letter) => ((letter.codePointAt(0) ?? 0) < 256 ? letter : '?')).join('');
  return known.replace(/[\\()]/g, '\\$&');
}

/** Records that the company has downloaded a received invoice, once. */
async function markFetched({ scope }: Pick<ActingCompany, 'scope'>, invoice: StoredInvoice): Promise<void> {
  if (invoice.direction !== 'RECEIVED' || invoice.fetched === true) return;
  await scope.collection(exchangeCollections.invoices).put(invoice.id, { ...invoice, fetched: true });
}

export const getInvoiceFile = handleForInvoice<'getInvoiceFile'>(async ({ path }, _context, { invoice, acting }) => {
  const file = await acting.scope.collection(exchangeCollections.files).get(path.file_id.toLowerCase());
  if (file?.invoiceId !== invoice.id) return einvoicingErrors.notFound();
  await markFetched(acting, invoice);
  return { status: 200, body: decodeContent(file), headers: { 'content-type': file.mimetype } };
});

type Schemas = components['schemas'];

/** Returns the record of an invoice in the API. Missing values are null (einvoicing.gap.invoice-record). */
export function presentInvoice(invoice: StoredInvoice, baseUrl: string): Schemas['Invoice'] {
  const { id, status, facts, origin, route, comment, createdAt, receivedAt, files, actions, reroutes } = invoice;
  return {
    id,
    status,
    reference: facts.reference ?? null,
    number: facts.number,
    sender: presentParty(facts.sender),
    recipient: { ...presentParty(facts.recipient), operator: facts.recipient.operator ?? null },
    received_at: formatRecordTime(new Date(receivedAt)),
    created_at: formatRecordTime(new Date(createdAt)),
    date: facts.date,
    date_due: facts.dueDate ?? null,
    source_format: facts.format,
    sum: facts.sum,
    sum_tax: facts.tax,
    currency: facts.currency,
    origin: origin ?? null,
    destination: invoice.direction === 'RECEIVED' ? null : (route ?? null),
    comment: comment ?? null,
    files: files.map((file) => ({ ...file, href: `${baseUrl}/v1/invoices/${id}/files/${file.id}` })),
    actions: actions.map(presentAction),
    revision: reroutes === 0 ? null : { number: reroutes },
    virtual_barcode: null,
  };
}

function presentAction(action: StoredInvoice['actions'][number]): Schemas['InvoiceAction'] {
  const { type, channel, message, happened_at } = action;
  return { type, channel, message: message ?? null, key: null, happened_at: formatRecordTime(new Date(happened_at)) };
}

function presentParty({ eia, bid, name, country }: InvoiceParty): Schemas['InvoiceParty'] {
  return { eia: eia ?? null, bid: bid ?? null, name: name ?? null, country: country ?? null };
}

/** Lists the events of an invoice, oldest first. */
export const listInvoiceActions = handleForInvoice<'listInvoiceActions'>(async ({ query }, _context, { invoice }) => {
  const wanted = query['type[]'];
  const actions = invoice.actions.filter(({ type }) => wanted === undefined || wanted.includes(type));
  return { status: 200, body: actions.map(presentAction) };
});

/** Marks a received invoice as new, so that it is fetched again, or as handled (einvoicing.gap.not-fetched). */
export const markInvoiceEvents = handleForInvoice<'markInvoiceEvents'>(
  async ({ body }, _context, { acting, invoice }) => {
    // A sent invoice has no such event.
    if (invoice.direction !== 'RECEIVED') return einvoicingErrors.notFound();
    const { fetched: _before, ...rest } = invoice;
    const marked: StoredInvoice = { ...rest, handling: body.state };
    await acting.scope.collection(exchangeCollections.invoices).put(invoice.id, marked);
    return { status: 204 };
  },
);

/** Lists the received invoices of all companies linked to the token's vendor key (einvoicing.gap.not-fetched). */
export const listPartnerReceivedEvents = handleForCompany<'listPartnerReceivedEvents'>(
  async ({ query }, context, { vendor, company }) => {
    if (vendor?.partnerCompanyId !== company.id) {
      return einvoicingErrors.noAccess(
        "It is not a token of the partner's own company, fetched with its vendor_api_key",
      );
    }
    // Links are stored in the companies, so this reads every company.
    const companies = await context.scopes.shared.collection(collections.companies).list();
    const linked = companies.map(({ value }) => value).filter(({ vendorIds }) => vendorIds.includes(vendor.id));
    const events = await Promise.all(
      linked.map(async ({ id: companyId }) => {
        const state = query.state === undefined ? undefined : ([query.state] as const);
        const handled = getCompanyScope(context, companyId).collection(exchangeCollections.invoices);
        const invoices = (await handled.range('handling', state, state)).sort((a, b) => (a.key < b.key ? -1 : 1));
        return invoices.flatMap(({ value: { id, handling, receivedAt } }) =>
          handling === undefined
            ? []
            : [
                {
                  company_id: companyId,
                  invoice_id: id,
                  state: handling,
                  created_at: formatRecordTime(new Date(receivedAt)),
                },
              ],
        );
      }),
    );
    const wanted = events
      .flat()
      .sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1));
    return { status: 200, ...createPage(wanted, query, context) };
  },
);
