import {
  isAustralianBusinessNumber,
  isGs1Number,
  isItalianOffice,
  isItalianTaxCode,
  isItalianVat,
  isMod11Number,
  isMod97Number,
  isSwedishNumber,
} from '../../identifiers/published-checks.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule, warningRule } from '../rule.js';
import { textOf } from '../values.js';
import { taxSchemeOf } from './peppol-context.js';

/** Electronic addresses, party identifiers and company identifiers of a scheme. */
const ofScheme =
  (scheme: string) =>
  (tree: InvoiceTree): XmlElement[] =>
    [
      ...tree.elements('EndpointID'),
      ...tree.elements('ID').filter((id) => id.parent?.name === 'PartyIdentification'),
      ...tree.elements('CompanyID'),
    ].filter((id) => id.attribute('schemeID') === scheme);

const addressesOfScheme =
  (scheme: string) =>
  (tree: InvoiceTree): XmlElement[] =>
    tree.elements('EndpointID').filter((id) => id.attribute('schemeID') === scheme);

const matches =
  (pattern: RegExp) =>
  (id: XmlElement): boolean =>
    pattern.test(textOf(id));

/** Whole text, without reducing white space. */
const matchesExactly =
  (pattern: RegExp) =>
  (id: XmlElement): boolean =>
    pattern.test(id.text);

/** Forms and check digits of identifiers by their scheme: PEPPOL-COMMON-R040 to R057. */
export const identifierRules: readonly Rule[] = [
  rule('PEPPOL-COMMON-R040', 'A GLN (0088) has digits only and a check digit', ofScheme('0088'), (id) =>
    isGs1Number(textOf(id)),
  ),
  rule(
    'PEPPOL-COMMON-R041',
    'A Norwegian organisation number (0192) has nine digits, the last of which is a check digit',
    ofScheme('0192'),
    (id) => /^\d{9}$/.test(textOf(id)) && isMod11Number(textOf(id)),
  ),
  rule(
    'PEPPOL-COMMON-R042',
    'A Danish CVR number (0184) has eight digits, with or without DK in front',
    ofScheme('0184'),
    matchesExactly(/^(DK)?\d{8}$/),
  ),
  rule(
    'PEPPOL-COMMON-R043',
    'A Belgian enterprise number (0208) has ten digits, the last two of which are check digits',
    ofScheme('0208'),
    (id) => isMod97Number(textOf(id)),
  ),
  warningRule(
    'PEPPOL-COMMON-R044',
    'An Italian office code (0201) has six letters and digits',
    ofScheme('0201'),
    (id) => isItalianOffice(textOf(id)),
  ),
  warningRule(
    'PEPPOL-COMMON-R045',
    'An Italian tax code (0210) has 16 characters of a fixed form, or 11 digits',
    ofScheme('0210'),
    (id) => isItalianTaxCode(textOf(id)),
  ),
  warningRule(
    'PEPPOL-COMMON-R046',
    'An Italian tax code (9907) has 16 characters of a fixed form, or 11 digits',
    addressesOfScheme('9907'),
    (id) => isItalianTaxCode(textOf(id)),
  ),
  warningRule(
    'PEPPOL-COMMON-R047',
    'An Italian VAT number (0211) has IT and 11 digits, the last of which is a check digit',
    ofScheme('0211'),
    (id) => isItalianVat(textOf(id)),
  ),
  rule(
    'PEPPOL-COMMON-R049',
    'A Swedish organisation number (0007) has ten digits, the last of which is a check digit',
    ofScheme('0007'),
    (id) => textOf(id).length === 10 && isSwedishNumber(textOf(id)),
  ),
  rule(
    'PEPPOL-COMMON-R050',
    'An Australian business number (0151) has eleven digits, two of which are check digits',
    ofScheme('0151'),
    (id) => isAustralianBusinessNumber(textOf(id)),
  ),
  rule('PEPPOL-COMMON-R052', 'A Danish P number (0096) has ten digits', ofScheme('0096'), matchesExactly(/^\d{10}$/)),
  rule(
    'PEPPOL-COMMON-R053',
    'A Danish SE number (0198) has DK and eight digits',
    ofScheme('0198'),
    matchesExactly(/^DK\d{8}$/),
  ),
  warningRule('PEPPOL-COMMON-R054', 'A Dutch KVK number (0106) has eight digits', ofScheme('0106'), matches(/^\d{8}$/)),
  warningRule('PEPPOL-COMMON-R055', 'A Dutch OIN (0190) has twenty digits', ofScheme('0190'), matches(/^\d{20}$/)),
  warningRule(
    'PEPPOL-COMMON-R056-1',
    'A Dutch VAT number (9944) has the form NL123456789B01',
    ofScheme('9944'),
    matches(/^NL\d{9}B\d{2}$/),
  ),
  warningRule(
    'PEPPOL-COMMON-R056-2',
    'A Dutch VAT number has the form NL123456789B01',
    (tree) =>
      tree
        .elements('PartyTaxScheme')
        .filter((registration) => taxSchemeOf(registration) === 'VAT')
        .flatMap((scheme) => scheme.all('CompanyID'))
        .filter((id) => textOf(id).startsWith('NL')),
    matches(/^NL\d{9}B\d{2}$/),
  ),
  warningRule(
    'PEPPOL-COMMON-R057',
    'A Dutch establishment number (0217) has twelve digits',
    ofScheme('0217'),
    matches(/^\d{12}$/),
  ),
];
