import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE, EXTENSION_NAMESPACE } from '../ubl/namespaces.js';
import type { XmlElement } from '../xml/xml-element.js';

const NONE: readonly XmlElement[] = [];

/** A UBL document indexed by element name, walked once for all rules. Extensions are not walked. */
export class InvoiceTree {
  readonly #byName = new Map<string, XmlElement[]>();
  readonly creditNote: boolean;

  constructor(readonly root: XmlElement) {
    this.creditNote = root.name === 'CreditNote';
    const pending = [root];
    const ordered: XmlElement[] = [];
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      ordered.push(element);
      for (let index = element.children.length - 1; index >= 0; index -= 1) {
        const child = element.children[index];
        if (child !== undefined && child.namespace !== EXTENSION_NAMESPACE) pending.push(child);
      }
    }
    for (const element of ordered) {
      if (element.namespace !== AGGREGATE_NAMESPACE && element.namespace !== BASIC_NAMESPACE) continue;
      const alike = this.#byName.get(element.name);
      if (alike === undefined) this.#byName.set(element.name, [element]);
      else alike.push(element);
    }
  }

  /** All elements of a name in document order. */
  elements(name: string): readonly XmlElement[] {
    return this.#byName.get(name) ?? NONE;
  }

  /** All names there are. */
  names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** Invoice lines or credit note lines. */
  get lines(): readonly XmlElement[] {
    const invoiceLines = this.elements('InvoiceLine');
    const creditNoteLines = this.elements('CreditNoteLine');
    if (creditNoteLines.length === 0) return invoiceLines;
    return invoiceLines.length === 0 ? creditNoteLines : [...invoiceLines, ...creditNoteLines];
  }
}
