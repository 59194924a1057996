import type { XmlElement } from '../xml/xml-element.js';
import type { FindingSeverity } from './finding.js';
import type { InvoiceTree } from './invoice-tree.js';

/** One business rule: `violations` gives the elements at which it does not hold. */
export interface Rule {
  readonly id: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  violations(tree: InvoiceTree): Iterable<XmlElement>;
}

type Select = (tree: InvoiceTree) => readonly XmlElement[];
type Holds = (element: XmlElement, tree: InvoiceTree) => boolean;

/** A fatal rule: at each selected element it holds or is violated. */
export const rule = (id: string, message: string, select: Select, holds: Holds): Rule => ({
  id,
  severity: 'fatal',
  message,
  violations: (tree) => select(tree).filter((element) => !holds(element, tree)),
});

/** A rule whose violation is a warning. */
export const warningRule = (id: string, message: string, select: Select, holds: Holds): Rule => ({
  ...rule(id, message, select, holds),
  severity: 'warning',
});

/** Selects the document element. */
export const document: Select = (tree) => [tree.root];

/** Selects all elements of a name, wherever they stand. */
export const every =
  (name: string): Select =>
  (tree) =>
    tree.elements(name);

/** Selects the elements of a name whose ancestors, from the parent upwards, have the names given. */
export const under =
  (name: string, ...ancestors: string[]): Select =>
  (tree) =>
    tree.elements(name).filter((element) => hasAncestors(element, ancestors));

/** Whether the ancestors of an element, from the parent upwards, have these names. */
export const hasAncestors = (element: XmlElement, names: readonly string[]): boolean => {
  let at = element.parent;
  for (const name of names) {
    if (at?.name !== name) return false;
    at = at.parent;
  }
  return true;
};
