import type { XmlElement } from '../xml/xml-element.js';
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

/** Returns true if the ancestors of an element have these names, starting with the parent. */
export const hasAncestors = (element: XmlElement, names: readonly string[]): boolean => {
  let at = element.parent;
  for (const name of names) {
    if (at?.name !== name) return false;
    at = at.parent;
  }
  return true;
};

/** The severity of a finding in the terms of the published rules. A fatal finding makes the invoice invalid. */
export type FindingSeverity = 'fatal' | 'warning';

/** A violation of a rule by an invoice. */
export interface InvoiceFinding {
  /** Official id, such as `BR-CO-15`, or an id for structure, such as `UBL-XSD/order` or `FINVOICE/type`. */
  readonly ruleId: string;
  readonly severity: FindingSeverity;
  /** `schema` for structure, `schematron` for business rules (einvoicing.gap.validator-endpoints). */
  readonly stage: 'schema' | 'schematron';
  /** XPath of the element. */
  readonly location: string;
  /** Line of the element's start tag, from 1. */
  readonly line: number;
  readonly message: string;
}
