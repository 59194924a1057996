import { isGreekTaxNumber } from '../../identifiers/published-checks.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule, warningRule } from '../rule.js';
import { elementsAt, firstAt, textOf } from '../values.js';
import {
  accountingSupplierCountry,
  addressCountries,
  customerCountry,
  partiesOf,
  supplierCountry,
  vatIdsOf,
} from './peppol-context.js';

const TYPES = ['1.1', '1.6', '2.1', '2.4', '5.1', '5.2'];
const MARK = '##M.AR.K##';
const LINK = '##INVOICE|URL##';

const isGreek = (country: string): boolean => country === 'GR' || country === 'EL';
const fromGreece = (tree: InvoiceTree): boolean => isGreek(supplierCountry(tree));
const withinGreece = (tree: InvoiceTree): boolean => fromGreece(tree) && isGreek(customerCountry(tree));
const atHome = (tree: InvoiceTree): boolean =>
  fromGreece(tree) && addressCountries(tree.root, 'AccountingSupplierParty').includes('GR');

const numbers = (tree: InvoiceTree): XmlElement[] => (fromGreece(tree) ? tree.root.all('ID') : []);
const segments = (id: XmlElement): string[] => id.text.split('|');
const described = (root: XmlElement, description: string): XmlElement[] =>
  root
    .all('AdditionalDocumentReference')
    .filter((reference) => reference.all('DocumentDescription').some(({ text }) => text === description));

const greekVat = (ids: readonly XmlElement[]): boolean => {
  const id = ids[0]?.text ?? '';
  return ids.length === 1 && id.startsWith('EL') && isGreekTaxNumber(id.slice(2));
};

const isSellersNumber = (id: XmlElement, tree: InvoiceTree): boolean => {
  const [number = ''] = segments(id);
  const owners = [...partiesOf(tree, 'AccountingSupplierParty'), ...tree.root.all('TaxRepresentativeParty')]
    .flatMap((party) => party.all('PartyTaxScheme'))
    .filter((scheme) => elementsAt(scheme, 'TaxScheme', 'ID').some(({ text }) => text === 'VAT'))
    .map((scheme) => (scheme.child('CompanyID')?.text ?? '').slice(2, 11));
  return number.trim().length === 9 && isGreekTaxNumber(number) && owners.includes(number);
};

const isIssueDate = (id: XmlElement, tree: InvoiceTree): boolean => {
  const date = segments(id)[1] ?? '';
  const [year, month, day] = (tree.root.child('IssueDate')?.text ?? '').split('-');
  return (
    /^(0?[1-9]|[12]\d|3[01])[-/ ]?(0?[1-9]|1[0-2])[-/ ]?(19|20)\d{2}/.test(date) && date === `${day}/${month}/${year}`
  );
};

const tradingName = (party: XmlElement): boolean =>
  elementsAt(party, 'PartyName', 'Name').some(({ text }) => text.length > 0);
const greekAddress = (id: XmlElement): boolean => id.attribute('schemeID') === '9933' && isGreekTaxNumber(id.text);
const suppliers = (tree: InvoiceTree): XmlElement[] =>
  fromGreece(tree) ? partiesOf(tree, 'AccountingSupplierParty') : [];

/** Greece: GR-R-001 to GR-R-010, GR-S-008 and GR-S-011. */
export const greekRules: readonly Rule[] = [
  rule(
    'GR-R-001-1',
    'The number (BT-1) of a Greek seller has six parts, separated by |',
    numbers,
    (id) => segments(id).length === 6,
  ),
  rule(
    'GR-R-001-2',
    "The first part of the number (BT-1) is the seller's or tax representative's tax number",
    numbers,
    isSellersNumber,
  ),
  rule('GR-R-001-3', 'The second part of the number (BT-1) is the issue date, as DD/MM/YYYY', numbers, isIssueDate),
  rule('GR-R-001-4', 'The third part of the number (BT-1) is a whole number of 0 or more', numbers, (id) =>
    /^(\+?\d+|-0+)$/.test((segments(id)[2] ?? '').trim()),
  ),
  rule('GR-R-001-5', `The fourth part of the number (BT-1) is one of ${TYPES.join(', ')}`, numbers, (id) =>
    TYPES.includes(segments(id)[3] ?? ''),
  ),
  rule('GR-R-001-6', 'The fifth part of the number (BT-1) is empty', numbers, (id) => (segments(id)[4] ?? '') !== ''),
  rule('GR-R-001-7', 'The sixth part of the number (BT-1) is empty', numbers, (id) => (segments(id)[5] ?? '') !== ''),
  rule('GR-R-002', 'A Greek seller needs a trading name (BT-28)', suppliers, tradingName),
  rule(
    'GR-R-003',
    "A Greek seller's VAT number is EL and the tax number, whose check digit must fit",
    (tree) => suppliers(tree).flatMap(vatIdsOf),
    (id) => id.text.startsWith('EL') && isGreekTaxNumber(id.text.slice(2)),
  ),
  rule(
    'GR-R-004-1',
    `A Greek seller needs exactly one supporting document described ${MARK}`,
    (tree) => (atHome(tree) ? [tree.root] : []),
    (root) => described(root, MARK).length === 1,
  ),
  rule(
    'GR-R-004-2',
    `The document described ${MARK} has a positive whole number as reference`,
    (tree) => (atHome(tree) ? described(tree.root, MARK).flatMap((one) => one.all('ID')) : []),
    (id) => /^[1-9]\d*/.test(id.text),
  ),
  rule(
    'GR-R-005',
    'The buyer of a Greek seller needs a trading name (BT-45)',
    (tree) => (fromGreece(tree) ? partiesOf(tree, 'AccountingCustomerParty') : []),
    tradingName,
  ),
  rule(
    'GR-R-006',
    'A Greek buyer needs its VAT number (BT-48)',
    (tree) => (withinGreece(tree) ? partiesOf(tree, 'AccountingCustomerParty') : []),
    (party) => greekVat(vatIdsOf(party)),
  ),
  warningRule(
    'GR-S-008-1',
    `A Greek seller should give one supporting document described ${LINK}`,
    (tree) => (atHome(tree) ? [tree.root] : []),
    (root) => described(root, LINK).length === 1,
  ),
  rule(
    'GR-R-008-2',
    `There is one supporting document described ${LINK} at most`,
    (tree) => (atHome(tree) ? [tree.root] : []),
    (root) => described(root, LINK).length <= 1,
  ),
  rule(
    'GR-R-008-3',
    `The document described ${LINK} has a link (BT-124)`,
    (tree) => (fromGreece(tree) ? described(tree.root, LINK) : []),
    (reference) => textOf(firstAt(reference, 'Attachment', 'ExternalReference', 'URI')) !== '',
  ),
  rule(
    'GR-R-009',
    "A Greek seller's electronic address is its tax number, scheme 9933",
    (tree) =>
      isGreek(accountingSupplierCountry(tree))
        ? partiesOf(tree, 'AccountingSupplierParty').flatMap((party) => party.all('EndpointID'))
        : [],
    greekAddress,
  ),
  rule(
    'GR-R-010',
    "A Greek buyer's electronic address is its tax number, scheme 9933",
    (tree) =>
      withinGreece(tree) ? partiesOf(tree, 'AccountingCustomerParty').flatMap((party) => party.all('EndpointID')) : [],
    greekAddress,
  ),
  warningRule('GR-S-011', 'A Greek seller should state its VAT number (BT-31)', suppliers, (party) =>
    greekVat(vatIdsOf(party)),
  ),
];
