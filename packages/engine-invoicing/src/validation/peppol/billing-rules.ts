import { Big } from 'big.js';
import type { XmlElement } from '../../xml/xml-element.js';
import { AMOUNT_NAMES } from '../en16931/code-list-rules.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { document, every, hasAncestors, type Rule, rule } from '../rule.js';
import { cents, dateOf, decimalAt, decimalOf, elementsAt, has, sumOf, textOf, ZERO } from '../values.js';
import { isKnownProfile, paymentCodeOf, within } from './peppol-context.js';

const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

const lines = (tree: InvoiceTree): readonly XmlElement[] => tree.lines;

/** Allowances and charges of the document and of lines, not those of prices. */
const allowances = (tree: InvoiceTree): XmlElement[] =>
  [tree.root, ...tree.root.all(tree.creditNote ? 'CreditNoteLine' : 'InvoiceLine')].flatMap((one) =>
    one.all('AllowanceCharge'),
  );

/** The published tests look at the first of three cases that fits. */
const percentOnly = (one: XmlElement): boolean => has(one, 'MultiplierFactorNumeric') && !has(one, 'BaseAmount');
const baseOnly = (one: XmlElement): boolean => !has(one, 'MultiplierFactorNumeric') && has(one, 'BaseAmount');
const otherAllowances = (tree: InvoiceTree): XmlElement[] =>
  allowances(tree).filter((one) => !percentOnly(one) && !baseOnly(one));

const within2Cents = (one: Big, other: Big): boolean => one.minus(other).abs().lte(0.02);

const percentHolds = (one: XmlElement): boolean => {
  if (!has(one, 'MultiplierFactorNumeric') || !has(one, 'BaseAmount')) return true;
  const base = decimalAt(one, 'BaseAmount');
  const percent = decimalAt(one, 'MultiplierFactorNumeric');
  if (base === undefined || percent === undefined) return false;
  return within2Cents(decimalAt(one, 'Amount') ?? ZERO, base.times(percent).div(100));
};

const ofIndicator = (line: XmlElement, indicator: string): XmlElement[] =>
  line
    .all('AllowanceCharge')
    .filter((one) => textOf(one.child('ChargeIndicator')) === indicator)
    .flatMap((one) => one.all('Amount'));

const lineNetHolds = (line: XmlElement, tree: InvoiceTree): boolean => {
  const net = decimalAt(line, 'LineExtensionAmount') ?? ZERO;
  const quantity = decimalAt(line, tree.creditNote ? 'CreditedQuantity' : 'InvoicedQuantity') ?? new Big(1);
  const price = decimalAt(line, 'Price', 'PriceAmount') ?? ZERO;
  const base = decimalAt(line, 'Price', 'BaseQuantity');
  const perUnit = base === undefined || base.eq(0) || base.eq(1) ? price : price.div(base);
  const sum = quantity
    .times(perUnit)
    .plus(cents(sumOf(ofIndicator(line, 'true'))))
    .minus(cents(sumOf(ofIndicator(line, 'false'))));
  return within2Cents(net, sum);
};

const taxTotals = (root: XmlElement, withBreakdown: boolean): number =>
  root.all('TaxTotal').filter((total) => has(total, 'TaxSubtotal') === withBreakdown).length;

const sameSigns = (root: XmlElement): boolean => {
  if (!has(root, 'TaxCurrencyCode')) return true;
  const amounts = (name: string): Big[] =>
    elementsAt(root, 'TaxTotal', 'TaxAmount')
      .filter((amount) => amount.attribute('currencyID') === textOf(root.child(name)))
      .flatMap((amount) => decimalOf(amount) ?? []);
  const accounting = amounts('TaxCurrencyCode');
  const invoiced = amounts('DocumentCurrencyCode');
  return (
    (accounting.some((one) => one.lte(0)) && invoiced.some((one) => one.lte(0))) ||
    (accounting.some((one) => one.gte(0)) && invoiced.some((one) => one.gte(0)))
  );
};

const inDocumentCurrency = (tree: InvoiceTree): XmlElement[] =>
  AMOUNT_NAMES.flatMap((name) => tree.elements(name)).filter(
    (amount) =>
      amount.name !== 'TaxAmount' ||
      amount.parent?.name === 'TaxSubtotal' ||
      (amount.parent?.name === 'TaxTotal' && has(amount.parent, 'TaxSubtotal')),
  );

