import { type InvoiceRejection, isRejection } from '../invoice-rejection.js';
import { decodeXml, type XmlLimits, xmlLimits } from './decode-xml.js';
import type { XmlElement } from './xml-element.js';
import { XmlParser } from './xml-parser.js';

export interface XmlDocument {
  /** The document element. If there are several, such as a SOAP envelope before an invoice, see {@link roots}. */
  readonly root: XmlElement;
  readonly roots: readonly XmlElement[];
  readonly encoding: string;
}

/**
 * Reads XML 1.0 with namespaces, without document types. In Finvoice files, an envelope can precede the invoice as
 * another document element.
 */
export const readXml = (bytes: Uint8Array, limits: XmlLimits = xmlLimits): XmlDocument | InvoiceRejection => {
  if (bytes.length > limits.bytes) {
    return {
      refused: true,
      code: 'xml/too-large',
      reason: `The file has ${bytes.length} bytes; the limit is ${limits.bytes}`,
    };
  }
  const decoded = decodeXml(bytes);
  if (isRejection(decoded)) return decoded;
  const roots = new XmlParser(decoded.text, limits).parse();
  if (!Array.isArray(roots)) return roots;
  const root = roots.at(-1);
  if (root === undefined)
    return { refused: true, code: 'xml/truncated', reason: 'The file is empty', line: 1, column: 1 };
  return { root, roots, encoding: decoded.encoding };
};
