import { isRejection } from '../invoice-rejection.js';
import type { InvoiceFinding } from '../validation/rule.js';
import { type RuleSet, validateInvoice } from '../validation/validate-invoice.js';

/** Validates a text. A rejection fails the test. */
export const validateText = (text: string, ruleSets: readonly RuleSet[]): readonly InvoiceFinding[] => {
  const result = validateInvoice(Buffer.from(text), { ruleSets });
  if (isRejection(result)) throw new Error(result.reason);
  return result.findings;
};

export const listBrokenRules = (text: string, ruleSets: readonly RuleSet[]): string[] => [
  ...new Set(validateText(text, ruleSets).map((finding) => finding.ruleId)),
];

/** Replaces a piece of a text, and asserts that the text contains it. */
export const replaceOnce = (text: string, piece: string | RegExp, by: string): string => {
  const result = text.replace(piece, by);
  if (result === text) throw new Error(`${piece} is not in the text`);
  return result;
};
