import type { Rule } from '../rule.js';
import { allowanceRules } from './allowance-rules.js';
import { cardinalityRules } from './cardinality-rules.js';
import { codeListRules } from './code-list-rules.js';
import { dataTypeRules } from './data-type-rules.js';
import { decimalRules } from './decimal-rules.js';
import { documentRules } from './document-rules.js';
import { lineRules } from './line-rules.js';
import { paymentRules } from './payment-rules.js';
import { specialVatRules } from './special-vat-rules.js';
import { totalsRules } from './totals-rules.js';
import { vatCategoryRules } from './vat-category-rules.js';

/** All rules of EN 16931 and its UBL binding but the UBL-CR ones, which one walk checks together. */
export const en16931Rules: readonly Rule[] = [
  ...documentRules,
  ...allowanceRules,
  ...totalsRules,
  ...decimalRules,
  ...lineRules,
  ...paymentRules,
  ...vatCategoryRules,
  ...specialVatRules,
  ...codeListRules,
  ...cardinalityRules,
  ...dataTypeRules,
];
