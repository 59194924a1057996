import { createHash } from 'node:crypto';
import type { FuzzFile, FuzzTools } from '@understudy/kernel/fuzz';

/** Readable invoices, by file name. */
const readable = [
  'ubl-invoice-other-prefixes.xml',
  'ubl-credit-note.xml',
  'finvoice-30.xml',
  'finvoice-201-iso-8859-15-envelope.xml',
  'broken-sums.xml',
];
/** Files that no invoice operation accepts. */
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
