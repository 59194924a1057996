import rows from '../../data/en16931-rules.json' with { type: 'json' };
import type { ValidationRule } from '../rule.js';
import { readRules } from '../rule-table.js';
import { documentChecks } from './document-checks.js';
import { specialVatChecks } from './special-vat-checks.js';
import { totalsChecks } from './totals-checks.js';
import { vatCategoryRules } from './vat-category-rules.js';

/** Attributes of UBL data types that EN 16931 does not use: UBL-DT-08 to UBL-DT-28. */
const unusedAttributes = [
  ...['schemeName', 'schemeAgencyName', 'schemeDataURI', 'schemeURI', 'format', 'unitCodeListIdentifier'],
  ...['unitCodeListAgencyIdentifier', 'unitCodeListAgencyName', 'listAgencyName', 'listName', 'name', 'languageID'],
  ...['listURI', 'listSchemeURI', 'languageLocaleID', 'uri', 'currencyCodeListVersionID', 'characterSetCode'],
  ...['encodingCode', 'schemeAgencyID', 'listAgencyID'],
].map((attribute, index) => {
  const id = `UBL-DT-${String(index + 8).padStart(2, '0')} warning`;
  const message = `The attribute ${attribute} is not used in EN 16931 invoices; remove it`;
  return `${id} | $attributes ${attribute} | never | ${message}`;
});

/** All rules of EN 16931 and its UBL binding except UBL-CR, which one walk checks together. */
export const en16931Rules: readonly ValidationRule[] = [
  ...readRules(rows.document, documentChecks),
  ...readRules(rows.totals, totalsChecks),
  ...readRules(rows.decimalsLinesAndPayment, documentChecks),
  ...vatCategoryRules,
  ...readRules(rows.specialVat, specialVatChecks),
  ...readRules([...rows.codesAndCardinality, ...unusedAttributes], documentChecks),
];
