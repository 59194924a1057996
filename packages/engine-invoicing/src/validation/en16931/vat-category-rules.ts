import type { Big } from 'big.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { createRule, selectDocument, type ValidationRule } from '../rule.js';
import {
  addInBinary,
  areDecimalsEqual,
  hasElement,
  isCharge,
  isVat,
  readDecimalAt,
  readElementDecimal,
  readElementText,
  selectElements,
  sumDecimals,
  toXpathNumber,
} from '../values.js';
import { isVatAmountConsistent } from './totals-checks.js';
import { type CategoryTerms, vatCategories } from './vat-categories.js';

/** Returns the code of a category. Empty if it has several, which match no rule. */
const codeOf = (category: XmlElement): string => {
  let only: XmlElement | undefined;
  for (const child of category.children) {
    if (child.name !== 'ID') continue;
    if (only !== undefined) return '';
    only = child;
  }
  return readElementText(only);
};

/** Returns all codes of VAT categories, including those of categories with several codes. */
const codesOf = (categories: readonly XmlElement[]): string[] =>
  categories
    .filter(isVat)
    .flatMap((category) => category.all('ID'))
    .map(readElementText);
const vatNumbers = (parties: readonly XmlElement[]): boolean =>
  parties.some((party) =>
    party.all('PartyTaxScheme').some((scheme) => isVat(scheme) && hasElement(scheme, 'CompanyID')),
  );

const supplier = (tree: InvoiceTree): XmlElement[] =>
  tree.elements('AccountingSupplierParty').flatMap((one) => one.all('Party'));
const customer = (tree: InvoiceTree): XmlElement[] =>
  tree.elements('AccountingCustomerParty').flatMap((one) => one.all('Party'));

const partiesFit = (terms: CategoryTerms, tree: InvoiceTree): boolean => {
  const represented = vatNumbers(tree.elements('TaxRepresentativeParty'));
  const sellerVat = vatNumbers(supplier(tree)) || represented;
  const buyerVat = vatNumbers(customer(tree));
  if (terms.seller === 'none') return !sellerVat && !buyerVat;
  const registered = supplier(tree).some((party) => hasElement(party, 'PartyTaxScheme', 'CompanyID'));
  if (!(terms.seller === 'vat' ? sellerVat : registered || represented)) return false;
  if (terms.buyer === 'vat') return buyerVat;
  if (terms.buyer === 'vatOrLegal')
    return buyerVat || customer(tree).some((party) => hasElement(party, 'PartyLegalEntity', 'CompanyID'));
  return true;
};

const byTree = new WeakMap<InvoiceTree, Map<string, XmlElement[]>>();

/** Returns the VAT categories of lines by their code, collected once for all families. */
const lineCategories = (tree: InvoiceTree, code: string): readonly XmlElement[] => {
  let groups = byTree.get(tree);
  if (groups === undefined) {
    groups = new Map<string, XmlElement[]>();
    for (const category of tree.lines.flatMap((line) => selectElements(line, 'Item', 'ClassifiedTaxCategory'))) {
      if (!isVat(category)) continue;
      const alike = groups.get(codeOf(category));
      if (alike === undefined) groups.set(codeOf(category), [category]);
      else alike.push(category);
    }
    byTree.set(tree, groups);
  }
  return groups.get(code) ?? [];
};

const usedByTree = new WeakMap<InvoiceTree, ReadonlySet<string>>();

/** Returns the codes of all VAT categories of the document, collected once for all families. */
const usedCodes = (tree: InvoiceTree): ReadonlySet<string> => {
  let used = usedByTree.get(tree);
  if (used === undefined) {
    used = new Set([...codesOf(tree.elements('ClassifiedTaxCategory')), ...codesOf(tree.elements('TaxCategory'))]);
    usedByTree.set(tree, used);
  }
  return used;
};

const rateHolds = (terms: CategoryTerms, category: XmlElement): boolean => {
  if (terms.rate === 'none') return !hasElement(category, 'Percent');
  if (terms.rate === 'zero') return readDecimalAt(category, 'Percent')?.eq(0) ?? false;
  const rates = category.all('Percent').map((rate) => toXpathNumber(rate) ?? Number.NaN);
  return rates.some((rate) => (terms.rate === 'positive' ? rate > 0 : rate >= 0));
};

