import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { elementsAt, has, textOf } from '../values.js';

/** The countries of a party's addresses, as they are written. */
export const addressCountries = (
  root: XmlElement,
  party: 'AccountingSupplierParty' | 'AccountingCustomerParty',
): string[] =>
  elementsAt(root, party, 'Party', 'PostalAddress', 'Country', 'IdentificationCode').map(({ text }) => text);

/** The country of a party's address, as it is written; several countries are none, and no national rule applies. */
export const addressCountry = (
  root: XmlElement,
  party: 'AccountingSupplierParty' | 'AccountingCustomerParty',
): string => {
  const countries = addressCountries(root, party);
  return countries.length === 1 ? (countries[0] ?? '') : '';
};

/** The country of an address as a code; XX where none is written, empty where there are several. */
const addressCode = (tree: InvoiceTree, party: 'AccountingSupplierParty' | 'AccountingCustomerParty'): string =>
  addressCountries(tree.root, party).length === 0 ? 'XX' : addressCountry(tree.root, party).trim().toUpperCase();

/** The first two letters of the VAT identifier; undefined where there is none, empty where there are several. */
const vatCountry = (schemes: readonly XmlElement[]): string | undefined => {
  const prefixes = schemes
    .filter((scheme) => elementsAt(scheme, 'TaxScheme', 'ID').some((id) => id.text === 'VAT'))
    .flatMap((scheme) => (has(scheme, 'CompanyID') ? scheme.all('CompanyID') : [undefined]))
    .map((id) => id?.text.slice(0, 2) ?? '');
  if (prefixes.length > 1) return '';
  return prefixes[0] === undefined || prefixes[0] === '' ? undefined : prefixes[0].trim().toUpperCase();
};

/** The seller's country: that of the VAT identifier, else of the tax representative's, else of the address. */
export const supplierCountry = (tree: InvoiceTree): string => {
  const seller = vatCountry(elementsAt(tree.root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme'));
  const representative = vatCountry(elementsAt(tree.root, 'TaxRepresentativeParty', 'PartyTaxScheme'));
  return seller ?? representative ?? addressCode(tree, 'AccountingSupplierParty');
};

/** The seller's country without regard to a tax representative. */
export const accountingSupplierCountry = (tree: InvoiceTree): string =>
  vatCountry(elementsAt(tree.root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme')) ??
  addressCode(tree, 'AccountingSupplierParty');

/** The buyer's country: that of the VAT identifier, else of the address. */
export const customerCountry = (tree: InvoiceTree): string =>
  vatCountry(elementsAt(tree.root, 'AccountingCustomerParty', 'Party', 'PartyTaxScheme')) ??
  addressCode(tree, 'AccountingCustomerParty');

/** Whether both parties have their address in a country. */
export const within = (tree: InvoiceTree, country: string): boolean =>
  addressIn(tree, 'AccountingSupplierParty', country) && addressIn(tree, 'AccountingCustomerParty', country);

/** Whether a party has its address in a country. */
export const addressIn = (
  tree: InvoiceTree,
  party: 'AccountingSupplierParty' | 'AccountingCustomerParty',
  country: string,
): boolean => addressCountry(tree.root, party).trim().toUpperCase() === country;

/** Whether the invoice is of a business process that Peppol's billing knows. */
export const isKnownProfile = (tree: InvoiceTree): boolean =>
  [
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    'urn:peppol:france:billing:regulated',
    'urn:peppol:france:billing:non-regulated',
    'urn:peppol:bis:billing_with_response',
  ].includes(textOf(tree.root.child('ProfileID')));

/** The parties' elements under the document: seller or buyer. */
export const partiesOf = (
  tree: InvoiceTree,
  role: 'AccountingSupplierParty' | 'AccountingCustomerParty',
): XmlElement[] => tree.elements(role).flatMap((one) => one.all('Party'));

/** The tax scheme of a registration, empty where there is none; undefined where there are several, which match no rule. */
export const taxSchemeOf = (registration: XmlElement): string | undefined => {
  const ids = elementsAt(registration, 'TaxScheme', 'ID');
  return ids.length > 1 ? undefined : textOf(ids[0]);
};

/** The code of payment means; empty where there is none, and where there are several, which match no rule. */
export const paymentCodeOf = (means: XmlElement): string => {
  const codes = means.all('PaymentMeansCode');
  return codes.length === 1 ? textOf(codes[0]) : '';
};

/** VAT identifiers of a party. */
export const vatIdsOf = (party: XmlElement): XmlElement[] =>
  party
    .all('PartyTaxScheme')
    .filter((registration) => taxSchemeOf(registration) === 'VAT')
    .flatMap((scheme) => scheme.all('CompanyID'));
