import { readFinvoice } from './finvoice/finvoice.js';
import { type InvoiceRejection, isRejection } from './invoice-rejection.js';
import type { Invoice } from './model/invoice.js';
import { UnreadableInvoiceError } from './model/reading.js';
import { CREDIT_NOTE_NAMESPACE, INVOICE_NAMESPACE } from './ubl/namespaces.js';
import { readUbl } from './ubl/ubl.js';
import { readXml, type XmlDocument } from './xml/read-xml.js';
import { toXpath, type XmlElement } from './xml/xml-element.js';

export interface InvoiceDocument {
  readonly format: 'UBL' | 'FINVOICE';
  /** Format code, such as PEPPOLBIS30 or FINVOICE30. */
  readonly code: string;
  readonly version: string;
  readonly encoding: string;
  readonly model: Invoice;
}

const FINVOICE_VERSIONS = new Set(['1.3', '2.0', '2.01', '3.0']);

const notRead = (root: XmlElement, format: DetectedFormat): InvoiceRejection => ({
  refused: true,
  code: format.code === 'UNKNOWN' ? 'invoice/not-an-invoice' : 'invoice/unsupported-format',
  reason:
    format.code === 'UNKNOWN'
      ? `The document element is ${root.name}; send a UBL 2.1 Invoice or CreditNote, or a Finvoice`
      : `The file is ${format.code}; all terms are read of UBL 2.1 Invoice and CreditNote and of Finvoice only`,
  line: root.line,
  column: root.column,
  location: toXpath(root),
});

export const readInvoiceFrom = (root: XmlElement, encoding: string): InvoiceDocument | InvoiceRejection => {
  const format = findFormat(root, encoding);
  if (format.kind === 'OTHER') return notRead(root, format);
  if (format.kind === 'FINVOICE' && !FINVOICE_VERSIONS.has(format.version ?? '')) {
    return {
      refused: true,
      code: 'invoice/unsupported-format',
      reason: `The Finvoice has version ${JSON.stringify(format.version)}; supported versions: 1.3, 2.0, 2.01 and 3.0`,
      line: root.line,
      column: root.column,
      location: toXpath(root, 'Version'),
    };
  }
  try {
    return {
      format: format.kind === 'FINVOICE' ? 'FINVOICE' : 'UBL',
      code: format.code,
      version: format.version ?? '',
      encoding,
      model: format.kind === 'FINVOICE' ? readFinvoice(root) : readUbl(root),
    };
  } catch (error) {
    if (error instanceof UnreadableInvoiceError) return error.refusal;
    throw error;
  }
};

/** Reads UBL 2.1 or Finvoice 1.3 to 3.0 into the one model, or rejects it. No file content throws. */
export const readInvoice = (bytes: Uint8Array): InvoiceDocument | InvoiceRejection => {
  const document = readXml(bytes);
  if (isRejection(document)) return document;
  const root = findInvoiceRoot(document);
  return isRejection(root) ? root : readInvoiceFrom(root, document.encoding);
};

/** The format of a file, determined by its root element rather than its file name. */
interface DetectedFormat {
  readonly kind: 'UBL_INVOICE' | 'UBL_CREDIT_NOTE' | 'FINVOICE' | 'OTHER';
  /**
   * Format code of einvoicing.gap.invoice-xml-kinds: PEPPOLBIS30, PEPPOLBIS20, EHF20, OIOUBL, SIUBL11, SIUBL12,
   * SIUBL20, SVEFAKTURA10, E2B, FINVOICE13, FINVOICE20, FINVOICE30 (SEDI is not public); and also UBL21, CII, TEAPPSXML
   * and UNKNOWN.
   */
  readonly code: string;
  readonly version?: string;
  readonly root: string;
  readonly namespace: string;
  readonly encoding: string;
}

/** Finds the invoice in a document: the last root after a SOAP envelope, or the content of its body. */
export const findInvoiceRoot = (document: XmlDocument): XmlElement | InvoiceRejection => {
  const { roots } = document;
  const second = roots[1];
  if (second !== undefined && roots[0]?.name !== 'Envelope') {
    return {
      refused: true,
      code: 'xml/not-well-formed',
      reason: 'There is a second document element; only a SOAP envelope can precede an invoice',
      line: second.line,
      column: second.column,
      location: toXpath(second),
    };
  }
  const root = document.root;
  if (root.name !== 'Envelope') return root;
  return root.child('Body')?.children[0] ?? root;
};

const ublCode = (root: XmlElement): string => {
  const customization = root.textAt('CustomizationID') ?? '';
  const profile = root.textAt('ProfileID') ?? '';
  if (customization.includes('poacc:billing:3') || customization.includes('poacc:selfbilling:3')) return 'PEPPOLBIS30';
  if (customization.includes('www.difi.no:ehf') || customization.includes('erstat:ehf')) return 'EHF20';
  if (customization.includes('www.peppol.eu:bis:peppol')) return 'PEPPOLBIS20';
  if (/^OIOUBL-2/i.test(customization)) return 'OIOUBL';
  const [, ...simplerInvoicing] = `${customization} ${profile}`.split(/simplerinvoicing/i);
  const simpler = /1\.1|1\.2|2\.0/.exec(simplerInvoicing.join(' '))?.[0];
  if (simpler !== undefined) return `SIUBL${simpler.replace('.', '')}`;
  if (/^NLCIUS|nen\.nl:nlcius/i.test(customization) || customization.includes('urn:fdc:nen.nl')) return 'SIUBL20';
  return 'UBL21';
};

const otherCode = (root: XmlElement): string => {
  if (root.namespace.startsWith('urn:sfti:documents:')) return 'SVEFAKTURA10';
  if (root.name === 'CrossIndustryInvoice' || root.name === 'CrossIndustryDocument') return 'CII';
  if (root.name === 'INVOICE_CENTER') return 'TEAPPSXML';
  if (root.name === 'Interchange' || root.namespace === 'http://www.e2b.no/XMLSchema') return 'E2B';
  return 'UNKNOWN';
};

export const findFormat = (root: XmlElement, encoding: string): DetectedFormat => {
  const base = { root: root.name, namespace: root.namespace, encoding };
  if (root.name === 'Invoice' && root.namespace === INVOICE_NAMESPACE) {
    return { ...base, kind: 'UBL_INVOICE', code: ublCode(root), version: '2.1' };
  }
  if (root.name === 'CreditNote' && root.namespace === CREDIT_NOTE_NAMESPACE) {
    return { ...base, kind: 'UBL_CREDIT_NOTE', code: ublCode(root), version: '2.1' };
  }
  if (root.name === 'Finvoice' && root.namespace === '') {
    const version = root.attribute('Version')?.trim() ?? '';
    const code = version.startsWith('1') ? 'FINVOICE13' : version.startsWith('2') ? 'FINVOICE20' : 'FINVOICE30';
    return { ...base, kind: 'FINVOICE', code, version };
  }
  return { ...base, kind: 'OTHER', code: otherCode(root) };
};

/** Detects the format of a file. Returns a rejection if it is not XML. */
export const detectFormat = (bytes: Uint8Array): DetectedFormat | InvoiceRejection => {
  const document = readXml(bytes);
  if (isRejection(document)) return document;
  const root = findInvoiceRoot(document);
  return isRejection(root) ? root : findFormat(root, document.encoding);
};
