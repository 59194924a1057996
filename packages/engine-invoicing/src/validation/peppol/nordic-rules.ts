import { isMod11Number, isSwedishNumber } from '../../identifiers/published-checks.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule, warningRule } from '../rule.js';
import { elementsAt, numberOf, parsedNumber, textOf } from '../values.js';
import { partiesOf, paymentCodeOf, supplierCountry, taxSchemeOf, vatIdsOf } from './peppol-context.js';

const norwegian = (tree: InvoiceTree): XmlElement[] =>
  supplierCountry(tree) === 'NO' ? partiesOf(tree, 'AccountingSupplierParty') : [];

/** What the published tests take for digits only: every number, exponents and signs included. */
const isNumber = (text: string): boolean => parsedNumber(text) !== undefined;

/** Countries and schemes are compared as they are written. */
const inSweden = (party: XmlElement): boolean =>
  elementsAt(party, 'PostalAddress', 'Country', 'IdentificationCode').some(({ text }) => text === 'SE');

const vatSchemes = (party: XmlElement): XmlElement[] =>
  party
    .all('PartyTaxScheme')
    .filter((scheme) => elementsAt(scheme, 'TaxScheme', 'ID').some(({ text }) => text === 'VAT'));

const swedishVat = (party: XmlElement): boolean =>
  inSweden(party) && vatSchemes(party).some((scheme) => scheme.child('CompanyID')?.text.startsWith('SE') ?? false);

const suppliers = (tree: InvoiceTree): XmlElement[] => partiesOf(tree, 'AccountingSupplierParty');
const fromSweden = (tree: InvoiceTree): boolean => suppliers(tree).some(inSweden);
const toSweden = (tree: InvoiceTree): boolean => partiesOf(tree, 'AccountingCustomerParty').some(inSweden);
const swedishVatOf = (party: XmlElement): string => vatSchemes(party)[0]?.child('CompanyID')?.text ?? '';

const legalEntities = (tree: InvoiceTree): XmlElement[] =>
  suppliers(tree)
    .filter(inSweden)
    .flatMap((party) => party.all('PartyLegalEntity'))
    .filter((entity) => entity.child('CompanyID') !== undefined);

const giroAccounts =
  (branch: string) =>
  (tree: InvoiceTree): XmlElement[] =>
    fromSweden(tree)
      ? tree
          .elements('PaymentMeans')
          .filter((means) => paymentCodeOf(means) === '30')
          .filter((means) => {
            const branches = elementsAt(means, 'PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID');
            return branches.length === 1 && textOf(branches[0]) === branch;
          })
          .flatMap((means) => elementsAt(means, 'PayeeFinancialAccount', 'ID'))
      : [];

const meansOf = (tree: InvoiceTree, codes: readonly string[]): XmlElement[] =>
  tree
    .elements('PaymentMeans')
    .filter((means) => means.all('PaymentMeansCode').some(({ text }) => codes.includes(text)));

/** Norway (NO-R) and Sweden (SE-R). */
export const nordicRules: readonly Rule[] = [
  rule('NO-R-001', "A Norwegian seller's VAT number is NO, nine digits with a check digit, MVA", norwegian, (party) => {
    const id = vatIdsOf(party)[0]?.text ?? '';
    return !id.startsWith('NO') || (/^NO\d{9}MVA$/.test(id) && isMod11Number(id.slice(2, 11)));
  }),
  warningRule(
    'NO-R-002',
    'Most Norwegian sellers must state Foretaksregisteret as tax registration (BT-32)',
    norwegian,
    (party) =>
      party
        .all('PartyTaxScheme')
        .filter((scheme) => taxSchemeOf(scheme) === 'TAX')
        .some((scheme) => textOf(scheme.child('CompanyID')) === 'Foretaksregisteret'),
  ),
  rule(
    'SE-R-001',
    "A Swedish seller's VAT number has 14 characters",
    (tree) => suppliers(tree).filter(swedishVat),
    (party) => swedishVatOf(party).trim().length === 14,
  ),
  rule(
    'SE-R-002',
    "A Swedish seller's VAT number is SE and twelve digits",
    (tree) => suppliers(tree).filter(swedishVat),
    (party) => isNumber(swedishVatOf(party).slice(2, 14)),
  ),
  rule('SE-R-003', 'A Swedish organisation number has digits only', legalEntities, (entity) =>
    isNumber(entity.child('CompanyID')?.text ?? ''),
  ),
  rule(
    'SE-R-004',
    'A Swedish organisation number has ten digits',
    legalEntities,
    (entity) => textOf(entity.child('CompanyID')).length === 10,
  ),
  rule(
    'SE-R-005',
    'The tax registration (BT-32) of a Swedish seller reads Godkänd för F-skatt',
    (tree) =>
      suppliers(tree)
        .filter((party) => inSweden(party) && elementsAt(party, 'PartyLegalEntity', 'CompanyID').length > 0)
        .flatMap((party) => party.all('PartyTaxScheme'))
        .filter((scheme) => ![undefined, 'VAT'].includes(taxSchemeOf(scheme)?.toUpperCase()))
        .flatMap((scheme) => scheme.all('CompanyID')),
    (id) => textOf(id).toUpperCase() === 'GODKÄND FÖR F-SKATT',
  ),
  rule(
    'SE-R-006',
    'The standard VAT rates of a Swedish seller are 25, 12 and 6 %',
    (tree) =>
      suppliers(tree).some(swedishVat)
        ? [...tree.elements('TaxCategory'), ...tree.elements('ClassifiedTaxCategory')].filter((one) =>
            one.all('ID').some(({ text }) => text === 'S'),
          )
        : [],
    (one) => [25, 12, 6].includes(numberOf(one.child('Percent')) ?? 0),
  ),
  warningRule('SE-R-007', 'A plusgiro number has digits only', giroAccounts('SE:PLUSGIRO'), (id) =>
    isNumber(textOf(id)),
  ),
  warningRule('SE-R-008', 'A bankgiro number has digits only', giroAccounts('SE:BANKGIRO'), (id) =>
    isNumber(textOf(id)),
  ),
  warningRule('SE-R-009', 'A bankgiro number has seven or eight digits', giroAccounts('SE:BANKGIRO'), (id) =>
    [7, 8].includes(textOf(id).length),
  ),
  warningRule(
    'SE-R-010',
    'A plusgiro number has two to eight digits',
    giroAccounts('SE:PLUSGIRO'),
    (id) => textOf(id).length >= 2 && textOf(id).length <= 8,
  ),
  warningRule(
    'SE-R-011',
    'A Swedish seller states bankgiro and plusgiro as payment means 30 with SE:BANKGIRO or SE:PLUSGIRO',
    (tree) => (fromSweden(tree) ? meansOf(tree, ['50', '56']) : []),
    () => false,
  ),
  warningRule(
    'SE-R-012',
    'Within Sweden, credit transfers are stated as payment means 30',
    (tree) => (fromSweden(tree) && toSweden(tree) ? meansOf(tree, ['31']) : []),
    () => false,
  ),
  rule('SE-R-013', 'The check digit of a Swedish organisation number is wrong', legalEntities, (entity) =>
    isSwedishNumber(textOf(entity.child('CompanyID'))),
  ),
];
