import { type CodeList, codeLists } from '../../data/code-lists.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { every, type Rule, rule, under } from '../rule.js';
import { isCharge, normalized, textOf } from '../values.js';

type Select = (tree: InvoiceTree) => readonly XmlElement[];

/** Elements of money, which all name their currency. */
export const AMOUNT_NAMES = [
  'Amount',
  'BaseAmount',
  'PriceAmount',
  'TaxAmount',
  'TaxableAmount',
  'LineExtensionAmount',
  'TaxExclusiveAmount',
  'TaxInclusiveAmount',
  'AllowanceTotalAmount',
  'ChargeTotalAmount',
  'PrepaidAmount',
  'PayableRoundingAmount',
  'PayableAmount',
] as const;

const listed = (list: CodeList, code: string | undefined): boolean => {
  const plain = normalized(code ?? '');
  return !plain.includes(' ') && list.has(plain);
};

/** The value of an element must be on a list. */
const coded = (id: string, what: string, list: CodeList, select: Select): Rule =>
  rule(id, `${what} is not on the code list`, select, (element) => listed(list, element.text));

/** An attribute of an element, where it is given, must be on a list. */
const attributeCoded = (id: string, what: string, list: CodeList, attribute: string, select: Select): Rule =>
  rule(
    id,
    `${what} (${attribute}) is not on the code list`,
    (tree) => select(tree).filter((element) => element.attribute(attribute) !== undefined),
    (element) => listed(list, element.attribute(attribute)),
  );

const reasonCodes =
  (charge: boolean): Select =>
  (tree) =>
    tree
      .elements('AllowanceChargeReasonCode')
      .filter(({ parent }) => parent?.name === 'AllowanceCharge' && isCharge(parent) === charge);

const invoicedObjects: Select = (tree) =>
  [...under('ID', 'AdditionalDocumentReference')(tree), ...under('ID', 'DocumentReference')(tree)].filter((id) =>
    id.parent?.all('DocumentTypeCode').some((code) => code.text === '130'),
  );

const ofSellerOrPayee = (element: XmlElement): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) {
    if (at.name === 'AccountingSupplierParty' || at.name === 'PayeeParty') return true;
  }
  return false;
};

const subjectHolds = (note: XmlElement): boolean => {
  const subject = /#([^#]*)#/.exec(note.text)?.[1];
  return subject === undefined || [...subject].length !== 3 || codeLists.noteSubjects.has(subject);
};

/** Code lists: BR-CL-01 to BR-CL-26. */
export const codeListRules: readonly Rule[] = [
  coded('BR-CL-01', 'The type code (BT-3) of an invoice', codeLists.invoiceTypeCodes, every('InvoiceTypeCode')),
  coded(
    'BR-CL-01',
    'The type code (BT-3) of a credit note',
    codeLists.creditNoteTypeCodes,
    every('CreditNoteTypeCode'),
  ),
  rule(
    'BR-CL-03',
    'The currency of an amount (currencyID) is not on the code list ISO 4217',
    (tree) => AMOUNT_NAMES.flatMap((name) => tree.elements(name)),
    (amount) => listed(codeLists.currencies, amount.attribute('currencyID')),
  ),
  coded('BR-CL-04', 'The invoice currency (BT-5)', codeLists.currencies, every('DocumentCurrencyCode')),
  coded('BR-CL-05', 'The accounting currency (BT-6)', codeLists.currencies, every('TaxCurrencyCode')),
  coded(
    'BR-CL-06',
    'The code of the tax point date (BT-8)',
    codeLists.vatPointCodes,
    under('DescriptionCode', 'InvoicePeriod'),
  ),
  attributeCoded(
    'BR-CL-07',
    'The scheme of an invoiced object (BT-18, BT-128)',
    codeLists.referenceQualifiers,
    'schemeID',
    invoicedObjects,
  ),
  rule(
    'BR-CL-08',
    'The subject code of a note (BT-21) is not on the code list UNTDID 4451',
    (tree) => tree.root.all('Note'),
    subjectHolds,
  ),
  rule(
    'BR-CL-10',
    'The scheme of a party identifier (schemeID) is not on the ICD list',
    (tree) => under('ID', 'PartyIdentification')(tree).filter((id) => id.attribute('schemeID') !== undefined),
    (id) =>
      listed(codeLists.identifierSchemes, id.attribute('schemeID')) ||
      (normalized(id.attribute('schemeID') ?? '') === 'SEPA' && ofSellerOrPayee(id)),
  ),
  attributeCoded(
    'BR-CL-11',
    'The scheme of a legal registration identifier',
    codeLists.identifierSchemes,
    'schemeID',
    under('CompanyID', 'PartyLegalEntity'),
  ),
  attributeCoded(
    'BR-CL-13',
    'The scheme of an item classification',
    codeLists.itemClassifications,
    'listID',
    under('ItemClassificationCode', 'CommodityClassification'),
  ),
  coded('BR-CL-14', 'A country', codeLists.countries, under('IdentificationCode', 'Country')),
  coded(
    'BR-CL-15',
    'The country of origin of an item (BT-159)',
    codeLists.countries,
    under('IdentificationCode', 'OriginCountry'),
  ),
  coded(
    'BR-CL-16',
    'The payment means code (BT-81)',
    codeLists.paymentMeans,
    under('PaymentMeansCode', 'PaymentMeans'),
  ),
  coded('BR-CL-17', 'A VAT category', codeLists.vatCategories, under('ID', 'TaxCategory')),
  coded(
    'BR-CL-18',
    'The VAT category of a line (BT-151)',
    codeLists.vatCategories,
    under('ID', 'ClassifiedTaxCategory'),
  ),
  coded('BR-CL-19', 'The reason code of an allowance', codeLists.allowanceReasons, reasonCodes(false)),
  coded('BR-CL-20', 'The reason code of a charge', codeLists.chargeReasons, reasonCodes(true)),
  attributeCoded(
    'BR-CL-21',
    'The scheme of a standard item identifier (BT-157)',
    codeLists.identifierSchemes,
    'schemeID',
    under('ID', 'StandardItemIdentification'),
  ),
  rule(
    'BR-CL-22',
    'The exemption reason code (BT-121) is not on the VATEX list',
    every('TaxExemptionReasonCode'),
    (code) => listed(codeLists.exemptionReasons, textOf(code).toUpperCase()),
  ),
  attributeCoded('BR-CL-23', 'The unit of a quantity', codeLists.units, 'unitCode', (tree) =>
    ['InvoicedQuantity', 'BaseQuantity', 'CreditedQuantity'].flatMap((name) => tree.elements(name)),
  ),
  rule(
    'BR-CL-24',
    'The media type of an embedded document (mimeCode) is not one of those allowed',
    (tree) =>
      tree.elements('EmbeddedDocumentBinaryObject').filter((binary) => binary.attribute('mimeCode') !== undefined),
    (binary) => codeLists.mimeTypes.has(binary.attribute('mimeCode') ?? ''),
  ),
  attributeCoded(
    'BR-CL-25',
    'The scheme of an electronic address',
    codeLists.addressSchemes,
    'schemeID',
    every('EndpointID'),
  ),
  attributeCoded(
    'BR-CL-26',
    'The scheme of a delivery location (BT-71)',
    codeLists.identifierSchemes,
    'schemeID',
    under('ID', 'DeliveryLocation'),
  ),
];
