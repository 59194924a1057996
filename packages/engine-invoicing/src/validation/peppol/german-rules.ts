import { isPublishedIban } from '../../identifiers/published-checks.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule, warningRule } from '../rule.js';
import { elementsAt, firstAt, has, hasText, textOf } from '../values.js';
import { paymentCodeOf, within } from './peppol-context.js';

const TYPES = ['326', '380', '384', '389', '381', '875', '876', '877'];
const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];
const DISCOUNT_TERMS = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

const inGermany =
  (select: (tree: InvoiceTree) => readonly XmlElement[]) =>
  (tree: InvoiceTree): readonly XmlElement[] =>
    within(tree, 'DE') ? select(tree) : [];

const german = inGermany((tree) => [tree.root]);
const sellerParts = (name: string) =>
  inGermany((tree) => elementsAt(tree.root, 'AccountingSupplierParty', 'Party', name));
const buyerAddress = inGermany((tree) => elementsAt(tree.root, 'AccountingCustomerParty', 'Party', 'PostalAddress'));
const deliveryAddress = inGermany((tree) => elementsAt(tree.root, 'Delivery', 'DeliveryLocation', 'Address'));
const means = (...codes: string[]) =>
  inGermany((tree) => tree.root.all('PaymentMeans').filter((one) => codes.includes(paymentCodeOf(one))));

const filled = (parent: XmlElement, name: string): boolean => parent.all(name).some((child) => textOf(child) !== '');
const isOfType = (root: XmlElement, types: readonly string[]): boolean =>
  types.includes(textOf(root.child('InvoiceTypeCode'))) || types.includes(textOf(root.child('CreditNoteTypeCode')));

