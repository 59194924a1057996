import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule } from '../rule.js';
import { decimalAt, elementsAt, firstAt, has, normalized, numberOf, textOf } from '../values.js';
import { addressCountry } from './peppol-context.js';

const CODES = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'];
const VERSIONS = ['19.05.01', '19.0501', '26.08.01', '26.0801'];

/** Countries are compared as they are written. */
const fromDenmark = (tree: InvoiceTree): boolean => addressCountry(tree.root, 'AccountingSupplierParty') === 'DK';
const withinDenmark = (tree: InvoiceTree): boolean =>
  fromDenmark(tree) && addressCountry(tree.root, 'AccountingCustomerParty') === 'DK';

const sender = (tree: InvoiceTree): XmlElement[] => (fromDenmark(tree) ? [tree.root] : []);
const legalIds = (parent: XmlElement, ...path: string[]): XmlElement[] =>
  elementsAt(parent, ...path, 'PartyLegalEntity', 'CompanyID');
const ofCvr = (ids: readonly XmlElement[]): boolean => {
  const schemes = ids.flatMap((id) => id.attribute('schemeID')?.trim() ?? []);
  return ids.length === 0 || (schemes.length > 0 && schemes.every((scheme) => scheme === '0184'));
};

const payments = (tree: InvoiceTree): XmlElement[] =>
  withinDenmark(tree) && !tree.creditNote ? tree.root.all('PaymentMeans') : [];
const codeIs = (means: XmlElement, ...codes: string[]): boolean =>
  means.all('PaymentMeansCode').some(({ text }) => codes.includes(text));
const paymentId = (means: XmlElement): string => means.child('PaymentID')?.text ?? '';
const account = (means: XmlElement): string => firstAt(means, 'PayeeFinancialAccount', 'ID')?.text ?? '';
const starts = (means: XmlElement, ...prefixes: string[]): boolean => prefixes.includes(paymentId(means).slice(0, 3));

const reasonHolds = (allowance: XmlElement): boolean => {
  if (!allowance.all('AllowanceChargeReasonCode').some(({ text }) => text === 'ZZZ')) return true;
  const reason = allowance.child('AllowanceChargeReason')?.text ?? '';
  const number = numberOf(allowance.child('AllowanceChargeReason')) ?? -1;
  if (normalized(reason).length === 4 && number >= 0 && number <= 9999) return true;
  return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#');
};

/** Denmark: DK-R-002 to DK-R-017. */
export const danishRules: readonly Rule[] = [
  rule(
    'DK-R-002',
    'A Danish seller must state its CVR number as legal identifier (BT-30)',
    sender,
    (root) => textOf(legalIds(root, 'AccountingSupplierParty', 'Party')[0]) !== '',
  ),
  rule(
    'DK-R-003',
    'An UNSPSC classification (TST) within Denmark is of version 19.05.01 or 26.08.01',
    (tree) => (withinDenmark(tree) ? tree.root.all(tree.creditNote ? 'CreditNoteLine' : 'InvoiceLine') : []),
    (line) => {
      const codes = elementsAt(line, 'Item', 'CommodityClassification', 'ItemClassificationCode');
      if (!codes.some((code) => code.attribute('listID') === 'TST')) return true;
      return codes.some((code) => VERSIONS.includes(code.attribute('listVersionID') ?? ''));
    },
  ),
  rule(
    'DK-R-004',
    'A reason with the code ZZZ is four digits, or a text with # inside',
    (tree) => (withinDenmark(tree) ? tree.elements('AllowanceCharge') : []),
    reasonHolds,
  ),
  rule('DK-R-005', `The payment means code (BT-81) within Denmark is one of ${CODES.join(', ')}`, payments, (means) =>
    CODES.includes(means.child('PaymentMeansCode')?.text ?? ''),
  ),
  rule(
    'DK-R-006',
    'A Danish bank transfer (31, 42) needs account (BT-84) and registration number (BT-86)',
    payments,
    (means) =>
      !codeIs(means, '31', '42') ||
      (account(means).trim() !== '' &&
        textOf(firstAt(means, 'PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID')) !== ''),
  ),
  rule(
    'DK-R-007',
    'A Danish direct debit (49) needs mandate (BT-89) and debited account (BT-91)',
    payments,
    (means) =>
      !codeIs(means, '49') ||
      (textOf(firstAt(means, 'PaymentMandate', 'ID')) !== '' &&
        textOf(firstAt(means, 'PaymentMandate', 'PayerFinancialAccount', 'ID')) !== ''),
  ),
  rule(
    'DK-R-008',
    'A giro payment (50) needs a payment reference starting with 01#, 04# or 15# and an account of 7 or 8 digits',
    payments,
    (means) => !codeIs(means, '50') || (starts(means, '01#', '04#', '15#') && /^\d{7,8}$/.test(account(means))),
  ),
  rule(
    'DK-R-009',
    'A giro payment (50) with 04# or 15# has a payment reference of 16 digits after it',
    payments,
    (means) => !(codeIs(means, '50') && starts(means, '04#', '15#')) || paymentId(means).length === 19,
  ),
  rule(
    'DK-R-010',
    'A FIK payment (93) needs a payment reference starting with 71#, 73# or 75# and an account of 8 digits',
    payments,
    (means) => !codeIs(means, '93') || (starts(means, '71#', '73#', '75#') && account(means).length === 8),
  ),
  rule(
    'DK-R-011',
    'A FIK payment (93) with 71# or 75# has a payment reference of 15 or 16 digits after it',
    payments,
    (means) => !(codeIs(means, '93') && starts(means, '71#', '75#')) || [18, 19].includes(paymentId(means).length),
  ),
  rule(
    'DK-R-013',
    'An identifier of a party (BT-29, BT-46) within Denmark needs its scheme',
    (tree) =>
      withinDenmark(tree)
        ? (['AccountingSupplierParty', 'AccountingCustomerParty'] as const).flatMap((role) =>
            elementsAt(tree.root, role, 'Party', 'PartyIdentification'),
          )
        : [],
    (identification) => identification.all('ID').every((id) => (id.attribute('schemeID') ?? '').trim() !== ''),
  ),
  rule('DK-R-014', "A Danish seller's legal identifier (BT-30) has the scheme 0184", sender, (root) =>
    ofCvr(legalIds(root, 'AccountingSupplierParty', 'Party')),
  ),
  rule(
    'DK-R-016',
    'A credit note within Denmark has no negative amount due (BT-115)',
    sender,
    (root, tree) =>
      !(
        tree.creditNote &&
        withinDenmark(tree) &&
        (decimalAt(root, 'LegalMonetaryTotal', 'PayableAmount')?.lt(0) ?? false)
      ),
  ),
  rule(
    'DK-R-017',
    "A Danish buyer's legal identifier (BT-47) has the scheme 0184",
    (tree) => (withinDenmark(tree) ? elementsAt(tree.root, 'AccountingCustomerParty', 'Party') : []),
    (party) => !has(party, 'PartyLegalEntity', 'CompanyID') || ofCvr(legalIds(party)),
  ),
];
