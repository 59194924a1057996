import { isGreekTaxNumber, isPublishedIban } from '../../identifiers/published-checks.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { RuleCondition } from '../rule.js';
import type { RuleFunctions } from '../rule-table.js';
import { hasElement, readDecimalAt, readElementText, selectElements, selectFirst } from '../values.js';
import {
  findAccountingSupplierCountry,
  findCustomerCountry,
  findPaymentCode,
  findSupplierCountry,
  findTaxScheme,
  isAddressIn,
  isDomestic,
  listAddressCountries,
  listDescribedDocuments,
  listParties,
  listVatIds,
} from './peppol-context.js';

const isGreek = (country: string): boolean => country === 'GR' || country === 'EL';
const isFromGreece: RuleCondition = (_, tree) => isGreek(findSupplierCountry(tree));
const isGreekVat = ({ text }: XmlElement): boolean => text.startsWith('EL') && isGreekTaxNumber(text.slice(2));
const part = (id: XmlElement, at: number): string => id.text.split('|')[at] ?? '';

const isFromNetherlands: RuleCondition = (_, tree) => isAddressIn(tree, 'AccountingSupplierParty', 'NL');

const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];
const DISCOUNT_TERMS = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

const isOfType = (root: XmlElement, types: string): boolean =>
  ['InvoiceTypeCode', 'CreditNoteTypeCode'].some((name) =>
    types.split(',').includes(readElementText(root.child(name))),
  );

const isIban = (means: XmlElement, ...path: string[]): boolean =>
  isPublishedIban(selectFirst(means, ...path)?.text ?? '');