/** Lines of payment terms that start with # are cash discounts of a fixed form, and the last one ends with a line break. */
const discountsHold = (root: XmlElement): boolean => {
  const note = elementsAt(root, 'PaymentTerms', 'Note')[0]?.text;
  if (note === undefined) return true;
  const discounts = note.split(/\r?\n/).filter((line) => line.trim().startsWith('#'));
  return (
    discounts.every((line) => DISCOUNT_TERMS.test(line.trim())) &&
    (discounts.length === 0 || /^\s*\n/.test(note.split(/#.+#/).at(-1) ?? ''))
  );
};

/** Allowances and charges count where their indicator is written true or false. */
const isTaxed = (root: XmlElement): boolean =>
  [
    ...root
      .all('AllowanceCharge')
      .filter((one) => one.all('ChargeIndicator').some(({ text }) => text === 'true' || text === 'false'))
      .flatMap((one) => elementsAt(one, 'TaxCategory', 'ID')),
    ...elementsAt(root, 'InvoiceLine', 'Item', 'ClassifiedTaxCategory', 'ID'),
    ...elementsAt(root, 'CreditNoteLine', 'Item', 'ClassifiedTaxCategory', 'ID'),
  ].some(({ text }) => TAXED.includes(text));

/** No document has the file name of one before it. */
const fileNamesDiffer = (root: XmlElement): boolean => {
  const before = new Set<string>();
  return root.all('AdditionalDocumentReference').every((reference) => {
    const names = elementsAt(reference, 'Attachment', 'EmbeddedDocumentBinaryObject').flatMap(
      (one) => one.attribute('filename') ?? [],
    );
    const fresh = !names.some((name) => before.has(name));
    for (const name of names) before.add(name);
    return fresh;
  });
};

const creditorIds = (root: XmlElement): boolean =>
  [...elementsAt(root, 'AccountingSupplierParty', 'Party'), ...root.all('PayeeParty')].some((party) =>
    elementsAt(party, 'PartyIdentification', 'ID').some((id) => id.attribute('schemeID') === 'SEPA'),
  );

/** Germany: DE-R-001 to DE-R-031, for invoices within the country. */
export const germanRules: readonly Rule[] = [
  rule('DE-R-001', 'Payment instructions (BG-16) are missing', german, (root) => has(root, 'PaymentMeans')),
  rule(
    'DE-R-002',
    "The seller's contact (BG-6) is missing",
    inGermany((tree) => tree.root.all('AccountingSupplierParty')),
    (one) => has(one, 'Party', 'Contact'),
  ),
  rule('DE-R-003', "The seller's city (BT-37) is missing", sellerParts('PostalAddress'), (address) =>
    filled(address, 'CityName'),
  ),
  rule('DE-R-004', "The seller's post code (BT-38) is missing", sellerParts('PostalAddress'), (address) =>
    filled(address, 'PostalZone'),
  ),
  rule('DE-R-005', "The name of the seller's contact (BT-41) is missing", sellerParts('Contact'), (contact) =>
    filled(contact, 'Name'),
  ),
  rule('DE-R-006', "The telephone of the seller's contact (BT-42) is missing", sellerParts('Contact'), (contact) =>
    filled(contact, 'Telephone'),
  ),
  rule('DE-R-007', "The e-mail of the seller's contact (BT-43) is missing", sellerParts('Contact'), (contact) =>
    filled(contact, 'ElectronicMail'),
  ),
  rule('DE-R-008', "The buyer's city (BT-52) is missing", buyerAddress, (address) => filled(address, 'CityName')),
  rule('DE-R-009', "The buyer's post code (BT-53) is missing", buyerAddress, (address) =>
    filled(address, 'PostalZone'),
  ),
  rule('DE-R-010', 'The city of the delivery (BT-77) is missing', deliveryAddress, (address) =>
    filled(address, 'CityName'),
  ),
  rule('DE-R-011', 'The post code of the delivery (BT-78) is missing', deliveryAddress, (address) =>
    filled(address, 'PostalZone'),
  ),
  rule(
    'DE-R-014',
    'The VAT rate of a category (BT-119) is missing',
    inGermany((tree) => elementsAt(tree.root, 'TaxTotal', 'TaxSubtotal')),
    (subtotal) => elementsAt(subtotal, 'TaxCategory', 'Percent').some((rate) => textOf(rate) !== ''),
  ),
  rule('DE-R-015', 'The buyer reference (BT-10) is missing', german, (root) => filled(root, 'BuyerReference')),
  rule(
    'DE-R-016',
    'A VAT or tax identifier of the seller (BT-31, BT-32) or a tax representative (BG-11) is needed',
    german,
    (root) =>
      !isTaxed(root) ||
      has(root, 'TaxRepresentativeParty') ||
      elementsAt(root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'CompanyID').some(
        (id) => textOf(id) !== '',
      ),
  ),
  warningRule('DE-R-017', `The type code (BT-3) should be one of ${TYPES.join(', ')}`, german, (root) =>
    isOfType(root, TYPES),
  ),
  rule(
    'DE-R-018',
    'A cash discount in the payment terms (BT-20) is written #SKONTO#TAGE=14#PROZENT=2.00# on a line of its own',
    german,
    discountsHold,
  ),
  warningRule(
    'DE-R-019',
    'The account of a SEPA credit transfer (58) should be an IBAN',
    means('30', '58'),
    (one) =>
      textOf(one.child('PaymentMeansCode')) !== '58' ||
      isPublishedIban(firstAt(one, 'PayeeFinancialAccount', 'ID')?.text ?? ''),
  ),
  warningRule('DE-R-020', 'The debited account of a SEPA direct debit (59) should be an IBAN', means('59'), (one) =>
    isPublishedIban(firstAt(one, 'PaymentMandate', 'PayerFinancialAccount', 'ID')?.text ?? ''),
  ),
  rule('DE-R-022', 'Embedded documents must have different file names', german, fileNamesDiffer),
  rule('DE-R-023-1', 'A credit transfer (30, 58) needs an account (BG-17)', means('30', '58'), (one) =>
    has(one, 'PayeeFinancialAccount'),
  ),
  rule(
    'DE-R-023-2',
    'A credit transfer (30, 58) has no card (BG-18) and no direct debit (BG-19)',
    means('30', '58'),
    (one) => !has(one, 'CardAccount') && !has(one, 'PaymentMandate'),
  ),
  rule('DE-R-024-1', 'A card payment (48, 54, 55) needs the card (BG-18)', means('48', '54', '55'), (one) =>
    has(one, 'CardAccount'),
  ),
  rule(
    'DE-R-024-2',
    'A card payment (48, 54, 55) has no account (BG-17) and no direct debit (BG-19)',
    means('48', '54', '55'),
    (one) => !has(one, 'PayeeFinancialAccount') && !has(one, 'PaymentMandate'),
  ),
  rule('DE-R-025-1', 'A direct debit (59) needs the mandate (BG-19)', means('59'), (one) => has(one, 'PaymentMandate')),
  rule(
    'DE-R-025-2',
    'A direct debit (59) has no account (BG-17) and no card (BG-18)',
    means('59'),
    (one) => !has(one, 'PayeeFinancialAccount') && !has(one, 'CardAccount'),
  ),
  warningRule(
    'DE-R-026',
    'A corrected invoice (384) should name the preceding invoice (BG-3)',
    german,
    (root) => !isOfType(root, ['384']) || has(root, 'BillingReference', 'InvoiceDocumentReference'),
  ),
  warningRule(
    'DE-R-027',
    'The telephone of the contact (BT-42) should have three digits at least',
    sellerParts('Contact'),
    (contact) => /(\d.*){3,}/.test(textOf(contact.child('Telephone'))),
  ),
  warningRule(
    'DE-R-028',
    'The e-mail of the contact (BT-43) should be an e-mail address',
    sellerParts('Contact'),
    (contact) => /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(textOf(contact.child('ElectronicMail'))),
  ),
  rule(
    'DE-R-030',
    'A direct debit needs the creditor identifier (BT-90)',
    german,
    (root) => !has(root, 'PaymentMeans', 'PaymentMandate') || creditorIds(root),
  ),
  rule(
    'DE-R-031',
    'A direct debit needs the debited account (BT-91)',
    german,
    (root) =>
      !has(root, 'PaymentMeans', 'PaymentMandate') ||
      has(root, 'PaymentMeans', 'PaymentMandate', 'PayerFinancialAccount', 'ID'),
  ),
  warningRule(
    'DE-R-T02',
    'The link to a supporting document (BT-124) should be an absolute URL',
    inGermany((tree) => elementsAt(tree.root, 'AdditionalDocumentReference', 'Attachment', 'ExternalReference')),
    (reference) =>
      hasText(reference, 'URI') ? /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(reference.child('URI')?.text ?? '') : false,
  ),
];