/** Returns whether the categories of a line, allowance or charge include a code and, if given, a rate. */
const areOf = (categories: readonly XmlElement[], code: string, rate?: Big): boolean =>
  categories.some((category) => codeOf(category) === code) &&
  (rate === undefined || categories.some((category) => readDecimalAt(category, 'Percent')?.eq(rate) ?? false));

const LINE_NAMES = ['InvoiceLine', 'CreditNoteLine'] as const;
type LineName = (typeof LINE_NAMES)[number];

/** Adds up the lines, charges and allowances with a category and, if given, a rate. */
const baseOf = (tree: InvoiceTree, lineName: LineName, code: string, rate?: Big): Big => {
  const lines = tree.root
    .all(lineName)
    .filter((line) => areOf(selectElements(line, 'Item', 'ClassifiedTaxCategory'), code, rate));
  const allowances = tree.root.all('AllowanceCharge').filter((one) => areOf(one.all('TaxCategory'), code, rate));
  const amounts = (charge: boolean) =>
    allowances.filter((one) => isCharge(one) === charge).flatMap((one) => one.all('Amount'));
  return sumDecimals(lines.flatMap((line) => line.all('LineExtensionAmount')))
    .plus(sumDecimals(amounts(true)))
    .minus(sumDecimals(amounts(false)));
};

const baseHolds = (terms: CategoryTerms, category: XmlElement, tree: InvoiceTree): boolean => {
  const base = readDecimalAt(category.parent, 'TaxableAmount');
  const rate = readDecimalAt(category, 'Percent');
  if (!terms.byRate)
    return LINE_NAMES.some(
      (name) => tree.elements(name).length > 0 && areDecimalsEqual(base, baseOf(tree, name, terms.code)),
    );
  if (rate === undefined) return true;
  if (base === undefined) return false;
  const [below, above] = [addInBinary(base, -1), addInBinary(base, 1)];
  return LINE_NAMES.some((name) => {
    if (!hasRate(terms, name, rate, tree)) return false;
    const sum = baseOf(tree, name, terms.code, rate);
    return below.lt(sum) && above.gt(sum);
  });
};

/**
 * Returns whether a line, allowance or charge has the breakdown's standard rate. Other categories only need any line.
 */
const hasRate = (terms: CategoryTerms, lineName: LineName, rate: Big, tree: InvoiceTree): boolean => {
  const lines = tree.elements(lineName);
  if (terms.code !== 'S') return lines.length > 0;
  return (
    lines.some((line) => areOf(selectElements(line, 'Item', 'ClassifiedTaxCategory'), 'S', rate)) ||
    tree.elements('AllowanceCharge').some((one) => areOf(one.all('TaxCategory'), 'S', rate))
  );
};

const amountHolds = (terms: CategoryTerms, category: XmlElement): boolean => {
  const amount = readElementDecimal(category.parent?.child('TaxAmount'));
  if (!terms.byRate) return amount?.eq(0) ?? false;
  return isVatAmountConsistent(
    amount,
    readDecimalAt(category.parent, 'TaxableAmount'),
    readDecimalAt(category, 'Percent'),
  );
};

/**
 * Checks that a used category is in the breakdown exactly once or, for S, L and M with several rates, at least once.
 */
