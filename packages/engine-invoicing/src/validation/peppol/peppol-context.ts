import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { hasElement, readElementText, selectElements } from '../values.js';

type Role = 'AccountingSupplierParty' | 'AccountingCustomerParty';

/** Lists the countries of a party's addresses, as written. */
export const listAddressCountries = (root: XmlElement, party: Role): string[] =>
  selectElements(root, party, 'Party', 'PostalAddress', 'Country', 'IdentificationCode').map(({ text }) => text);

/**
 * Finds the country of a party's address, as written. Empty if there are several countries, in which case no national
 * rule applies.
 */
export const findAddressCountry = (root: XmlElement, party: Role): string => {
  const countries = listAddressCountries(root, party);
  return countries.length === 1 ? (countries[0] ?? '') : '';
};

/** Returns the country code of an address: XX if it has no country, and empty if it has several. */
const addressCode = (tree: InvoiceTree, party: Role): string =>
  listAddressCountries(tree.root, party).length === 0
    ? 'XX'
    : findAddressCountry(tree.root, party).trim().toUpperCase();

/** Returns the first two letters of the VAT identifier: undefined if there is none, and empty if there are several. */
const vatCountry = (tree: InvoiceTree, ...party: string[]): string | undefined => {
  const prefixes = selectElements(tree.root, ...party, 'PartyTaxScheme')
    .filter((scheme) => selectElements(scheme, 'TaxScheme', 'ID').some((id) => id.text === 'VAT'))
    .flatMap((scheme) => (hasElement(scheme, 'CompanyID') ? scheme.all('CompanyID') : [undefined]))
    .map((id) => id?.text.slice(0, 2) ?? '');
  if (prefixes.length > 1) return '';
  return prefixes[0] === undefined || prefixes[0] === '' ? undefined : prefixes[0].trim().toUpperCase();
};

/** Finds the seller's country: from the VAT identifier, else from the tax representative's, else from the address. */
export const findSupplierCountry = (tree: InvoiceTree): string =>
  vatCountry(tree, 'AccountingSupplierParty', 'Party') ??
  vatCountry(tree, 'TaxRepresentativeParty') ??
  addressCode(tree, 'AccountingSupplierParty');

/** Finds the seller's country without the tax representative. */
export const findAccountingSupplierCountry = (tree: InvoiceTree): string =>
  vatCountry(tree, 'AccountingSupplierParty', 'Party') ?? addressCode(tree, 'AccountingSupplierParty');

/** Finds the buyer's country: from the VAT identifier, else from the address. */
export const findCustomerCountry = (tree: InvoiceTree): string =>
  vatCountry(tree, 'AccountingCustomerParty', 'Party') ?? addressCode(tree, 'AccountingCustomerParty');

export const isDomestic = (tree: InvoiceTree, country: string): boolean =>
  isAddressIn(tree, 'AccountingSupplierParty', country) && isAddressIn(tree, 'AccountingCustomerParty', country);

export const isAddressIn = (tree: InvoiceTree, party: Role, country: string): boolean =>
  findAddressCountry(tree.root, party).trim().toUpperCase() === country;

/** Returns true if Peppol billing includes the business process of the invoice. */
export const isKnownProfile = (tree: InvoiceTree): boolean =>
  [
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    'urn:peppol:france:billing:regulated',
    'urn:peppol:france:billing:non-regulated',
    'urn:peppol:bis:billing_with_response',
  ].includes(readElementText(tree.root.child('ProfileID')));

export const listParties = (tree: InvoiceTree, role: string): XmlElement[] =>
  tree.elements(role).flatMap((one) => one.all('Party'));

export const listDescribedDocuments = (root: XmlElement, description: string): XmlElement[] =>
  root
    .all('AdditionalDocumentReference')
    .filter((reference) => reference.all('DocumentDescription').some(({ text }) => text === description));

/**
 * Finds the tax scheme of a registration. Empty if there is none, and undefined if there are several, which match no
 * rule.
 */
export const findTaxScheme = (registration: XmlElement): string | undefined => {
  const ids = selectElements(registration, 'TaxScheme', 'ID');
  return ids.length > 1 ? undefined : readElementText(ids[0]);
};

/** Finds the code of payment means. Empty if there is no code, or if there are several, which match no rule. */
export const findPaymentCode = (means: XmlElement): string => {
  const codes = means.all('PaymentMeansCode');
  return codes.length === 1 ? readElementText(codes[0]) : '';
};

export const listVatIds = (party: XmlElement): XmlElement[] =>
  party
    .all('PartyTaxScheme')
    .filter((registration) => findTaxScheme(registration) === 'VAT')
    .flatMap((scheme) => scheme.all('CompanyID'));