const periodDates =
  (name: 'StartDate' | 'EndDate') =>
  (tree: InvoiceTree): XmlElement[] =>
    has(tree.root, 'InvoicePeriod', name)
      ? tree.root
          .all(tree.creditNote ? 'CreditNoteLine' : 'InvoiceLine')
          .flatMap((line) => elementsAt(line, 'InvoicePeriod', name))
      : [];

const isWithin = (date: XmlElement, tree: InvoiceTree): boolean => {
  const ofDocument = ({ parent }: XmlElement): boolean =>
    parent?.name === 'InvoicePeriod' && parent.parent === tree.root;
  const limit = dateOf(tree.elements(date.name).find(ofDocument));
  const day = dateOf(date);
  if (limit === undefined || day === undefined) return false;
  return date.name === 'StartDate' ? day >= limit : day <= limit;
};

const priceAllowances = (tree: InvoiceTree): XmlElement[] =>
  tree.elements('AllowanceCharge').filter((one) => hasAncestors(one, ['Price']));

const grossHolds = (one: XmlElement): boolean => {
  if (!has(one, 'BaseAmount')) return true;
  const gross = decimalAt(one, 'BaseAmount');
  const discount = decimalAt(one, 'Amount');
  const net = decimalAt(one.parent, 'PriceAmount');
  if (gross === undefined || discount === undefined) return false;
  return net?.eq(gross.minus(discount)) ?? false;
};

const unitHolds = (base: XmlElement, tree: InvoiceTree): boolean => {
  const line = base.parent?.parent;
  if (!has(line, 'InvoicedQuantity') && !has(line, 'CreditedQuantity')) return true;
  return elementsAt(line, tree.creditNote ? 'CreditedQuantity' : 'InvoicedQuantity').some(
    (quantity) => quantity.attribute('unitCode') === base.attribute('unitCode'),
  );
};

/**
 * What Peppol BIS Billing 3 requires beyond EN 16931: PEPPOL-EN16931-R001 to R130. R008 stands in
 * `empty-element-rule.ts`.
 */
