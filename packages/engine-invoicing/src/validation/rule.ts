import type { XmlElement } from '../xml/xml-element.js';
import type { FindingSeverity } from './finding.js';
import type { InvoiceTree } from './invoice-tree.js';

/** One business rule. `violations` returns the elements that violate it. */
export interface ValidationRule {
  readonly id: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  violations(tree: InvoiceTree): Iterable<XmlElement>;
}

/** Selects the elements to check. `argument` is the text after the name in a table of rules. */
export type ElementSelector = (tree: InvoiceTree, argument: string) => readonly XmlElement[];

/** Returns true if an element satisfies a condition. `argument` is the text after the name in a table of rules. */
export type RuleCondition = (element: XmlElement, tree: InvoiceTree, argument: string) => boolean;

/** Creates a fatal rule that checks each selected element. */
export const createRule = (
  id: string,
  message: string,
  select: ElementSelector,
  holds: RuleCondition,
): ValidationRule => ({
  id,
  severity: 'fatal',
  message,
  violations: (tree) => select(tree, '').filter((element) => !holds(element, tree, '')),
});

export const selectDocument: ElementSelector = (tree) => [tree.root];

/** Returns true if the ancestors of an element have these names, from the parent upwards. */
export const hasAncestors = (element: XmlElement, names: readonly string[]): boolean => {
  let at = element.parent;
  for (const name of names) {
    if (at?.name !== name) return false;
    at = at.parent;
  }
  return true;
};
