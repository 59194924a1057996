import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule, under } from '../rule.js';
import { decimalAt, elementsAt, has, textOf } from '../values.js';
import { addressIn, within } from './peppol-context.js';

const fromNetherlands = (tree: InvoiceTree): boolean => addressIn(tree, 'AccountingSupplierParty', 'NL');
const withinNetherlands = (tree: InvoiceTree): boolean => within(tree, 'NL');
const isComplete = (address: XmlElement): boolean =>
  has(address, 'StreetName') && has(address, 'CityName') && has(address, 'PostalZone');
const isDutchId = (id: XmlElement): boolean =>
  ['0106', '0190'].some((scheme) => ` ${id.attribute('schemeID') ?? ''} `.includes(` ${scheme} `)) && textOf(id) !== '';

const only =
  (applies: (tree: InvoiceTree) => boolean, select: (tree: InvoiceTree) => readonly XmlElement[]) =>
  (tree: InvoiceTree): readonly XmlElement[] =>
    applies(tree) ? select(tree) : [];

const representativeIn = (tree: InvoiceTree): boolean => {
  const countries = elementsAt(tree.root, 'TaxRepresentativeParty', 'PostalAddress', 'Country', 'IdentificationCode');
  return fromNetherlands(tree) && countries.length === 1 && textOf(countries[0]).toUpperCase() === 'NL';
};

/** The Netherlands: NL-R-001 to NL-R-009. */
export const dutchRules: readonly Rule[] = [
  rule(
    'NL-R-001',
    'A credit note of a Dutch seller needs the invoice it is about (BT-25)',
    only(fromNetherlands, (tree) => tree.elements('CreditNoteTypeCode')),
    (_, tree) =>
      tree.root.all('BillingReference').some((reference) => has(reference, 'InvoiceDocumentReference', 'ID')),
  ),
  rule(
    'NL-R-002',
    "A Dutch seller's address needs street, city and post code",
    only(fromNetherlands, under('PostalAddress', 'Party', 'AccountingSupplierParty')),
    isComplete,
  ),
  rule(
    'NL-R-003',
    "A Dutch seller's legal identifier (BT-30) is a KVK number (0106) or an OIN (0190)",
    only(fromNetherlands, under('CompanyID', 'PartyLegalEntity', 'Party', 'AccountingSupplierParty')),
    isDutchId,
  ),
  rule(
    'NL-R-004',
    "A Dutch buyer's address needs street, city and post code",
    only(withinNetherlands, under('PostalAddress', 'Party', 'AccountingCustomerParty')),
    isComplete,
  ),
  rule(
    'NL-R-005',
    "A Dutch buyer's legal identifier (BT-47) is a KVK number (0106) or an OIN (0190)",
    only(withinNetherlands, under('CompanyID', 'PartyLegalEntity', 'Party', 'AccountingCustomerParty')),
    isDutchId,
  ),
  rule(
    'NL-R-006',
    "A Dutch tax representative's address needs street, city and post code",
    only(representativeIn, under('PostalAddress', 'TaxRepresentativeParty')),
    isComplete,
  ),
  rule(
    'NL-R-007',
    'A Dutch seller to whom money is due must say how to pay (BG-16)',
    only(fromNetherlands, (tree) => tree.elements('LegalMonetaryTotal')),
    (total, tree) => {
      const payable = decimalAt(total, 'PayableAmount');
      if (tree.elements('PaymentMeans').length > 0) return true;
      return payable !== undefined && (tree.creditNote ? payable.gte(0) : payable.lte(0));
    },
  ),
  rule(
    'NL-R-008',
    'The payment means code (BT-81) within the Netherlands is 30, 48, 49, 57, 58 or 59',
    only(withinNetherlands, (tree) => tree.elements('PaymentMeans')),
    (means) => ['30', '48', '49', '57', '58', '59'].includes(textOf(means.child('PaymentMeansCode'))),
  ),
  rule(
    'NL-R-009',
    'Order lines (BT-132) of a Dutch seller need the order (BT-13)',
    only(fromNetherlands, under('LineID', 'OrderLineReference')),
    (_, tree) => has(tree.root, 'OrderReference', 'ID'),
  ),
];
