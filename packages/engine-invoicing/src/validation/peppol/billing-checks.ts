import { Big } from 'big.js';
import * as publishedChecks from '../../identifiers/published-checks.js';
import { isCalendarDate } from '../../model/reading.js';
import type { XmlElement } from '../../xml/xml-element.js';
import { amountNames } from '../en16931/document-checks.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { hasAncestors } from '../rule.js';
import type { RuleFunctions } from '../rule-table.js';
import {
  decimalZero,
  hasElement,
  readDecimalAt,
  readElementDate,
  readElementDecimal,
  readElementText,
  roundToCents,
  selectElements,
  sumDecimals,
} from '../values.js';
import { findPaymentCode, findTaxScheme, isDomestic, isKnownProfile, listParties } from './peppol-context.js';

const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

const linesOf = (tree: InvoiceTree): XmlElement[] => tree.root.all(tree.creditNote ? 'CreditNoteLine' : 'InvoiceLine');

/** Selects the allowances and charges of the document and of lines, but not those of prices. */
const allowances = (tree: InvoiceTree): XmlElement[] =>
  [tree.root, ...linesOf(tree)].flatMap((one) => one.all('AllowanceCharge'));

const isPercentOnly = (one: XmlElement): boolean =>
  hasElement(one, 'MultiplierFactorNumeric') && !hasElement(one, 'BaseAmount');
const isBaseOnly = (one: XmlElement): boolean =>
  !hasElement(one, 'MultiplierFactorNumeric') && hasElement(one, 'BaseAmount');

const within2Cents = (one: Big, other: Big): boolean => one.minus(other).abs().lte(0.02);

const allowanceSum = (line: XmlElement, indicator: string): Big =>
  roundToCents(
    sumDecimals(
      line
        .all('AllowanceCharge')
        .filter((one) => readElementText(one.child('ChargeIndicator')) === indicator)
        .flatMap((one) => one.all('Amount')),
    ),
  );

const taxTotals = (root: XmlElement, withBreakdown: boolean): number =>
  root.all('TaxTotal').filter((total) => hasElement(total, 'TaxSubtotal') === withBreakdown).length;

const taxAmounts = (root: XmlElement, currencyName: string): Big[] =>
  selectElements(root, 'TaxTotal', 'TaxAmount')
    .filter((amount) => amount.attribute('currencyID') === readElementText(root.child(currencyName)))
    .flatMap((amount) => readElementDecimal(amount) ?? []);

const elementsNamed = (tree: InvoiceTree, names: readonly string[]): XmlElement[] =>
  names.flatMap((name) => tree.elements(name));

