import type { Big } from 'big.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { document, type Rule, rule } from '../rule.js';
import { decimalAt, decimalOf, elementsAt, equal, has, isCharge, isVat, near, sumOf, textOf } from '../values.js';
import { vatAmountHolds } from './totals-rules.js';
import { CATEGORIES, type CategoryTerms } from './vat-categories.js';

const codeOf = (category: XmlElement): string => textOf(category.child('ID'));
const vatNumbers = (parties: readonly XmlElement[]): boolean =>
  parties.some((party) => party.all('PartyTaxScheme').some((scheme) => isVat(scheme) && has(scheme, 'CompanyID')));

const supplier = (tree: InvoiceTree): XmlElement[] =>
  tree.elements('AccountingSupplierParty').flatMap((one) => one.all('Party'));
const customer = (tree: InvoiceTree): XmlElement[] =>
  tree.elements('AccountingCustomerParty').flatMap((one) => one.all('Party'));

/** Whether seller and buyer have the identifiers that a category asks for. */
const partiesFit = (terms: CategoryTerms, tree: InvoiceTree): boolean => {
  const represented = vatNumbers(tree.elements('TaxRepresentativeParty'));
  const sellerVat = vatNumbers(supplier(tree)) || represented;
  const buyerVat = vatNumbers(customer(tree));
  if (terms.seller === 'none') return !sellerVat && !buyerVat;
  const registered = supplier(tree).some((party) => has(party, 'PartyTaxScheme', 'CompanyID'));
  if (!(terms.seller === 'vat' ? sellerVat : registered || represented)) return false;
  if (terms.buyer === 'vat') return buyerVat;
  if (terms.buyer === 'vatOrLegal')
    return buyerVat || customer(tree).some((party) => has(party, 'PartyLegalEntity', 'CompanyID'));
  return true;
};

const byTree = new WeakMap<InvoiceTree, Map<string, XmlElement[]>>();

/** The VAT categories of lines by their code, gathered once for all families. */
const lineCategories = (tree: InvoiceTree, code: string): readonly XmlElement[] => {
  let groups = byTree.get(tree);
  if (groups === undefined) {
    groups = new Map<string, XmlElement[]>();
    for (const category of tree.lines.flatMap((line) => elementsAt(line, 'Item', 'ClassifiedTaxCategory'))) {
      if (!isVat(category)) continue;
      const alike = groups.get(codeOf(category));
      if (alike === undefined) groups.set(codeOf(category), [category]);
      else alike.push(category);
    }
    byTree.set(tree, groups);
  }
  return groups.get(code) ?? [];
};

const rateHolds = (terms: CategoryTerms, category: XmlElement): boolean => {
  const rate = decimalAt(category, 'Percent');
  if (terms.rate === 'none') return !has(category, 'Percent');
  if (terms.rate === 'zero') return rate?.eq(0) ?? false;
  if (terms.rate === 'positive') return rate?.gt(0) ?? false;
  return rate?.gte(0) ?? false;
};

/** What the lines, charges and allowances of a category (and of a rate, where given) add up to. */
const baseOf = (tree: InvoiceTree, code: string, rate?: Big): Big => {
  const fits = (categories: readonly XmlElement[]): boolean =>
    categories.some((category) => codeOf(category) === code) &&
    (rate === undefined || categories.some((category) => decimalAt(category, 'Percent')?.eq(rate) ?? false));
  const lines = tree.root
    .all(tree.creditNote ? 'CreditNoteLine' : 'InvoiceLine')
    .filter((line) => fits(elementsAt(line, 'Item', 'ClassifiedTaxCategory')));
  const allowances = tree.root.all('AllowanceCharge').filter((one) => fits(one.all('TaxCategory')));
  const amounts = (charge: boolean) =>
    allowances.filter((one) => isCharge(one) === charge).flatMap((one) => one.all('Amount'));
  return sumOf(lines.flatMap((line) => line.all('LineExtensionAmount')))
    .plus(sumOf(amounts(true)))
    .minus(sumOf(amounts(false)));
};

const baseHolds = (terms: CategoryTerms, category: XmlElement, tree: InvoiceTree): boolean => {
  const base = decimalAt(category.parent, 'TaxableAmount');
  if (!terms.byRate) return tree.lines.length > 0 && equal(base, baseOf(tree, terms.code));
  const rate = decimalAt(category, 'Percent');
  if (rate === undefined) return true;
  return near(base, baseOf(tree, terms.code, rate), 1) && hasRate(terms, rate, tree);
};

