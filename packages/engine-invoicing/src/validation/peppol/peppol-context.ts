import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { elementsAt, textOf } from '../values.js';

/** The country of an address, as it is written. */
export const addressCountry = (
  root: XmlElement,
  party: 'AccountingSupplierParty' | 'AccountingCustomerParty',
): string => elementsAt(root, party, 'Party', 'PostalAddress', 'Country', 'IdentificationCode')[0]?.text ?? '';

/** The first two letters of the VAT identifier below an element; undefined where there is none. */
const vatCountry = (schemes: readonly XmlElement[]): string | undefined => {
  for (const scheme of schemes) {
    if (!elementsAt(scheme, 'TaxScheme', 'ID').some((id) => id.text === 'VAT')) continue;
    const prefix = (scheme.child('CompanyID')?.text ?? '').slice(0, 2);
    return prefix === '' ? undefined : prefix.trim().toUpperCase();
  }
  return undefined;
};

/** The seller's country: that of the VAT identifier, else of the tax representative's, else of the address. */
export const supplierCountry = (tree: InvoiceTree): string => {
  const seller = vatCountry(elementsAt(tree.root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme'));
  const representative = vatCountry(elementsAt(tree.root, 'TaxRepresentativeParty', 'PartyTaxScheme'));
  return (
    seller ?? representative ?? (addressCountry(tree.root, 'AccountingSupplierParty').trim().toUpperCase() || 'XX')
  );
};

/** The seller's country without regard to a tax representative. */
export const accountingSupplierCountry = (tree: InvoiceTree): string =>
  vatCountry(elementsAt(tree.root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme')) ??
  (addressCountry(tree.root, 'AccountingSupplierParty').trim().toUpperCase() || 'XX');

/** The buyer's country: that of the VAT identifier, else of the address. */
export const customerCountry = (tree: InvoiceTree): string =>
  vatCountry(elementsAt(tree.root, 'AccountingCustomerParty', 'Party', 'PartyTaxScheme')) ??
  (addressCountry(tree.root, 'AccountingCustomerParty').trim().toUpperCase() || 'XX');

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

/** VAT identifiers of a party. */
export const vatIdsOf = (party: XmlElement): XmlElement[] =>
  party
    .all('PartyTaxScheme')
    .filter((scheme) => elementsAt(scheme, 'TaxScheme', 'ID').some((id) => textOf(id) === 'VAT'))
    .flatMap((scheme) => scheme.all('CompanyID'));
