import { type InvoiceRejection, isRejection } from './invoice-rejection.js';
import { CREDIT_NOTE_NAMESPACE, INVOICE_NAMESPACE } from './ubl/namespaces.js';
import { readXml, type XmlDocument } from './xml/read-xml.js';
import { toXpath } from './xml/to-xpath.js';
import type { XmlElement } from './xml/xml-element.js';

/** The format of a file, determined by its root element rather than its file name. */
export interface DetectedFormat {
  readonly kind: 'UBL_INVOICE' | 'UBL_CREDIT_NOTE' | 'FINVOICE' | 'OTHER';
  /**
   * Format code of einvoicing.gap.invoice-xml-kinds: PEPPOLBIS30, PEPPOLBIS20, EHF20, OIOUBL, SIUBL11, SIUBL12, SIUBL20,
   * SVEFAKTURA10, E2B, FINVOICE13, FINVOICE20, FINVOICE30 (SEDI is not public); beside them UBL21, CII, TEAPPSXML and
   * UNKNOWN.
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
