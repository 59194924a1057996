import { isMod11Number, isSwedishNumber } from '../../identifiers/published-checks.js';
import { isCalendarDate } from '../../model/reading.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import type { RuleCondition } from '../rule.js';
import type { RuleFunctions } from '../rule-table.js';
import {
  hasElement,
  normalizeSpace,
  parseXpathNumber,
  readDecimalAt,
  readElementText,
  selectElements,
  selectFirst,
  toXpathNumber,
} from '../values.js';
import {
  findAddressCountry,
  findPaymentCode,
  findSupplierCountry,
  findTaxScheme,
  listDescribedDocuments,
  listParties,
  listVatIds,
} from './peppol-context.js';

/** The published tests accept any number as digits, including exponents and signs. */
const isNumber = (text: string): boolean => parseXpathNumber(text) !== undefined;

const hasText = (elements: readonly XmlElement[], text: string): boolean => elements.some((one) => one.text === text);

/** Returns whether a party is in Sweden. Compares countries and schemes as written. */
const inSweden = (party: XmlElement): boolean =>
  hasText(selectElements(party, 'PostalAddress', 'Country', 'IdentificationCode'), 'SE');
const swedishSellers = (tree: InvoiceTree): XmlElement[] =>
  listParties(tree, 'AccountingSupplierParty').filter(inSweden);

const vatIds = (party: XmlElement): string[] =>
  party
    .all('PartyTaxScheme')
    .filter((scheme) => hasText(selectElements(scheme, 'TaxScheme', 'ID'), 'VAT'))
    .map((scheme) => scheme.child('CompanyID')?.text ?? '');
const swedishVatSellers = (tree: InvoiceTree): XmlElement[] =>
  swedishSellers(tree).filter((party) => vatIds(party).some((id) => id.startsWith('SE')));

const isFromDenmark: RuleCondition = (root) => findAddressCountry(root, 'AccountingSupplierParty') === 'DK';
const isWithinDenmark: RuleCondition = (root, tree) =>
  isFromDenmark(root, tree, '') && findAddressCountry(root, 'AccountingCustomerParty') === 'DK';
const isFromIceland: RuleCondition = (root) => findAddressCountry(root, 'AccountingSupplierParty') === 'IS';

const hasCode = (means: XmlElement, codes: string): boolean =>
  means.all('PaymentMeansCode').some(({ text }) => codes.split(',').includes(text));
const isCvr = (ids: readonly XmlElement[]): boolean => {
  const schemes = ids.flatMap((id) => id.attribute('schemeID')?.trim() ?? []);
  return ids.length === 0 || (schemes.length > 0 && schemes.every((scheme) => scheme === '0184'));
};
const account = (means: XmlElement): string => selectFirst(means, 'PayeeFinancialAccount', 'ID')?.text ?? '';
const paymentId = (means: XmlElement): string => means.child('PaymentID')?.text ?? '';

const VERSIONS = ['19.05.01', '19.0501', '26.08.01', '26.0801'];

const hasKennitala = (parties: readonly XmlElement[]): boolean =>
  parties
    .flatMap((party) => selectElements(party, 'PartyLegalEntity', 'CompanyID'))
    .some((id) => id.attribute('schemeID') === '0196');
const hasAddress = (parties: readonly XmlElement[]): boolean =>
  parties.some((party) => hasElement(party, 'PostalAddress', 'StreetName')) &&
  parties.some((party) => hasElement(party, 'PostalAddress', 'PostalZone'));
const sellers = (root: XmlElement): XmlElement[] => selectElements(root, 'AccountingSupplierParty', 'Party');
/** Lists the documents that state the last day for paying without fees. */
const lastDays = (root: XmlElement): XmlElement[] => listDescribedDocuments(root, 'EINDAGI');