const breakdownHolds = (terms: CategoryTerms, root: XmlElement, tree: InvoiceTree): boolean => {
  // The published rule for the standard rate does not check the tax scheme.
  const fits = (category: XmlElement): boolean =>
    codeOf(category) === terms.code && (terms.code === 'S' || isVat(category));
  const breakdown = selectElements(root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory');
  if (!terms.byRate) {
    if (!usedCodes(tree).has(terms.code)) return true;
    return codesOf(breakdown).filter((code) => code === terms.code).length === 1;
  }
  const inBreakdown = breakdown.filter(fits).length;
  const classified = tree.elements('ClassifiedTaxCategory').some(fits);
  const used = classified || tree.elements('AllowanceCharge').some((one) => one.all('TaxCategory').some(fits));
  if (!used || terms.code === 'S') return used === inBreakdown > 0;
  // If L or M is used, it is compared as written, and L regardless of the tax scheme.
  return breakdown.some(
    (category) => category.all('ID').some(({ text }) => text === terms.code) && (terms.code === 'L' || isVat(category)),
  );
};

const rulesOf = (terms: CategoryTerms): ValidationRule[] => {
  const id = (number: string): string => `BR-${terms.family}-${number}`;
  const is = (category: XmlElement): boolean => codeOf(category) === terms.code && isVat(category);
  const breakdowns = (tree: InvoiceTree): XmlElement[] =>
    selectElements(tree.root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory').filter(is);
  const ofAllowances =
    (charge: boolean) =>
    (tree: InvoiceTree): XmlElement[] =>
      tree
        .elements('AllowanceCharge')
        .filter((one) => isCharge(one) === charge)
        .flatMap((one) => one.all('TaxCategory'))
        .filter(is);
  const ofLines = (tree: InvoiceTree): readonly XmlElement[] => lineCategories(tree, terms.code);
  const partyRule = (
    number: string,
    what: string,
    used: (tree: InvoiceTree) => readonly XmlElement[],
  ): ValidationRule =>
    createRule(
      id(number),
      `${what} is ${terms.name}: ${identifiersWanted(terms)}`,
      selectDocument,
      (_, tree) => used(tree).length === 0 || partiesFit(terms, tree),
    );
  const rateRule = (
    number: string,
    what: string,
    select: (tree: InvoiceTree) => readonly XmlElement[],
  ): ValidationRule =>
    createRule(id(number), `${what} that is ${terms.name} ${rateWanted(terms)}`, select, (category) =>
      rateHolds(terms, category),
    );
  return [
    createRule(
      id('01'),
      `Amounts are ${terms.name}: the VAT breakdown must have the category ${terms.byRate ? 'for each rate' : 'exactly once'}, and only then`,
      selectDocument,
      (root, tree) => breakdownHolds(terms, root, tree),
    ),
    terms.code === 'S'
      ? standardLineRule(terms)
      : partyRule('02', 'A line', (tree) => tree.elements('ClassifiedTaxCategory').filter(is)),
    partyRule('03', 'An allowance', ofAllowances(false)),
    partyRule('04', 'A charge', ofAllowances(true)),
    rateRule('05', 'A line', ofLines),
    rateRule('06', 'An allowance', ofAllowances(false)),
    rateRule('07', 'A charge', ofAllowances(true)),
    createRule(
      id('08'),
      `The taxable amount (BT-116) is not what lines, charges and allowances that are ${terms.name} add up to`,
      breakdowns,
      (category, tree) => baseHolds(terms, category, tree),
    ),
    createRule(
      id('09'),
      terms.byRate
        ? 'The VAT amount (BT-117) is not the taxable amount times the rate'
        : `The VAT amount (BT-117) of what is ${terms.name} must be 0`,
      breakdowns,
      (category) => amountHolds(terms, category),
    ),
    createRule(
      id('10'),
      terms.exemption === 'needed'
        ? `A VAT breakdown that is ${terms.name} needs a reason of exemption (BT-120 or BT-121)`
        : `A VAT breakdown that is ${terms.name} has no reason of exemption`,
      breakdowns,
      (category) =>
        (hasElement(category, 'TaxExemptionReason') || hasElement(category, 'TaxExemptionReasonCode')) ===
        (terms.exemption === 'needed'),
    ),
  ];
};

/** Creates BR-S-02, whose published test also fails if no line with a standard rate states VAT as its tax scheme. */
const standardLineRule = (terms: CategoryTerms): ValidationRule =>
  createRule('BR-S-02', `A line is ${terms.name}: ${identifiersWanted(terms)}`, selectDocument, (_, tree) => {
    const used = tree.elements('ClassifiedTaxCategory').filter((category) => codeOf(category) === 'S');
    return used.length === 0 || (used.some(isVat) && partiesFit(terms, tree));
  });

const identifiersWanted = (terms: CategoryTerms): string => {
  if (terms.seller === 'none') return 'then neither party may have a VAT identifier on the invoice';
  const seller =
    terms.seller === 'vat'
      ? "the seller's VAT identifier (BT-31 or BT-63) is needed"
      : "the seller's VAT or tax identifier (BT-31, BT-32 or BT-63) is needed";
  if (terms.buyer === 'vat') return `${seller}, and the buyer's VAT identifier (BT-48)`;
  return terms.buyer === 'vatOrLegal' ? `${seller}, and the buyer's VAT or legal identifier (BT-48 or BT-47)` : seller;
};

const rateWanted = (terms: CategoryTerms): string =>
  ({
    positive: 'needs a rate above 0',
    zero: 'needs the rate 0',
    notNegative: 'needs a rate of 0 or more',
    none: 'has no rate',
  })[terms.rate];

/** The families of VAT categories, BR-S to BR-AG, ten rules each. */
export const vatCategoryRules: readonly ValidationRule[] = vatCategories.flatMap(rulesOf);
