import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import type { Rule } from '../rule.js';

const emptyElements = (tree: InvoiceTree): XmlElement[] => {
  const empty: XmlElement[] = [];
  const pending = [tree.root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (element.children.length === 0 && element.text.trim() === '') empty.push(element);
    for (const child of element.children) pending.push(child);
  }
  return empty.sort((one, other) => one.line - other.line);
};

/** PEPPOL-EN16931-R008: no element without content, extensions included. */
export const emptyElementRule: Rule = {
  id: 'PEPPOL-EN16931-R008',
  severity: 'fatal',
  message: 'An element is empty; leave it out',
  violations: emptyElements,
};
