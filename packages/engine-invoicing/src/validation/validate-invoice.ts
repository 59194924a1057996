import { type InvoiceRejection, isRejection } from '../invoice-rejection.js';
import { findFormat, findInvoiceRoot } from '../read-invoice.js';
import { readXml } from '../xml/read-xml.js';
import { toXpath, type XmlElement } from '../xml/xml-element.js';
import { en16931Rules } from './en16931/en16931-rules.js';
import { findUnusedTerms } from './en16931/unused-term-rules.js';
import { InvoiceTree } from './invoice-tree.js';
import { peppolRules } from './peppol/peppol-rules.js';
import type { InvoiceFinding, ValidationRule } from './rule.js';
import { checkFinvoiceStructure } from './structure/check-finvoice-structure.js';
import { checkUblStructure } from './structure/check-ubl-structure.js';

export type RuleSet = 'schema' | 'en16931' | 'peppol';

interface ValidationOptions {
  /** Default: the schema, EN 16931, and Peppol unless the invoice only declares EN 16931. */
  readonly ruleSets?: readonly RuleSet[];
  /** True to skip business rules if the structure is invalid (einvoicing.gap.validator-endpoints). */
  readonly stopAtSchema?: boolean;
}

export interface ValidationResult {
  readonly format: 'UBL' | 'FINVOICE';
  readonly ruleSets: readonly RuleSet[];
  /** Findings in the order of the rules, schema first. Empty if the invoice has none. */
  readonly findings: readonly InvoiceFinding[];
}

/** Chooses the rule sets. An invoice that declares EN 16931 but not Peppol is validated against EN 16931 only. */
const ruleSetsOf = (root: XmlElement): RuleSet[] => {
  const customization = root.textAt('CustomizationID') ?? '';
  const plain = customization.startsWith('urn:cen.eu:en16931') && !customization.includes('peppol');
  return plain ? ['schema', 'en16931'] : ['schema', 'en16931', 'peppol'];
};

const findingsOf = (rules: readonly ValidationRule[], tree: InvoiceTree): InvoiceFinding[] => {
  const findings: InvoiceFinding[] = [];
  for (const rule of rules) {
    for (const element of rule.violations(tree)) {
      findings.push({
        ruleId: rule.id,
        severity: rule.severity,
        stage: 'schematron',
        location: toXpath(element),
        line: element.line,
        message: rule.message,
      });
    }
  }
  return findings;
};

const validateUbl = (root: XmlElement, options: ValidationOptions): ValidationResult => {
  const ruleSets = options.ruleSets ?? ruleSetsOf(root);
  const findings = ruleSets.includes('schema') ? checkUblStructure(root) : [];
  if (findings.length === 0 || options.stopAtSchema !== true) {
    const tree = new InvoiceTree(root);
    if (ruleSets.includes('en16931')) findings.push(...findingsOf(en16931Rules, tree), ...findUnusedTerms(tree));
    if (ruleSets.includes('peppol')) findings.push(...findingsOf(peppolRules, tree));
  }
  return { format: 'UBL', ruleSets, findings };
};

/** Checks structure, then for UBL the business rules of EN 16931 and Peppol BIS (einvoicing.validator.offers). */
export const validateInvoice = (
  bytes: Uint8Array,
  options: ValidationOptions = {},
): ValidationResult | InvoiceRejection => {
  const document = readXml(bytes);
  if (isRejection(document)) return document;
  const root = findInvoiceRoot(document);
  if (isRejection(root)) return root;
  const format = findFormat(root, document.encoding);
  if (format.kind === 'OTHER') {
    return {
      refused: true,
      code: 'invoice/not-an-invoice',
      reason: `The document element is ${root.name}; supported: UBL 2.1 invoices and credit notes, and Finvoice`,
      line: root.line,
      column: root.column,
      location: toXpath(root),
    };
  }
  if (format.kind === 'FINVOICE')
    return { format: 'FINVOICE', ruleSets: ['schema'], findings: checkFinvoiceStructure(root) };
  return validateUbl(root, options);
};
