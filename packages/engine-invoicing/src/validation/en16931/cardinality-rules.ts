import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { document, every, type Rule, rule } from '../rule.js';
import { elementsAt, has, isCharge } from '../values.js';

type Select = (tree: InvoiceTree) => readonly XmlElement[];

/** At most one element down a path. */
const once = (id: string, what: string, select: Select, ...path: string[]): Rule =>
  rule(id, `${what} is given more than once`, select, (element) => elementsAt(element, ...path).length <= 1);

/** A tax scheme without an identifier counts as another one than VAT. */
const schemeIs =
  (vat: boolean) =>
  (registration: XmlElement): boolean =>
    registration.all('TaxScheme').some((scheme) => (scheme.child('ID')?.text.toUpperCase() === 'VAT') === vat);

const taxIdentifiers = (root: XmlElement, party: string, vat: boolean): number =>
  elementsAt(root, party, 'Party', 'PartyTaxScheme')
    .filter(schemeIs(vat))
    .flatMap((scheme) => scheme.all('CompanyID')).length;

/** How many different texts there are, as the published tests count: an element equal to one before it does not count. */
const differentTexts = (elements: readonly XmlElement[]): number =>
  new Set(elements.map((element) => element.text)).size;

const sepa = (id: XmlElement): string => (id.attribute('schemeID') ?? '').toUpperCase();

const payeeDiffers = (payee: XmlElement): boolean => {
  const names = elementsAt(payee, 'PartyName', 'Name').map(({ text }) => text);
  const seller = elementsAt(
    payee.parent,
    'AccountingSupplierParty',
    'Party',
    'PartyLegalEntity',
    'RegistrationName',
  ).map(({ text }) => text);
  return names.some((name) => seller.some((other) => other !== name));
};

const payees = every('PayeeParty');
const lines = (tree: InvoiceTree): readonly XmlElement[] => tree.lines;
const allowances =
  (charge: boolean): Select =>
  (tree) =>
    tree.elements('AllowanceCharge').filter((one) => isCharge(one) === charge);
const isObject = (reference: XmlElement): boolean =>
  reference.all('DocumentTypeCode').some((code) => code.text === '130');