export const continentalChecks: RuleFunctions = {
  select: {
    parties: listParties,
    italianRegistrations: (tree) =>
      listParties(tree, 'AccountingSupplierParty')
        .flatMap((party) => party.all('PartyTaxScheme'))
        .filter((registration) => ![undefined, 'VAT'].includes(findTaxScheme(registration))),
    vatIds: (tree) => listParties(tree, 'AccountingSupplierParty').flatMap(listVatIds),
    described: (tree, description) => listDescribedDocuments(tree.root, description),
    means: (tree, codes) =>
      tree.root.all('PaymentMeans').filter((means) => codes.split(',').includes(findPaymentCode(means))),
  },
  holds: {
    isFromItaly: (_, tree) => findSupplierCountry(tree) === 'IT',
    hasTaxCode: (scheme) => /^[A-Z0-9]{11,16}$/.test(readElementText(scheme.child('CompanyID'))),
    isFromGreece,
    isAccountedInGreece: (_, tree) => isGreek(findAccountingSupplierCountry(tree)),
    isWithinGreece: (root, tree) => isFromGreece(root, tree, '') && isGreek(findCustomerCountry(tree)),
    isAtHome: (root, tree) =>
      isFromGreece(root, tree, '') && listAddressCountries(tree.root, 'AccountingSupplierParty').includes('GR'),
    startsWithTaxNumber: (id, tree) => {
      const number = part(id, 0);
      const owners = [...listParties(tree, 'AccountingSupplierParty'), ...tree.root.all('TaxRepresentativeParty')]
        .flatMap((party) => party.all('PartyTaxScheme'))
        .filter((scheme) => selectElements(scheme, 'TaxScheme', 'ID').some(({ text }) => text === 'VAT'))
        .map((scheme) => (scheme.child('CompanyID')?.text ?? '').slice(2, 11));
      return number.trim().length === 9 && isGreekTaxNumber(number) && owners.includes(number);
    },
    hasIssueDate: (id, tree) => {
      const [date, [year, month, day]] = [part(id, 1), (tree.root.child('IssueDate')?.text ?? '').split('-')];
      return (
        /^(0?[1-9]|[12]\d|3[01])[-/ ]?(0?[1-9]|1[0-2])[-/ ]?(19|20)\d{2}/.test(date) &&
        date === `${day}/${month}/${year}`
      );
    },
    hasWholeNumber: (id) => /^(\+?\d+|-0+)$/.test(part(id, 2).trim()),
    hasType: (id, _, types) => types.split(',').includes(part(id, 3)),
    hasPart: (id, _, at) => part(id, Number(at)) !== '',
    hasTradingName: (party) => selectElements(party, 'PartyName', 'Name').some(({ text }) => text.length > 0),
    isGreekVat,
    hasGreekVat: (party) => {
      const [id, ...others] = listVatIds(party);
      return id !== undefined && others.length === 0 && isGreekVat(id);
    },
    isGreekAddress: (id) => id.attribute('schemeID') === '9933' && isGreekTaxNumber(id.text),
    hasOne: (root, _, description) => listDescribedDocuments(root, description).length === 1,
    hasNone: (root, _, description) => listDescribedDocuments(root, description).length === 0,
    isFromNetherlands,
    isRepresentedInNetherlands: (root, tree) => {
      const countries = selectElements(
        root,
        'TaxRepresentativeParty',
        'PostalAddress',
        'Country',
        'IdentificationCode',
      );
      return (
        isFromNetherlands(root, tree, '') &&
        countries.length === 1 &&
        readElementText(countries[0]).toUpperCase() === 'NL'
      );
    },
    isWithinNetherlands: (_, tree) => isDomestic(tree, 'NL'),
    hasPrecedingInvoice: (_, tree) => hasElement(tree.root, 'BillingReference', 'InvoiceDocumentReference', 'ID'),
    isDutchId: (id) =>
      ['0106', '0190'].some((scheme) => ` ${id.attribute('schemeID') ?? ''} `.includes(` ${scheme} `)) &&
      readElementText(id) !== '',
    hasPaymentMeans: (_, tree) => tree.elements('PaymentMeans').length > 0,
    isPaid: (total, tree) => {
      const payable = readDecimalAt(total, 'PayableAmount');
      return payable !== undefined && (tree.creditNote ? payable.gte(0) : payable.lte(0));
    },
    hasOrder: (_, tree) => hasElement(tree.root, 'OrderReference', 'ID'),
    isWithinGermany: (_, tree) => isDomestic(tree, 'DE'),
    /** Allowances and charges count if their indicator is true or false. */
    isUntaxed: (root) =>
      ![
        ...root
          .all('AllowanceCharge')
          .filter((one) => one.all('ChargeIndicator').some(({ text }) => text === 'true' || text === 'false'))
          .flatMap((one) => selectElements(one, 'TaxCategory', 'ID')),
        ...selectElements(root, 'InvoiceLine', 'Item', 'ClassifiedTaxCategory', 'ID'),
        ...selectElements(root, 'CreditNoteLine', 'Item', 'ClassifiedTaxCategory', 'ID'),
      ].some(({ text }) => TAXED.includes(text)),
    isOfType: (root, _, types) => isOfType(root, types),
    isNotOfType: (root, _, types) => !isOfType(root, types),
    /** Lines that start with # must be cash discounts in a fixed format. The last one ends with a line break. */
    hasDiscountTerms: (root) => {
      const note = selectElements(root, 'PaymentTerms', 'Note')[0]?.text;
      if (note === undefined) return true;
      const discounts = note.split(/\r?\n/).filter((line) => line.trim().startsWith('#'));
      return (
        discounts.every((line) => DISCOUNT_TERMS.test(line.trim())) &&
        (discounts.length === 0 || /^\s*\n/.test(note.split(/#.+#/).at(-1) ?? ''))
      );
    },
    isSepaTransferToIban: (means) =>
      readElementText(means.child('PaymentMeansCode')) !== '58' || isIban(means, 'PayeeFinancialAccount', 'ID'),
    isDebitedFromIban: (means) => isIban(means, 'PaymentMandate', 'PayerFinancialAccount', 'ID'),
    /** Checks that no document has the same file name as an earlier one. */
    hasDifferentFileNames: (root) => {
      const earlier = new Set<string>();
      return root.all('AdditionalDocumentReference').every((reference) => {
        const names = selectElements(reference, 'Attachment', 'EmbeddedDocumentBinaryObject').flatMap(
          (one) => one.attribute('filename') ?? [],
        );
        const areNew = !names.some((name) => earlier.has(name));
        for (const name of names) earlier.add(name);
        return areNew;
      });
    },
    hasPhoneDigits: (contact) => /(\d.*){3,}/.test(readElementText(contact.child('Telephone'))),
    hasEmail: (contact) => /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(readElementText(contact.child('ElectronicMail'))),
    hasCreditorId: (root) =>
      [...selectElements(root, 'AccountingSupplierParty', 'Party'), ...root.all('PayeeParty')].some((party) =>
        selectElements(party, 'PartyIdentification', 'ID').some((id) => id.attribute('schemeID') === 'SEPA'),
      ),
    hasAbsoluteUrl: (reference) => /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(reference.child('URI')?.text ?? ''),
  },
};