export const billingChecks: RuleFunctions = {
  select: {
    emptyElements: ({ root }) => {
      const empty: XmlElement[] = [];
      const pending = [root];
      for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
        if (element.children.length === 0 && element.text.trim() === '') empty.push(element);
        for (const child of element.children) pending.push(child);
      }
      return empty.sort((one, other) => one.line - other.line);
    },
    parties: listParties,
    otherAllowances: (tree) => allowances(tree).filter((one) => !isPercentOnly(one) && !isBaseOnly(one)),
    percentOnlyAllowances: (tree) => allowances(tree).filter(isPercentOnly),
    baseOnlyAllowances: (tree) => allowances(tree).filter(isBaseOnly),
    amounts: (tree) => elementsNamed(tree, amountNames),
    documentCurrencyAmounts: (tree) =>
      elementsNamed(tree, amountNames).filter(
        ({ name, parent }) =>
          name !== 'TaxAmount' ||
          parent?.name === 'TaxSubtotal' ||
          (parent?.name === 'TaxTotal' && hasElement(parent, 'TaxSubtotal')),
      ),
    directDebits: (tree) =>
      tree.elements('PaymentMeans').filter((means) => ['49', '59'].includes(findPaymentCode(means))),
    lineDates: (tree, name) =>
      hasElement(tree.root, 'InvoicePeriod', name)
        ? linesOf(tree).flatMap((line) => selectElements(line, 'InvoicePeriod', name))
        : [],
    /** Selects electronic addresses, party identifiers and company identifiers. */
    identifiers: (tree) => [
      ...tree.elements('EndpointID'),
      ...tree.elements('ID').filter((id) => hasAncestors(id, ['PartyIdentification'])),
      ...tree.elements('CompanyID'),
    ],
    dutchVatIds: (tree) =>
      tree
        .elements('PartyTaxScheme')
        .filter((registration) => findTaxScheme(registration) === 'VAT')
        .flatMap((scheme) => scheme.all('CompanyID'))
        .filter((id) => readElementText(id).startsWith('NL')),
    reasonCodes: (tree, indicator) =>
      tree
        .elements('AllowanceChargeReasonCode')
        .filter(
          ({ parent }) =>
            parent?.name === 'AllowanceCharge' && parent.all('ChargeIndicator').some(({ text }) => text === indicator),
        ),
  },
  texts: publishedChecks,
  holds: {
    isWithin: (_, tree, country) => isDomestic(tree, country),
    isInvoice: (_, tree) => !tree.creditNote,
    hasPeppolSpecification: (root) => {
      const id = readElementText(root.child('CustomizationID'));
      return id.startsWith(SPECIFICATION) && !id.includes('::');
    },
    isNotTheInvoiceCurrency: (currency) =>
      readElementText(currency) !== readElementText(currency.parent?.child('DocumentCurrencyCode')),
    hasKnownProfile: (_, tree) => isKnownProfile(tree),
    hasUnknownProfile: (_, tree) => !isKnownProfile(tree),
    multipliesPercentage: (one) => {
      if (!hasElement(one, 'MultiplierFactorNumeric')) return true;
      const [base, percent] = [readDecimalAt(one, 'BaseAmount'), readDecimalAt(one, 'MultiplierFactorNumeric')];
      if (base === undefined || percent === undefined) return false;
      return within2Cents(readDecimalAt(one, 'Amount') ?? decimalZero, base.times(percent).div(100));
    },
    subtractsDiscount: (one) => {
      const [gross, discount] = [readDecimalAt(one, 'BaseAmount'), readDecimalAt(one, 'Amount')];
      if (gross === undefined || discount === undefined) return false;
      return readDecimalAt(one.parent, 'PriceAmount')?.eq(gross.minus(discount)) ?? false;
    },
    isInInvoiceCurrency: (amount, tree) =>
      tree
        .elements('DocumentCurrencyCode')
        .some(({ parent, text }) => parent === tree.root && text === amount.attribute('currencyID')),
    hasOneBreakdown: (root) => taxTotals(root, true) === 1,
    hasAccountingTotal: (root) => taxTotals(root, false) === (hasElement(root, 'TaxCurrencyCode') ? 1 : 0),
    hasSameSigns: (root) => {
      const [accounting, invoiced] = [taxAmounts(root, 'TaxCurrencyCode'), taxAmounts(root, 'DocumentCurrencyCode')];
      return (
        (accounting.some((one) => one.lte(0)) && invoiced.some((one) => one.lte(0))) ||
        (accounting.some((one) => one.gte(0)) && invoiced.some((one) => one.gte(0)))
      );
    },
    hasOneProject: (root) =>
      root
        .all('AdditionalDocumentReference')
        .filter((reference) => reference.all('DocumentTypeCode').some((code) => code.text === '50')).length <= 1,
    hasInvoicedObject: (line) =>
      selectElements(line, 'DocumentReference', 'DocumentTypeCode').some((code) => code.text === '130'),
    isWithinPeriod: (date, tree) => {
      const ofDocument = ({ parent }: XmlElement): boolean =>
        parent?.name === 'InvoicePeriod' && parent.parent === tree.root;
      const limit = readElementDate(tree.elements(date.name).find(ofDocument));
      const day = readElementDate(date);
      if (limit === undefined || day === undefined) return false;
      return date.name === 'StartDate' ? day >= limit : day <= limit;
    },
    multipliesPrice: (line, tree) => {
      const quantity = readDecimalAt(line, tree.creditNote ? 'CreditedQuantity' : 'InvoicedQuantity') ?? new Big(1);
      const price = readDecimalAt(line, 'Price', 'PriceAmount') ?? decimalZero;
      const base = readDecimalAt(line, 'Price', 'BaseQuantity');
      const perUnit = base === undefined || base.eq(0) || base.eq(1) ? price : price.div(base);
      const sum = quantity.times(perUnit).plus(allowanceSum(line, 'true')).minus(allowanceSum(line, 'false'));
      return within2Cents(readDecimalAt(line, 'LineExtensionAmount') ?? decimalZero, sum);
    },
    hasPositiveBase: (line) => readDecimalAt(line, 'Price', 'BaseQuantity')?.gt(0) ?? false,
    hasUnitOfLine: (base, tree) => {
      const line = base.parent?.parent;
      if (!hasElement(line, 'InvoicedQuantity') && !hasElement(line, 'CreditedQuantity')) return true;
      return selectElements(line, tree.creditNote ? 'CreditedQuantity' : 'InvoicedQuantity').some(
        (quantity) => quantity.attribute('unitCode') === base.attribute('unitCode'),
      );
    },
    isPlainDate: (date) => date.text.length === 10 && isCalendarDate(date.text),
    /** If there are several exemption codes, none counts. */
    hasNoExemption: (category, _, code) => {
      const codes = category.all('TaxExemptionReasonCode');
      return codes.length !== 1 || codes[0]?.text.toUpperCase() !== code;
    },
    isNotGermanType: (code) => !['326', '384'].includes(readElementText(code)),
  },
};
