import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import { exchangeCollections, type StoredFile, type StoredInvoice } from '../exchange/entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import { contentOf } from '../exchange/store-files.js';
import type { operations } from '../generated/types.js';
import { markFetched } from './get-invoice-file.js';
import { imageOf } from './image-of.js';
import { presentInvoice } from './present-invoice.js';

/** The engine's name of each format that it can write. */
const convertible: ReadonlyMap<string, 'UBL' | 'FINVOICE'> = new Map([
  ['PEPPOLBIS30', 'UBL'],
  ['FINVOICE30', 'FINVOICE'],
]);

/** One invoice, or with `return_format` its content (einvoicing.gap.invoice-download). */
export const getInvoice: Handler<operations['getInvoice']> = async ({ path, query }, context) => {
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
  if (xml === undefined) return refusals.notFound();

  if (format === 'ORIGINAL_IMAGE' || format === 'ORIGINAL_OR_GENERATED_IMAGE') {
    if (image !== undefined) return bytes(contentOf(image), 'application/pdf');
    if (format === 'ORIGINAL_IMAGE') return notConvertible(format, 'it came without an image');
  }
  if (format === 'GENERATED_IMAGE' || format === 'ORIGINAL_OR_GENERATED_IMAGE') {
    return bytes(imageOf(invoice.facts), 'application/pdf');
  }
  // The original bytes, if no conversion is needed.
  if (format === invoice.facts.format) return bytes(contentOf(xml), xml.mimetype);
  const target = convertible.get(format);
  if (target === undefined) return notConvertible(format, `its format is ${invoice.facts.format}`);
  const { convertInvoice, isRefusal } = await import('@understudy/engine-invoicing');
  const converted = convertInvoice(contentOf(xml), target);
  if (isRefusal(converted)) return notConvertible(format, converted.reason);
  return bytes(converted.bytes, converted.mediaType);
}

function bytes(body: Uint8Array, mediaType: string) {
  return { status: 200, body, headers: { 'content-type': mediaType } } as const;
}

function notConvertible(format: string, reason: string) {
  return refusals.unprocessable('format_not_available', `The invoice is not available as ${format}`, [
    `${reason}; available are its own format, PEPPOLBIS30, FINVOICE30 and GENERATED_IMAGE`,
  ]);
}
