import rows from '../../data/peppol-rules.json' with { type: 'json' };
import type { ValidationRule } from '../rule.js';
import { readRules } from '../rule-table.js';
import { billingChecks } from './billing-checks.js';
import { continentalChecks } from './continental-checks.js';
import { northernChecks } from './northern-checks.js';

export const peppolRules: readonly ValidationRule[] = [
  ...readRules(rows.billing, billingChecks),
  ...readRules(rows.norwayAndSweden, northernChecks),
  ...readRules(rows.denmark, northernChecks),
  ...readRules(rows.italyAndGreece, continentalChecks),
  ...readRules(rows.iceland, northernChecks),
  ...readRules(rows.netherlandsAndGermany, continentalChecks),
  ...readRules(rows.codes, billingChecks),
];
