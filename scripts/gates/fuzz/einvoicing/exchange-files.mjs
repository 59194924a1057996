import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../steps.mjs';
import { fileOf } from '../form-body.mjs';
import { otherBytes } from '../mutate-file.mjs';
import { zipOf } from '../zip-of.mjs';

const folder = join(root, 'fixtures', 'einvoicing');
const fixture = (name) => readFileSync(join(folder, name));

/** Invoices that are read, by their file names. */
export const invoiceFiles = [
  'ubl-invoice.xml',
  'ubl-invoice-other-prefixes.xml',
  'ubl-credit-note.xml',
  'finvoice-30.xml',
  'finvoice-201-iso-8859-15-envelope.xml',
  'broken-sums.xml',
].map((name) => fileOf(name, fixture(`invoices/${name}`), 'application/xml'));

/** Files that no invoice operation takes. */
export const brokenFiles = [
  'broken-encoding.xml',
  'broken-entity-bomb.xml',
  'broken-external-entity.xml',
  'broken-finvoice-date.xml',
  'broken-no-number.xml',
  'broken-truncated.xml',
  'not-an-invoice.xml',
].map((name) => fileOf(name, fixture(`invoices/${name}`), 'application/xml'));

export const [invoiceFile] = invoiceFiles;
export const zippedInvoice = fileOf(
  'invoice.zip',
  zipOf({ 'invoice.xml': invoiceFile.bytes, 'invoice.pdf': '%PDF-1.4' }),
);
export const brokenZips = [zippedInvoice.bytes.subarray(0, 900), Buffer.from('PK\u0005\u0006')].map((bytes) =>
  fileOf('invoice.zip', bytes),
);
export const orderFile = fileOf('order.xml', fixture('scenarios/order.xml'), 'application/xml');

/** An invoice of a seller to a buyer with Finnish business ids; the fixture's own ids give way to theirs. */
export function invoiceBetween(seller, buyer, number) {
  const text = fixture('scenarios/invoice.xml').toString();
  return fileOf(
    'invoice.xml',
    text.replaceAll('3100044-1', seller.bid).replaceAll('3200099-6', buyer.bid).replaceAll('INV-1001', number),
  );
}

/** The form of a package of letters. */
export function packageOf(bytes, filename = 'letters.zip') {
  const hash = createHash('sha1').update(bytes).digest('hex');
  return { filename, file: Buffer.from(bytes).toString('base64'), zipHash: hash, hash };
}

export const letters = packageOf(zipOf({ 'letter.pdf': '%PDF-1.4', 'letter.xml': '<a/>' }));

/** Packages of all kinds of bytes, each with the hash that belongs to it. */
export const strangePackages = [...otherBytes(invoiceFile.bytes)].map(([, bytes]) => packageOf(Buffer.from(bytes)));