export const billingRules: readonly Rule[] = [
  rule('PEPPOL-EN16931-R001', 'The business process (BT-23) is missing; put it in ProfileID', document, (root) =>
    has(root, 'ProfileID'),
  ),
  rule(
    'PEPPOL-EN16931-R002',
    'There is more than one note; only invoices within Germany may have several',
    document,
    (root, tree) => root.all('Note').length <= 1 || within(tree, 'DE'),
  ),
  rule(
    'PEPPOL-EN16931-R003',
    'A buyer reference (BT-10) or an order reference (BT-13) is needed',
    document,
    (root) => has(root, 'BuyerReference') || has(root, 'OrderReference', 'ID'),
  ),
  rule('PEPPOL-EN16931-R004', `The specification (BT-24) must start with ${SPECIFICATION}`, document, (root) => {
    const id = textOf(root.child('CustomizationID'));
    return id.startsWith(SPECIFICATION) && !id.includes('::');
  }),
  rule(
    'PEPPOL-EN16931-R005',
    'The accounting currency (BT-6) is given only where it differs from the invoice currency (BT-5)',
    every('TaxCurrencyCode'),
    (currency) => textOf(currency) !== textOf(currency.parent?.child('DocumentCurrencyCode')),
  ),
  rule(
    'PEPPOL-EN16931-R007',
    'The business process (BT-23) is not urn:fdc:peppol.eu:2017:poacc:billing:NN:1.0',
    document,
    (_, tree) => isKnownProfile(tree),
  ),
  rule(
    'PEPPOL-EN16931-R010',
    "The buyer's electronic address (BT-49) is missing",
    (tree) => elementsOfRole(tree, 'AccountingCustomerParty'),
    (party) => has(party, 'EndpointID'),
  ),
  rule(
    'PEPPOL-EN16931-R020',
    "The seller's electronic address (BT-34) is missing",
    (tree) => elementsOfRole(tree, 'AccountingSupplierParty'),
    (party) => has(party, 'EndpointID'),
  ),
  rule(
    'PEPPOL-EN16931-R040',
    'The amount of an allowance or charge is not its base times its percentage',
    otherAllowances,
    percentHolds,
  ),
  rule(
    'PEPPOL-EN16931-R041',
    'An allowance or charge with a percentage needs its base amount',
    (tree) => allowances(tree).filter(percentOnly),
    () => false,
  ),
  rule(
    'PEPPOL-EN16931-R042',
    'An allowance or charge with a base amount needs its percentage',
    (tree) => allowances(tree).filter(baseOnly),
    () => false,
  ),
  rule('PEPPOL-EN16931-R043', 'ChargeIndicator is written true or false', otherAllowances, (one) =>
    ['true', 'false'].includes(textOf(one.child('ChargeIndicator'))),
  ),
  rule(
    'PEPPOL-EN16931-R044',
    'A price has discounts only, no charges',
    priceAllowances,
    (one) => textOf(one.child('ChargeIndicator')) === 'false',
  ),
  rule(
    'PEPPOL-EN16931-R046',
    'The net price (BT-146) is not the gross price (BT-148) less the discount (BT-147)',
    priceAllowances,
    grossHolds,
  ),
  rule('PEPPOL-EN16931-R051', 'An amount is not in the invoice currency (BT-5)', inDocumentCurrency, (amount, tree) =>
    tree
      .elements('DocumentCurrencyCode')
      .some(({ parent, text }) => parent === tree.root && text === amount.attribute('currencyID')),
  ),
  rule(
    'PEPPOL-EN16931-R053',
    'There must be exactly one VAT total with a breakdown',
    document,
    (root) => taxTotals(root, true) === 1,
  ),
  rule(
    'PEPPOL-EN16931-R054',
    'There must be one VAT total without a breakdown where an accounting currency (BT-6) is given, else none',
    document,
    (root) => taxTotals(root, false) === (has(root, 'TaxCurrencyCode') ? 1 : 0),
  ),
  rule('PEPPOL-EN16931-R055', 'The VAT totals (BT-110, BT-111) must have the same sign', document, sameSigns),
  rule(
    'PEPPOL-EN16931-R061',
    'A direct debit needs its mandate (BT-89)',
    (tree) => tree.elements('PaymentMeans').filter((means) => ['49', '59'].includes(paymentCodeOf(means))),
    (means) => has(means, 'PaymentMandate', 'ID'),
  ),
  rule(
    'PEPPOL-EN16931-R080',
    'A credit note has one project reference (document type 50) at most',
    (tree) => (tree.creditNote ? [tree.root] : []),
    (root) =>
      root
        .all('AdditionalDocumentReference')
        .filter((reference) => reference.all('DocumentTypeCode').some((code) => code.text === '50')).length <= 1,
  ),
  rule(
    'PEPPOL-EN16931-R100',
    'A line has one invoiced object (BT-128) at most',
    lines,
    (line) => line.all('DocumentReference').length <= 1,
  ),
  rule(
    'PEPPOL-EN16931-R101',
    'A document reference of a line is only for an invoiced object, type 130',
    lines,
    (line) =>
      !has(line, 'DocumentReference') ||
      elementsAt(line, 'DocumentReference', 'DocumentTypeCode').some((code) => code.text === '130'),
  ),
  rule(
    'PEPPOL-EN16931-R110',
    "A line's period starts before the invoicing period (BG-14)",
    periodDates('StartDate'),
    isWithin,
  ),
  rule(
    'PEPPOL-EN16931-R111',
    "A line's period ends after the invoicing period (BG-14)",
    periodDates('EndDate'),
    isWithin,
  ),
  rule(
    'PEPPOL-EN16931-R120',
    'The net amount of a line (BT-131) is not quantity times net price, plus charges less allowances',
    lines,
    lineNetHolds,
  ),
  rule(
    'PEPPOL-EN16931-R121',
    'The base quantity of a price (BT-149) must be above 0',
    lines,
    (line) => !has(line, 'Price', 'BaseQuantity') || (decimalAt(line, 'Price', 'BaseQuantity')?.gt(0) ?? false),
  ),
  rule(
    'PEPPOL-EN16931-R130',
    'The unit of the base quantity (BT-150) is not that of the quantity (BT-130)',
    (tree) =>
      tree
        .elements('BaseQuantity')
        .filter((base) => base.parent?.name === 'Price' && base.attribute('unitCode') !== undefined),
    unitHolds,
  ),
];

const elementsOfRole = (tree: InvoiceTree, role: string): XmlElement[] =>
  tree.elements(role).flatMap((one) => one.all('Party'));