export const northernChecks: RuleFunctions = {
  select: {
    swedishVatSellers,
    swedishEntities: (tree) =>
      swedishSellers(tree)
        .flatMap((party) => party.all('PartyLegalEntity'))
        .filter((entity) => entity.child('CompanyID') !== undefined),
    swedishRegistrations: (tree) =>
      swedishSellers(tree)
        .filter((party) => hasElement(party, 'PartyLegalEntity', 'CompanyID'))
        .flatMap((party) => party.all('PartyTaxScheme'))
        .filter((scheme) => ![undefined, 'VAT'].includes(findTaxScheme(scheme)?.toUpperCase()))
        .flatMap((scheme) => scheme.all('CompanyID')),
    standardCategories: (tree) =>
      [...tree.elements('TaxCategory'), ...tree.elements('ClassifiedTaxCategory')].filter((one) =>
        hasText(one.all('ID'), 'S'),
      ),
    giroAccounts: (tree, branch) =>
      tree
        .elements('PaymentMeans')
        .filter((means) => findPaymentCode(means) === '30')
        .filter((means) => {
          const branches = selectElements(means, 'PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID');
          return branches.length === 1 && readElementText(branches[0]) === branch;
        })
        .flatMap((means) => selectElements(means, 'PayeeFinancialAccount', 'ID')),
    means: (tree, codes) => tree.elements('PaymentMeans').filter((means) => hasCode(means, codes)),
    parties: listParties,
    documentLines: (tree) => tree.root.all(tree.creditNote ? 'CreditNoteLine' : 'InvoiceLine'),
    invoicePayments: (tree) => (tree.creditNote ? [] : tree.root.all('PaymentMeans')),
  },
  texts: { isNumber, isSwedishNumber },
  holds: {
    isFromNorway: (_, tree) => findSupplierCountry(tree) === 'NO',
    hasNorwegianVat: (party) => {
      const id = listVatIds(party)[0]?.text ?? '';
      return !id.startsWith('NO') || (/^NO\d{9}MVA$/.test(id) && isMod11Number(id.slice(2, 11)));
    },
    isRegistered: (party) =>
      party
        .all('PartyTaxScheme')
        .filter((scheme) => findTaxScheme(scheme) === 'TAX')
        .some((scheme) => readElementText(scheme.child('CompanyID')) === 'Foretaksregisteret'),
    isFromSweden: (_, tree) => swedishSellers(tree).length > 0,
    isWithinSweden: (_, tree) =>
      swedishSellers(tree).length > 0 && listParties(tree, 'AccountingCustomerParty').some(inSweden),
    hasSwedishVatSeller: (_, tree) => swedishVatSellers(tree).length > 0,
    hasLongSwedishVat: (party) => (vatIds(party)[0] ?? '').trim().length === 14,
    hasSwedishVatDigits: (party) => isNumber((vatIds(party)[0] ?? '').slice(2, 14)),
    hasNumericId: (entity) => isNumber(entity.child('CompanyID')?.text ?? ''),
    hasLongId: (entity) => readElementText(entity.child('CompanyID')).length === 10,
    isTaxApproval: (id) => readElementText(id).toUpperCase() === 'GODKÄND FÖR F-SKATT',
    isSwedishRate: (one) => [25, 12, 6].includes(toXpathNumber(one.child('Percent')) ?? 0),
    hasSwedishCheckDigit: (entity) => isSwedishNumber(readElementText(entity.child('CompanyID'))),
    isFromDenmark,
    isWithinDenmark,
    isCreditNoteWithinDenmark: (root, tree) => tree.creditNote && isWithinDenmark(root, tree, ''),
    hasLegalId: (root) =>
      readElementText(selectElements(root, 'AccountingSupplierParty', 'Party', 'PartyLegalEntity', 'CompanyID')[0]) !==
      '',
    hasKnownVersion: (line) => {
      const codes = selectElements(line, 'Item', 'CommodityClassification', 'ItemClassificationCode');
      if (!codes.some((code) => code.attribute('listID') === 'TST')) return true;
      return codes.some((code) => VERSIONS.includes(code.attribute('listVersionID') ?? ''));
    },
    hasReason: (allowance) => {
      if (!hasText(allowance.all('AllowanceChargeReasonCode'), 'ZZZ')) return true;
      const reason = allowance.child('AllowanceChargeReason')?.text ?? '';
      const number = toXpathNumber(allowance.child('AllowanceChargeReason')) ?? -1;
      if (normalizeSpace(reason).length === 4 && number >= 0 && number <= 9999) return true;
      return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#');
    },
    hasMeans: (means, _, codes) => codes.split(',').includes(means.child('PaymentMeansCode')?.text ?? ''),
    isNot: (means, _, codes) => !hasCode(means, codes),
    hasAccount: (means) => account(means).trim() !== '',
    hasGiroAccount: (means) => /^\d{7,8}$/.test(account(means)),
    hasFikAccount: (means) => account(means).length === 8,
    startsWith: (means, _, prefixes) => prefixes.split(',').includes(paymentId(means).slice(0, 3)),
    startsNotWith: (means, _, prefixes) => !prefixes.split(',').includes(paymentId(means).slice(0, 3)),
    hasLength: (means, _, lengths) => lengths.split(',').includes(String(paymentId(means).length)),
    hasSchemes: (identification) =>
      identification.all('ID').every((id) => (id.attribute('schemeID') ?? '').trim() !== ''),
    hasSellerCvr: (root) =>
      isCvr(selectElements(root, 'AccountingSupplierParty', 'Party', 'PartyLegalEntity', 'CompanyID')),
    hasCvr: (party) => isCvr(selectElements(party, 'PartyLegalEntity', 'CompanyID')),
    isPayable: (root) => !(readDecimalAt(root, 'LegalMonetaryTotal', 'PayableAmount')?.lt(0) ?? false),
    isFromIceland,
    isWithinIceland: (root, tree) =>
      isFromIceland(root, tree, '') && findAddressCountry(root, 'AccountingCustomerParty') === 'IS',
    hasSellerKennitala: (root) => hasKennitala(sellers(root)),
    hasSellerAddress: (root) => hasAddress(sellers(root)),
    hasKennitala: (buyer) => hasKennitala(buyer.all('Party')),
    hasBuyerAddress: (buyer) => hasAddress(buyer.all('Party')),
    hasAccountFor: (root, _, code) => {
      const means = root.all('PaymentMeans').filter((one) => hasCode(one, code));
      const ids = means.map((one) => selectFirst(one, 'PayeeFinancialAccount', 'ID'));
      return means.length === 0 || readElementText(ids.find((id) => id !== undefined)).length === 12;
    },
    hasNoLastDay: (root) => lastDays(root).length === 0,
    isLastDayADate: (root) => {
      const day = lastDays(root)[0]?.child('ID')?.text;
      return day !== undefined && isCalendarDate(day);
    },
    isDueBeforeLastDay: (root) => {
      const days = lastDays(root).flatMap((one) => one.all('ID'));
      return root.all('DueDate').some((due) => days.some((day) => due.text <= day.text));
    },
  },
};
