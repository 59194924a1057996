import { isCalendarDate } from '../../model/reading.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule, warningRule } from '../rule.js';
import { elementsAt, firstAt, has, textOf } from '../values.js';
import { addressCountry } from './peppol-context.js';

const fromIceland = (tree: InvoiceTree): XmlElement[] =>
  addressCountry(tree.root, 'AccountingSupplierParty') === 'IS' ? [tree.root] : [];
const buyers = (tree: InvoiceTree): XmlElement[] =>
  fromIceland(tree).length > 0 && addressCountry(tree.root, 'AccountingCustomerParty') === 'IS'
    ? tree.root.all('AccountingCustomerParty')
    : [];

const hasKennitala = (parties: readonly XmlElement[]): boolean =>
  parties
    .flatMap((party) => elementsAt(party, 'PartyLegalEntity', 'CompanyID'))
    .some((id) => id.attribute('schemeID') === '0196');
const hasAddress = (parties: readonly XmlElement[]): boolean =>
  parties.some((party) => has(party, 'PostalAddress', 'StreetName')) &&
  parties.some((party) => has(party, 'PostalAddress', 'PostalZone'));
const sellers = (root: XmlElement): XmlElement[] => elementsAt(root, 'AccountingSupplierParty', 'Party');

const accountHolds = (root: XmlElement, code: string): boolean => {
  const means = root.all('PaymentMeans').filter((one) => one.all('PaymentMeansCode').some(({ text }) => text === code));
  return (
    means.length === 0 ||
    textOf(means.map((one) => firstAt(one, 'PayeeFinancialAccount', 'ID')).find((id) => id !== undefined)).length === 12
  );
};

/** The last day to pay without fees, stated as a supporting document. */
const lastDays = (root: XmlElement): XmlElement[] =>
  root
    .all('AdditionalDocumentReference')
    .filter((one) => one.all('DocumentDescription').some(({ text }) => text === 'EINDAGI'));
const lastDay = (root: XmlElement): string | undefined => lastDays(root)[0]?.child('ID')?.text;

/** Iceland: IS-R-001 to IS-R-010. */
export const icelandicRules: readonly Rule[] = [
  warningRule(
    'IS-R-001',
    'The type code (BT-3) of an Icelandic seller should be 380 or 381',
    fromIceland,
    (root) =>
      ['380', '381'].includes(textOf(root.child('InvoiceTypeCode'))) ||
      ['380', '381'].includes(textOf(root.child('CreditNoteTypeCode'))),
  ),
  rule(
    'IS-R-002',
    'An Icelandic seller needs its kennitala as legal identifier (BT-30), scheme 0196',
    fromIceland,
    (root) => hasKennitala(sellers(root)),
  ),
  rule('IS-R-003', "An Icelandic seller's address needs street and post code", fromIceland, (root) =>
    hasAddress(sellers(root)),
  ),
  rule('IS-R-004', 'An Icelandic buyer needs its kennitala as legal identifier (BT-47), scheme 0196', buyers, (buyer) =>
    hasKennitala(buyer.all('Party')),
  ),
  rule('IS-R-005', "An Icelandic buyer's address needs street and post code", buyers, (buyer) =>
    hasAddress(buyer.all('Party')),
  ),
  rule('IS-R-006', 'Payment means 9 needs an account (BT-84) of 12 characters', fromIceland, (root) =>
    accountHolds(root, '9'),
  ),
  rule('IS-R-007', 'Payment means 42 needs an account (BT-84) of 12 characters', fromIceland, (root) =>
    accountHolds(root, '42'),
  ),
  rule('IS-R-008', 'The document described EINDAGI has a date such as 2026-01-15 as reference', fromIceland, (root) => {
    const day = lastDay(root);
    return lastDays(root).length === 0 || (day !== undefined && isCalendarDate(day));
  }),
  rule(
    'IS-R-009',
    'A document described EINDAGI needs a due date (BT-9)',
    fromIceland,
    (root) => lastDays(root).length === 0 || has(root, 'DueDate'),
  ),
  rule(
    'IS-R-010',
    'The date of the document described EINDAGI is before the due date (BT-9)',
    fromIceland,
    (root) =>
      lastDays(root).length === 0 ||
      root
        .all('DueDate')
        .some((due) => lastDays(root).some((one) => one.all('ID').some((day) => due.text <= day.text))),
  ),
];
