import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule } from '../rule.js';
import { has, textOf } from '../values.js';
import { partiesOf, supplierCountry, taxSchemeOf } from './peppol-context.js';

const sellers = (tree: InvoiceTree): XmlElement[] =>
  supplierCountry(tree) === 'IT' ? partiesOf(tree, 'AccountingSupplierParty') : [];

/** Italy: IT-R-001 to IT-R-004. */
export const italianRules: readonly Rule[] = [
  rule(
    'IT-R-001',
    "An Italian seller's tax registration (BT-32) has 11 to 16 capital letters and digits",
    (tree) =>
      sellers(tree)
        .flatMap((party) => party.all('PartyTaxScheme'))
        .filter((registration) => ![undefined, 'VAT'].includes(taxSchemeOf(registration))),
    (scheme) => /^[A-Z0-9]{11,16}$/.test(textOf(scheme.child('CompanyID'))),
  ),
  rule('IT-R-002', "An Italian seller's street (BT-35) is missing", sellers, (party) =>
    has(party, 'PostalAddress', 'StreetName'),
  ),
  rule('IT-R-003', "An Italian seller's city (BT-37) is missing", sellers, (party) =>
    has(party, 'PostalAddress', 'CityName'),
  ),
  rule('IT-R-004', "An Italian seller's post code (BT-38) is missing", sellers, (party) =>
    has(party, 'PostalAddress', 'PostalZone'),
  ),
];
