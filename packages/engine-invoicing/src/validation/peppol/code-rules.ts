import { type CodeList, codeLists } from '../../data/code-lists.js';
import { isCalendarDate } from '../../model/reading.js';
import type { XmlElement } from '../../xml/xml-element.js';
import { AMOUNT_NAMES } from '../en16931/code-list-rules.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { every, type Rule, rule, under } from '../rule.js';
import { textOf } from '../values.js';
import { isKnownProfile, within } from './peppol-context.js';

const reasonCodes =
  (indicator: string) =>
  (tree: InvoiceTree): XmlElement[] =>
    tree
      .elements('AllowanceChargeReasonCode')
      .filter(
        ({ parent }) =>
          parent?.name === 'AllowanceCharge' && parent.all('ChargeIndicator').some(({ text }) => text === indicator),
      );

const withAttribute =
  (name: string, attribute: string) =>
  (tree: InvoiceTree): XmlElement[] =>
    tree.elements(name).filter((element) => element.attribute(attribute) !== undefined);

const coded = (
  id: string,
  message: string,
  list: CodeList,
  select: (tree: InvoiceTree) => readonly XmlElement[],
): Rule => rule(id, message, select, (element) => list.has(textOf(element)));

/** An exemption code of the EU belongs to one VAT category. */
const exemption = (id: string, code: string, category: string): Rule =>
  rule(
    id,
    `The exemption code ${code} (BT-121) goes with the VAT category ${category} only`,
    (tree) =>
      tree.elements('TaxCategory').filter((one) => {
        const codes = one.all('TaxExemptionReasonCode');
        return codes.length === 1 && codes[0]?.text.toUpperCase() === code;
      }),
    (one) => textOf(one.child('ID')) === category,
  );

const dates = (tree: InvoiceTree): XmlElement[] =>
  ['IssueDate', 'DueDate', 'TaxPointDate', 'StartDate', 'EndDate', 'ActualDeliveryDate'].flatMap((name) =>
    tree.elements(name),
  );

/** Code lists, types, dates and exemption codes of Peppol: PEPPOL-EN16931-CL001 to CL008, F001, P0100 to P0112. */
export const codeRules: readonly Rule[] = [
  rule(
    'PEPPOL-EN16931-CL001',
    'The media type of an embedded document is not one of those allowed',
    withAttribute('EmbeddedDocumentBinaryObject', 'mimeCode'),
    (binary) => codeLists.mimeTypes.has(binary.attribute('mimeCode') ?? ''),
  ),
  coded(
    'PEPPOL-EN16931-CL002',
    'The reason code of an allowance is not on the list UNTDID 5189',
    codeLists.allowanceReasons,
    reasonCodes('false'),
  ),
  coded(
    'PEPPOL-EN16931-CL003',
    'The reason code of a charge is not on the list UNTDID 7161',
    codeLists.chargeReasons,
    reasonCodes('true'),
  ),
  coded(
    'PEPPOL-EN16931-CL006',
    'The code of the tax point date (BT-8) is not on the list UNTDID 2005',
    codeLists.vatPointCodes,
    under('DescriptionCode', 'InvoicePeriod'),
  ),
  rule(
    'PEPPOL-EN16931-CL007',
    'The currency of an amount is not on the list ISO 4217',
    (tree) => AMOUNT_NAMES.flatMap((name) => tree.elements(name)),
    (amount) => codeLists.peppolCurrencies.has(amount.attribute('currencyID') ?? ''),
  ),
  rule(
    'PEPPOL-EN16931-CL008',
    'The scheme of an electronic address is not one that Peppol takes',
    withAttribute('EndpointID', 'schemeID'),
    (id) => codeLists.peppolAddressSchemes.has(id.attribute('schemeID') ?? ''),
  ),
  rule(
    'PEPPOL-EN16931-F001',
    'A date is written 2026-01-15, without a time zone',
    dates,
    (date) => date.text.length === 10 && isCalendarDate(date.text),
  ),
  rule(
    'PEPPOL-EN16931-P0100',
    'The type code (BT-3) is not one that Peppol takes for invoices',
    every('InvoiceTypeCode'),
    (code, tree) => !isKnownProfile(tree) || codeLists.peppolInvoiceTypeCodes.has(textOf(code)),
  ),
  rule(
    'PEPPOL-EN16931-P0101',
    'The type code (BT-3) is not one that Peppol takes for credit notes',
    every('CreditNoteTypeCode'),
    (code, tree) => !isKnownProfile(tree) || codeLists.peppolCreditNoteTypeCodes.has(textOf(code)),
  ),
  exemption('PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G'),
  exemption('PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O'),
  exemption('PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K'),
  exemption('PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE'),
  exemption('PEPPOL-EN16931-P0108', 'VATEX-EU-D', 'E'),
  exemption('PEPPOL-EN16931-P0109', 'VATEX-EU-F', 'E'),
  exemption('PEPPOL-EN16931-P0110', 'VATEX-EU-I', 'E'),
  exemption('PEPPOL-EN16931-P0111', 'VATEX-EU-J', 'E'),
  rule(
    'PEPPOL-EN16931-P0112',
    'The type codes 326 and 384 (BT-3) are for invoices within Germany only',
    every('InvoiceTypeCode'),
    (code, tree) => !['326', '384'].includes(textOf(code)) || within(tree, 'DE'),
  ),
];
