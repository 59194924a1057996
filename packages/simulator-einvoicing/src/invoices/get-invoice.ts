import type { OperationHandler } from '@understudy/kernel';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type InvoiceFacts, type StoredFile, type StoredInvoice } from '../exchange/entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import { decodeContent } from '../exchange/store-files.js';
import type { operations } from '../generated/types.js';
import { markFetched } from './get-invoice-file.js';
import { presentInvoice } from './present-invoice.js';

/** The engine's name of each format that it can write. */
const convertible: ReadonlyMap<string, 'UBL' | 'FINVOICE'> = new Map([
  ['PEPPOLBIS30', 'UBL'],
  ['FINVOICE30', 'FINVOICE'],
]);

/** Returns an invoice, or its content with `return_format` (einvoicing.gap.invoice-download). */
export const getInvoice: OperationHandler<operations['getInvoice']> = async ({ path, query }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const { invoice, acting } = found;
  const { return_format: format } = query;
  if (format === undefined) return { status: 200, body: presentInvoice(invoice, context.baseUrl) };
  const content = await contentIn(format, invoice, (id) => acting.scope.collection(exchangeCollections.files).get(id));
  if (!('refused' in content)) await markFetched(acting, invoice);
  return content;
};

async function contentIn(
  format: string,
  invoice: StoredInvoice,
  fileOf: (id: string) => Promise<StoredFile | undefined>,
): Promise<Awaited<ReturnType<typeof getInvoice>>> {
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

/** Returns a PDF page with the record of an invoice: enough to look at, not a layout to rely on. */
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