/** A standard rate in the breakdown must be the rate of a line, an allowance or a charge. */
const hasRate = (terms: CategoryTerms, rate: Big, tree: InvoiceTree): boolean => {
  if (terms.code !== 'S') return tree.lines.length > 0;
  const same = (category: XmlElement): boolean =>
    codeOf(category) === 'S' && (decimalAt(category, 'Percent')?.eq(rate) ?? false);
  return (
    tree.elements('ClassifiedTaxCategory').some(same) ||
    tree.elements('AllowanceCharge').some((one) => one.all('TaxCategory').some(same))
  );
};

const amountHolds = (terms: CategoryTerms, category: XmlElement): boolean => {
  const amount = decimalOf(category.parent?.child('TaxAmount'));
  if (!terms.byRate) return amount?.eq(0) ?? false;
  return vatAmountHolds(amount, decimalAt(category.parent, 'TaxableAmount'), decimalAt(category, 'Percent'));
};

/** In the breakdown once where it is used; S, L and M, which have several rates, at least once. */
const breakdownHolds = (terms: CategoryTerms, root: XmlElement, tree: InvoiceTree): boolean => {
  // The published rule of the standard rate does not ask for the tax scheme.
  const fits = (category: XmlElement): boolean =>
    codeOf(category) === terms.code && (terms.code === 'S' || isVat(category));
  const inBreakdown = elementsAt(root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory').filter(fits).length;
  const classified = tree.elements('ClassifiedTaxCategory').some(fits);
  if (!terms.byRate) {
    const used = classified || tree.elements('TaxCategory').some(fits);
    return used ? inBreakdown === 1 : true;
  }
  const used = classified || tree.elements('AllowanceCharge').some((one) => one.all('TaxCategory').some(fits));
  return used === inBreakdown > 0;
};

const rulesOf = (terms: CategoryTerms): Rule[] => {
  const id = (number: string): string => `BR-${terms.family}-${number}`;
  const is = (category: XmlElement): boolean => codeOf(category) === terms.code && isVat(category);
  const breakdowns = (tree: InvoiceTree): XmlElement[] =>
    elementsAt(tree.root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory').filter(is);
  const ofAllowances =
    (charge: boolean) =>
    (tree: InvoiceTree): XmlElement[] =>
      tree
        .elements('AllowanceCharge')
        .filter((one) => isCharge(one) === charge)
        .flatMap((one) => one.all('TaxCategory'))
        .filter(is);
  const ofLines = (tree: InvoiceTree): readonly XmlElement[] => lineCategories(tree, terms.code);
  const partyRule = (number: string, what: string, used: (tree: InvoiceTree) => readonly XmlElement[]): Rule =>
    rule(
      id(number),
      `${what} is ${terms.name}: ${identifiersWanted(terms)}`,
      document,
      (_, tree) => used(tree).length === 0 || partiesFit(terms, tree),
    );
  const rateRule = (number: string, what: string, select: (tree: InvoiceTree) => readonly XmlElement[]): Rule =>
    rule(id(number), `${what} that is ${terms.name} ${rateWanted(terms)}`, select, (category) =>
      rateHolds(terms, category),
    );
  return [
    rule(
      id('01'),
      `Amounts are ${terms.name}: the VAT breakdown must have the category ${terms.byRate ? 'for each rate' : 'exactly once'}, and only then`,
      document,
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
    rule(
      id('08'),
      `The taxable amount (BT-116) is not what lines, charges and allowances that are ${terms.name} add up to`,
      breakdowns,
      (category, tree) => baseHolds(terms, category, tree),
    ),
    rule(
      id('09'),
      terms.byRate
        ? 'The VAT amount (BT-117) is not the taxable amount times the rate'
        : `The VAT amount (BT-117) of what is ${terms.name} must be 0`,
      breakdowns,
      (category) => amountHolds(terms, category),
    ),
    rule(
      id('10'),
      terms.exemption === 'needed'
        ? `A VAT breakdown that is ${terms.name} needs a reason of exemption (BT-120 or BT-121)`
        : `A VAT breakdown that is ${terms.name} has no reason of exemption`,
      breakdowns,
      (category) =>
        (has(category, 'TaxExemptionReason') || has(category, 'TaxExemptionReasonCode')) ===
        (terms.exemption === 'needed'),
    ),
  ];
};

/** The published rule of the standard rate fails also where no line's category names its tax scheme. */
const standardLineRule = (terms: CategoryTerms): Rule =>
  rule('BR-S-02', `A line is ${terms.name}: ${identifiersWanted(terms)}`, document, (_, tree) => {
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
export const vatCategoryRules: readonly Rule[] = CATEGORIES.flatMap(rulesOf);
