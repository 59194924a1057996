import { codeLists } from '../../data/code-lists.js';
import type { XmlElement } from '../../xml/xml-element.js';
import { document, every, type Rule, rule, under, warningRule } from '../rule.js';
import { dateOf, elementsAt, has, hasText, isVat, textOf } from '../values.js';

const notBefore = (period: XmlElement): boolean => {
  const start = period.child('StartDate');
  const end = period.child('EndDate');
  if (start === undefined || end === undefined) return true;
  const [from, to] = [dateOf(start), dateOf(end)];
  return from !== undefined && to !== undefined && to >= from;
};

const ofDocument = (element: XmlElement): boolean =>
  element.parent?.name !== 'InvoiceLine' && element.parent?.name !== 'CreditNoteLine';

/** What every document must have: BR-01 to BR-20, BR-49 to BR-65, BR-CO-03, -09, -18, -19, -20, -25, -26. */
export const documentRules: readonly Rule[] = [
  rule(
    'BR-01',
    'The specification the invoice follows (BT-24) is missing; put it in CustomizationID',
    document,
    (root) => hasText(root, 'CustomizationID'),
  ),
  rule('BR-02', 'The invoice number (BT-1) is missing; put it in ID', document, (root) => hasText(root, 'ID')),
  rule('BR-03', 'The issue date (BT-2) is missing; put it in IssueDate', document, (root) =>
    hasText(root, 'IssueDate'),
  ),
  rule(
    'BR-04',
    'The type code (BT-3) is missing; put it in InvoiceTypeCode or CreditNoteTypeCode',
    document,
    (root) => hasText(root, 'InvoiceTypeCode') || hasText(root, 'CreditNoteTypeCode'),
  ),
  rule('BR-05', 'The currency (BT-5) is missing; put it in DocumentCurrencyCode', document, (root) =>
    hasText(root, 'DocumentCurrencyCode'),
  ),
  rule('BR-06', "The seller's name (BT-27) is missing; put it in PartyLegalEntity/RegistrationName", document, (root) =>
    hasText(root, 'AccountingSupplierParty', 'Party', 'PartyLegalEntity', 'RegistrationName'),
  ),
  rule('BR-07', "The buyer's name (BT-44) is missing; put it in PartyLegalEntity/RegistrationName", document, (root) =>
    hasText(root, 'AccountingCustomerParty', 'Party', 'PartyLegalEntity', 'RegistrationName'),
  ),
  rule('BR-08', "The seller's address (BG-5) is missing", document, (root) =>
    has(root, 'AccountingSupplierParty', 'Party', 'PostalAddress'),
  ),
  rule(
    'BR-09',
    "The seller's address has no country (BT-40)",
    under('PostalAddress', 'Party', 'AccountingSupplierParty'),
    (address) => hasText(address, 'Country', 'IdentificationCode'),
  ),
  rule('BR-10', "The buyer's address (BG-8) is missing", document, (root) =>
    has(root, 'AccountingCustomerParty', 'Party', 'PostalAddress'),
  ),
  rule(
    'BR-11',
    "The buyer's address has no country (BT-55)",
    under('PostalAddress', 'Party', 'AccountingCustomerParty'),
    (address) => hasText(address, 'Country', 'IdentificationCode'),
  ),
  rule(
    'BR-16',
    'There is no line (BG-25); an invoice has at least one',
    document,
    (root) => has(root, 'InvoiceLine') || has(root, 'CreditNoteLine'),
  ),
  rule(
    'BR-17',
    'A payee (BG-10) needs a name (BT-59), and is given only where it is not the seller',
    every('PayeeParty'),
    (payee) => {
      const names = elementsAt(payee, 'PartyName', 'Name').map(({ text }) => text);
      const ids = elementsAt(payee, 'PartyIdentification', 'ID').map(({ text }) => text);
      const seller = elementsAt(payee.parent, 'AccountingSupplierParty', 'Party');
      const sellerNames = seller.flatMap((party) => elementsAt(party, 'PartyName', 'Name')).map(({ text }) => text);
      const sellerIds = seller
        .flatMap((party) => elementsAt(party, 'PartyIdentification', 'ID'))
        .map(({ text }) => text);
      return (
        names.length > 0 &&
        !names.some((name) => sellerNames.includes(name)) &&
        !ids.some((id) => sellerIds.includes(id))
      );
    },
  ),
  rule('BR-18', 'The tax representative (BG-11) has no name (BT-62)', every('TaxRepresentativeParty'), (party) =>
    hasText(party, 'PartyName', 'Name'),
  ),
  rule('BR-19', 'The tax representative (BG-11) has no address (BG-12)', every('TaxRepresentativeParty'), (party) =>
    has(party, 'PostalAddress'),
  ),
  rule(
    'BR-20',
    "The tax representative's address has no country (BT-69)",
    under('PostalAddress', 'TaxRepresentativeParty'),
    (address) => hasText(address, 'Country', 'IdentificationCode'),
  ),
  rule(
    'BR-29',
    'The invoicing period ends (BT-74) before it starts (BT-73)',
    (tree) => tree.elements('InvoicePeriod').filter(ofDocument),
    notBefore,
  ),
  rule(
    'BR-30',
    "The line's period ends (BT-135) before it starts (BT-134)",
    (tree) => tree.elements('InvoicePeriod').filter((period) => !ofDocument(period)),
    notBefore,
  ),
  warningRule(
    'BR-51',
    'At most ten digits of a card number (BT-87) may be shown, the first six and the last four',
    under('PrimaryAccountNumberID', 'CardAccount', 'PaymentMeans'),
    (number) => textOf(number).length <= 10,
  ),
  rule(
    'BR-52',
    'A supporting document (BG-24) has no reference (BT-122)',
    every('AdditionalDocumentReference'),
    (reference) => hasText(reference, 'ID'),
  ),
  rule(
    'BR-53',
    'An accounting currency (BT-6) is given without the VAT total in it (BT-111)',
    document,
    (root, tree) => {
      const currencies = tree
        .elements('TaxAmount')
        .filter((amount) => amount.parent?.name === 'TaxTotal')
        .map((amount) => amount.attribute('currencyID'));
      return root.all('TaxCurrencyCode').every((currency) => currencies.includes(currency.text));
    },
  ),
  rule(
    'BR-54',
    'An item attribute (BG-32) needs a name (BT-160) and a value (BT-161)',
    every('AdditionalItemProperty'),
    (property) => has(property, 'Name') && has(property, 'Value'),
  ),
  rule('BR-55', 'A preceding invoice (BG-3) has no number (BT-25)', every('BillingReference'), (reference) =>
    has(reference, 'InvoiceDocumentReference', 'ID'),
  ),
  rule(
    'BR-56',
    'The tax representative (BG-11) has no VAT identifier (BT-63)',
    every('TaxRepresentativeParty'),
    (party) => party.all('PartyTaxScheme').some((scheme) => isVat(scheme) && has(scheme, 'CompanyID')),
  ),
  rule(
    'BR-57',
    'The delivery address (BG-15) has no country (BT-80)',
    under('Address', 'DeliveryLocation', 'Delivery'),
    (address) => has(address, 'Country', 'IdentificationCode'),
  ),
  rule(
    'BR-62',
    "The seller's electronic address (BT-34) has no scheme",
    under('EndpointID', 'Party', 'AccountingSupplierParty'),
    (id) => id.attribute('schemeID') !== undefined,
  ),
  rule(
    'BR-63',
    "The buyer's electronic address (BT-49) has no scheme",
    under('EndpointID', 'Party', 'AccountingCustomerParty'),
    (id) => id.attribute('schemeID') !== undefined,
  ),
  rule(
    'BR-CO-03',
    'The tax point date (BT-7) and its code (BT-8) exclude each other',
    document,
    (root) => !(has(root, 'TaxPointDate') && has(root, 'InvoicePeriod', 'DescriptionCode')),
  ),
  rule(
    'BR-CO-09',
    'A VAT identifier starts with the code of its country, EL for Greece',
    (tree) => tree.elements('PartyTaxScheme').filter(isVat),
    (scheme) => {
      const prefix = (scheme.child('CompanyID')?.text ?? '').slice(0, 2);
      // The published test looks the two characters up in a text with spaces, where parts of codes are found too.
      return codeLists.vatCountries.has(prefix) || ` ${codeLists.vatCountries.source} `.includes(prefix);
    },
  ),
  rule('BR-CO-18', 'There is no VAT breakdown (BG-23)', document, (root) => has(root, 'TaxTotal', 'TaxSubtotal')),
  rule(
    'BR-CO-19',
    'An invoicing period (BG-14) needs a start (BT-73), an end (BT-74) or both',
    (tree) => tree.elements('InvoicePeriod').filter(ofDocument),
    (period) => has(period, 'StartDate') || has(period, 'EndDate') || has(period, 'DescriptionCode'),
  ),
  rule(
    'BR-CO-20',
    "A line's period (BG-26) needs a start (BT-134), an end (BT-135) or both",
    (tree) => tree.elements('InvoicePeriod').filter((period) => !ofDocument(period)),
    (period) => has(period, 'StartDate') || has(period, 'EndDate'),
  ),
  rule(
    'BR-CO-26',
    'The seller cannot be identified: give an identifier (BT-29), a legal registration (BT-30) or a VAT identifier (BT-31)',
    every('AccountingSupplierParty'),
    (supplier) =>
      elementsAt(supplier, 'Party', 'PartyTaxScheme').some((scheme) => isVat(scheme) && has(scheme, 'CompanyID')) ||
      elementsAt(supplier, 'Party', 'PartyIdentification', 'ID').some((id) => id.attribute('schemeID') !== 'SEPA') ||
      has(supplier, 'Party', 'PartyLegalEntity', 'CompanyID'),
  ),
];
