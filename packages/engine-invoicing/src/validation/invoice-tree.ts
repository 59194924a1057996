import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE } from '../ubl/namespaces.js';
import type { XmlElement } from '../xml/xml-element.js';

const NONE: readonly XmlElement[] = [];

/** A UBL document indexed by element name, walked once for all rules, including UBL elements in extensions. */
export class InvoiceTree {
  readonly #byName = new Map<string, XmlElement[]>();
  /** The first element by attribute and element name. */
  readonly #byAttribute = new Map<string, Map<string, XmlElement>>();
  readonly creditNote: boolean;

  constructor(readonly root: XmlElement) {
    this.creditNote = root.name === 'CreditNote';
    const pending = [root];
    const ordered: XmlElement[] = [];
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      ordered.push(element);
      for (let index = element.children.length - 1; index >= 0; index -= 1) {
        const child = element.children[index];
        if (child !== undefined) pending.push(child);
      }
    }
    for (const element of ordered) {
      for (const { name, namespace } of element.attributes) if (namespace === '') this.#note(name, element);
      if (element.namespace !== AGGREGATE_NAMESPACE && element.namespace !== BASIC_NAMESPACE) continue;
      const alike = this.#byName.get(element.name);
      if (alike === undefined) this.#byName.set(element.name, [element]);
      else alike.push(element);
    }
  }

  /** Returns all elements of a name in document order. */
  elements(name: string): readonly XmlElement[] {
    return this.#byName.get(name) ?? NONE;
  }

  #note(attribute: string, element: XmlElement): void {
    let firsts = this.#byAttribute.get(attribute);
    if (firsts === undefined) {
      firsts = new Map();
      this.#byAttribute.set(attribute, firsts);
    }
    if (!firsts.has(element.name)) firsts.set(element.name, element);
  }

  /** Returns the first element with an attribute for each element name, in any namespace. */
  firstWith(attribute: string): XmlElement[] {
    return [...(this.#byAttribute.get(attribute)?.values() ?? [])];
  }

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