/** What EN 16931 allows once where UBL allows more: UBL-SR-01 to UBL-SR-56. */
export const cardinalityRules: readonly Rule[] = [
  once('UBL-SR-01', 'The contract reference (BT-12)', document, 'ContractDocumentReference', 'ID'),
  once('UBL-SR-02', 'The receiving advice reference (BT-15)', document, 'ReceiptDocumentReference', 'ID'),
  once('UBL-SR-03', 'The despatch advice reference (BT-16)', document, 'DespatchDocumentReference', 'ID'),
  rule(
    'UBL-SR-04',
    'The invoiced object (BT-18) is given more than once',
    document,
    (root) =>
      root
        .all('AdditionalDocumentReference')
        .filter(isObject)
        .flatMap((reference) => reference.all('ID')).length <= 1,
  ),
  once('UBL-SR-05', 'The payment terms (BT-20)', document, 'PaymentTerms', 'Note'),
  once(
    'UBL-SR-06',
    'The reference of a preceding invoice (BT-25)',
    every('BillingReference'),
    'InvoiceDocumentReference',
  ),
  rule('UBL-SR-07', 'A billing reference names no preceding invoice (BT-25)', every('BillingReference'), (reference) =>
    has(reference, 'InvoiceDocumentReference', 'ID'),
  ),
  once('UBL-SR-08', 'The invoicing period (BG-14)', document, 'InvoicePeriod'),
  once(
    'UBL-SR-09',
    "The seller's name (BT-27)",
    document,
    'AccountingSupplierParty',
    'Party',
    'PartyLegalEntity',
    'RegistrationName',
  ),
  once(
    'UBL-SR-10',
    "The seller's trading name (BT-28)",
    document,
    'AccountingSupplierParty',
    'Party',
    'PartyName',
    'Name',
  ),
  once(
    'UBL-SR-11',
    "The seller's legal identifier (BT-30)",
    document,
    'AccountingSupplierParty',
    'Party',
    'PartyLegalEntity',
    'CompanyID',
  ),
  rule(
    'UBL-SR-12',
    "The seller's VAT identifier (BT-31) is given more than once",
    document,
    (root) => taxIdentifiers(root, 'AccountingSupplierParty', true) <= 1,
  ),
  rule(
    'UBL-SR-13',
    "The seller's tax registration (BT-32) is given more than once",
    document,
    (root) => taxIdentifiers(root, 'AccountingSupplierParty', false) <= 1,
  ),
  once(
    'UBL-SR-14',
    "The seller's additional legal information (BT-33)",
    document,
    'AccountingSupplierParty',
    'Party',
    'PartyLegalEntity',
    'CompanyLegalForm',
  ),
  once(
    'UBL-SR-15',
    "The buyer's name (BT-44)",
    document,
    'AccountingCustomerParty',
    'Party',
    'PartyLegalEntity',
    'RegistrationName',
  ),
  once(
    'UBL-SR-16',
    "The buyer's identifier (BT-46)",
    document,
    'AccountingCustomerParty',
    'Party',
    'PartyIdentification',
    'ID',
  ),
  once(
    'UBL-SR-17',
    "The buyer's legal identifier (BT-47)",
    document,
    'AccountingCustomerParty',
    'Party',
    'PartyLegalEntity',
    'CompanyID',
  ),
  rule(
    'UBL-SR-18',
    "The buyer's VAT identifier (BT-48) is given more than once",
    document,
    (root) => taxIdentifiers(root, 'AccountingCustomerParty', true) <= 1,
  ),
  rule(
    'UBL-SR-19',
    "The payee's name (BT-59) is given once, and is not the seller's",
    payees,
    (payee) => elementsAt(payee, 'PartyName', 'Name').length <= 1 && payeeDiffers(payee),
  ),
  rule(
    'UBL-SR-20',
    "The payee's identifier (BT-60) is given once at most, and the payee is not the seller",
    payees,
    (payee) =>
      elementsAt(payee, 'PartyIdentification', 'ID').filter((id) => sepa(id) !== 'SEPA').length <= 1 &&
      payeeDiffers(payee),
  ),
  rule(
    'UBL-SR-21',
    "The payee's legal identifier (BT-61) is given once at most, and the payee is not the seller",
    payees,
    (payee) => elementsAt(payee, 'PartyLegalEntity', 'CompanyID').length <= 1 && payeeDiffers(payee),
  ),
  once('UBL-SR-22', "The tax representative's name (BT-62)", every('TaxRepresentativeParty'), 'PartyName', 'Name'),
  once(
    'UBL-SR-23',
    "The tax representative's VAT identifier (BT-63)",
    every('TaxRepresentativeParty'),
    'PartyTaxScheme',
    'CompanyID',
  ),
  once('UBL-SR-24', 'The delivery (BG-13)', document, 'Delivery'),
  once(
    'UBL-SR-25',
    'The name of the party delivered to (BT-70)',
    every('Delivery'),
    'DeliveryParty',
    'PartyName',
    'Name',
  ),
  once('UBL-SR-26', 'The payment reference (BT-83)', every('PaymentMeans'), 'PaymentID'),
  once('UBL-SR-27', 'The payment means code (BT-81)', every('PaymentMeans'), 'PaymentMeansCode'),
  once('UBL-SR-28', 'The mandate reference (BT-89)', every('PaymentMeans'), 'PaymentMandate', 'ID'),
  rule(
    'UBL-SR-29',
    'The creditor identifier (BT-90) is given more than once',
    document,
    (_, tree) =>
      tree
        .elements('PartyIdentification')
        .flatMap((one) => one.all('ID'))
        .filter((id) => sepa(id) === 'SEPA').length <= 1,
  ),
  once('UBL-SR-30', 'The reason of an allowance', allowances(false), 'AllowanceChargeReason'),
  once('UBL-SR-31', 'The reason of a charge', allowances(true), 'AllowanceChargeReason'),
  once('UBL-SR-32', 'The reason of exemption (BT-120)', every('TaxSubtotal'), 'TaxCategory', 'TaxExemptionReason'),
  once(
    'UBL-SR-33',
    'The description of a supporting document (BT-123)',
    every('AdditionalDocumentReference'),
    'DocumentDescription',
  ),
  once('UBL-SR-34', 'The note of a line (BT-127)', lines, 'Note'),
  once('UBL-SR-35', 'The order line of a line (BT-132)', lines, 'OrderLineReference', 'LineID'),
  once('UBL-SR-36', 'The period of a line (BG-26)', lines, 'InvoicePeriod'),
  once('UBL-SR-37', 'The discount of a price (BT-147)', lines, 'Price', 'AllowanceCharge', 'Amount'),
  once('UBL-SR-39', 'The project (BT-11)', document, 'ProjectReference', 'ID'),
  once(
    'UBL-SR-40',
    "The buyer's trading name (BT-45)",
    document,
    'AccountingCustomerParty',
    'Party',
    'PartyName',
    'Name',
  ),
  rule(
    'UBL-SR-42',
    'The seller has more than two tax registrations (BT-31, BT-32)',
    (tree) => elementsAt(tree.root, 'AccountingSupplierParty', 'Party'),
    (party) => party.all('PartyTaxScheme').length <= 2,
  ),
  rule(
    'UBL-SR-43',
    'Only an invoiced object (130), or the project of a credit note (50), has a document type and a scheme',
    every('AdditionalDocumentReference'),
    (reference, tree) =>
      isObject(reference) ||
      (tree.creditNote && reference.all('DocumentTypeCode').some((code) => code.text === '50')) ||
      (!reference.all('ID').some((id) => id.attribute('schemeID') !== undefined) &&
        !has(reference, 'DocumentTypeCode')),
  ),
  rule(
    'UBL-SR-44',
    'All payment means have the same payment reference (BT-83)',
    document,
    (_, tree) => differentTexts(tree.elements('PaymentID')) <= 1,
  ),
  once('UBL-SR-45', 'The due date (BT-9)', document, 'PaymentMeans', 'PaymentDueDate'),
  rule(
    'UBL-SR-46',
    'The payment means text (BT-82) is given more than once',
    document,
    (root) =>
      elementsAt(root, 'PaymentMeans', 'PaymentMeansCode').filter((code) => code.attribute('name') !== undefined)
        .length <= 1,
  ),
  rule(
    'UBL-SR-47',
    'All payment means have the same payment means code (BT-81)',
    document,
    (_, tree) => differentTexts(tree.elements('PaymentMeansCode')) <= 1,
  ),
  rule(
    'UBL-SR-48',
    'A line has exactly one VAT category (BG-30)',
    lines,
    (line) => elementsAt(line, 'Item', 'ClassifiedTaxCategory').length === 1,
  ),
  once('UBL-SR-49', 'The code of the tax point date (BT-8)', document, 'InvoicePeriod', 'DescriptionCode'),
  once('UBL-SR-50', 'The description of an item (BT-154)', lines, 'Item', 'Description'),
  rule(
    'UBL-SR-51',
    'An address has more than three lines',
    (tree) => [...tree.elements('PostalAddress'), ...tree.elements('Address')],
    (address) => address.all('AddressLine').length <= 1,
  ),
  rule(
    'UBL-SR-52',
    'A line has more than one invoiced object (BT-128)',
    lines,
    (line) => line.all('DocumentReference').length <= 1,
  ),
  rule(
    'UBL-SR-53',
    'A tax registration needs a scheme and an identifier',
    every('PartyTaxScheme'),
    (scheme) => has(scheme, 'TaxScheme', 'ID') && has(scheme, 'CompanyID'),
  ),
  once('UBL-SR-54', 'The payment card (BG-18)', document, 'PaymentMeans', 'CardAccount'),
  once('UBL-SR-55', 'The direct debit (BG-19)', document, 'PaymentMeans', 'PaymentMandate'),
  once('UBL-SR-56', 'The tender or lot reference (BT-17)', document, 'OriginatorDocumentReference', 'ID'),
];
