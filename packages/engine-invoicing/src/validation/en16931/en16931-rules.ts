import rows from '../../data/en16931-rules.json' with { type: 'json' };
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import type { RuleCondition, ValidationRule } from '../rule.js';
import type { RuleFunctions } from '../rule-table.js';
import { readRules } from '../rule-table.js';
import { isCharge, isVat, readElementText, selectElements } from '../values.js';
import { documentChecks } from './document-checks.js';
import { totalsChecks } from './totals-checks.js';
import { vatCategoryRules } from './vat-category-rules.js';

type Categories = (tree: InvoiceTree) => readonly XmlElement[];

const inBreakdown: Categories = (tree) => selectElements(tree.root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory');
const inLines: Categories = (tree) => tree.elements('ClassifiedTaxCategory');
const inAllowances =
  (charge: boolean): Categories =>
  (tree) =>
    tree
      .elements('AllowanceCharge')
      .filter((one) => isCharge(one) === charge)
      .flatMap((one) => one.all('TaxCategory'));

/** A category without a code counts as different from O. */
const hasOnlyO =
  (categories: Categories): RuleCondition =>
  (_, tree) =>
    !categories(tree).some((one) => isVat(one) && readElementText(one.child('ID')) !== 'O');

/** Compares the code as written. The tax scheme does not matter. */
const hasCode = (categories: readonly XmlElement[], code: string): boolean =>
  categories.some((one) => one.all('ID').some((id) => id.text === code));

const uses = (tree: InvoiceTree, code: string): boolean =>
  hasCode(inBreakdown(tree), code) ||
  hasCode(
    tree.root.all('AllowanceCharge').flatMap((one) => one.all('TaxCategory')),
    code,
  ) ||
  hasCode(inLines(tree), code);

/** The functions of rules for single categories: BR-IC-11, -12, BR-O-11 to -14, split payment BR-B-01, -02. */
const specialVatChecks: RuleFunctions = {
  holds: {
    breaksDownNo: (_, tree, code) =>
      !inBreakdown(tree).some((one) => isVat(one) && one.all('ID').some((id) => readElementText(id) === code)),
    hasDeliveryDate: (root) =>
      selectElements(root, 'Delivery', 'ActualDeliveryDate').some((date) => date.text.length > 1) ||
      selectElements(root, 'InvoicePeriod').some((period) => period.children.length > 0),
    hasDeliveryCountry: (root) =>
      selectElements(root, 'Delivery', 'DeliveryLocation', 'Address', 'Country', 'IdentificationCode').some(
        (country) => country.text.length > 1,
      ),
    hasOnlyOInBreakdown: hasOnlyO(inBreakdown),
    hasOnlyOInLines: hasOnlyO(inLines),
    hasOnlyOInAllowances: hasOnlyO(inAllowances(false)),
    hasOnlyOInCharges: hasOnlyO(inAllowances(true)),
    isWithinItaly: (_, tree) => tree.elements('IdentificationCode').every((country) => country.text === 'IT'),
    usesNo: (_, tree, code) => !uses(tree, code),
    hasNoCategory: (_, tree, code) => !hasCode([...tree.elements('TaxCategory'), ...inLines(tree)], code),
  },
};

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

/** All rules of EN 16931 and its UBL binding except UBL-CR, whose rules are checked together in one walk. */
export const en16931Rules: readonly ValidationRule[] = [
  ...readRules(rows.document, documentChecks),
  ...readRules(rows.totals, totalsChecks),
  ...readRules(rows.decimalsLinesAndPayment, documentChecks),
  ...vatCategoryRules,
  ...readRules(rows.specialVat, specialVatChecks),
  ...readRules([...rows.codesAndCardinality, ...unusedAttributes], documentChecks),
];
