import type { Rule } from '../rule.js';
import { billingRules } from './billing-rules.js';
import { codeRules } from './code-rules.js';
import { danishRules } from './danish-rules.js';
import { dutchRules } from './dutch-rules.js';
import { emptyElementRule } from './empty-element-rule.js';
import { germanRules } from './german-rules.js';
import { greekRules } from './greek-rules.js';
import { icelandicRules } from './icelandic-rules.js';
import { identifierRules } from './identifier-rules.js';
import { italianRules } from './italian-rules.js';
import { nordicRules } from './nordic-rules.js';

/** All rules of Peppol BIS Billing 3, the national ones among them. */
export const peppolRules: readonly Rule[] = [
  emptyElementRule,
  ...billingRules,
  ...identifierRules,
  ...nordicRules,
  ...danishRules,
  ...italianRules,
  ...greekRules,
  ...icelandicRules,
  ...dutchRules,
  ...germanRules,
  ...codeRules,
];
