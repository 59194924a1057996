import { Big } from 'big.js';
import { codeLists } from '../code-lists.js';
import type {
  CreditTransfer,
  Invoice,
  InvoiceLine,
  InvoiceParty,
  ItemPrice,
  PaymentInstructions,
  PostalAddress,
  SchemedIdentifier,
} from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined, throwUnreadable } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import { writeXml } from '../xml/xml-writer.js';
import { finvoiceCodecs } from './finvoice-codecs.js';
import { type Address, type FinvoiceView, finvoice, type Party, type Row } from './finvoice-view.js';
import { isNegativeAmount, negateInvoice } from './signs.js';

/** UNTDID 1001 codes of credit notes. */
const CREDIT_CODES = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '502', '503', '532']);

/** Stops at the first missing required term. Returns the currency. */
const checkRequired = (root: XmlElement): string => {
  const missing = (what: string, at: XmlElement) => throwUnreadable('invoice/missing', what, at);
  const details = root.child('InvoiceDetails');
  if (details === undefined) return missing('InvoiceDetails not found in the Finvoice', root);
  for (const [what, name] of [
    ['INVOICE NUMBER', 'InvoiceNumber'],
    ['INVOICE DATE', 'InvoiceDate'],
  ] as const) {
    if (details.textAt(name) === undefined)
      missing(`${what} not found; it is expected in InvoiceDetails/${name}`, details);
  }
  const total = details.child('InvoiceTotalVatIncludedAmount');
  const due = root.at('EpiDetails', 'EpiPaymentInstructionDetails', 'EpiInstructedAmount');
  const currency = [total, due]
    .map((amount) => amount?.attribute('AmountCurrencyIdentifier')?.trim())
    .find((found) => found !== undefined && found !== '');
  if (currency === undefined)
    return missing(
      'CURRENCY not found; it is expected as AmountCurrencyIdentifier of InvoiceTotalVatIncludedAmount',
      details,
    );
  for (const [what, name] of [
    ['SELLER', 'SellerPartyDetails'],
    ['BUYER', 'BuyerPartyDetails'],
  ] as const) {
    if (root.child(name) === undefined) missing(`${what} not found; it is expected in ${name}`, root);
  }
  if ([total, due].every((amount) => amount === undefined || amount.text.trim() === ''))
    missing('INVOICE SUM not found; it is expected in EpiInstructedAmount', details);
  return currency;
};

const readAddress = ({ streets = [], box, ...address }: Address = {}): PostalAddress | undefined =>
  omitEmptyOrUndefined({ ...address, street: streets[0] ?? box, street2: streets[1], street3: streets[2] });

/** Adds the scheme to an OVT code, which consists of 0037 and the business id. Older Finvoice files omit it. */
const withScheme = (endpoint: SchemedIdentifier | undefined): SchemedIdentifier | undefined =>
  endpoint !== undefined && endpoint.scheme === undefined && /^0037\d{8,13}$/.test(endpoint.value)
    ? { ...endpoint, scheme: '0216' }
    : endpoint;

const readParty = (party: Party, unitNumber: XmlElement | undefined): InvoiceParty =>
  omitEmpty({
    identifiers: [],
    ...party,
    name: party.name ?? '',
    endpoint: withScheme(
      party.endpoint ?? (unitNumber && (finvoiceCodecs['id']?.read([unitNumber]) as SchemedIdentifier | undefined)),
    ),
    operator: party.operator === 'NA' ? undefined : party.operator,
    address: readAddress(party.address),
  });

/** Payment instructions: the account of the EPI part, then the seller's other accounts. */
const readPayment = ({ epi = {}, accounts = [], card, directDebit }: FinvoiceView): PaymentInstructions | undefined => {
  const found = new Map<string, CreditTransfer>();
  for (const { account, bank, name } of [
    omitEmpty({ account: epi.account, bank: epi.bank, name: undefined }),
    ...accounts,
  ]) {
    if (account === undefined) continue;
    const known = found.get(account);
    found.set(account, omitEmpty({ account, name: known?.name ?? name, bank: known?.bank ?? bank }));
  }
  const { number, holder } = card ?? {};
  const payment = omitEmpty({
    meansCode: epi.meansCode,
    meansText: epi.meansText,
    reference: epi.reference ?? epi.freeReference,
    accounts: [...found.values()],
    card: number === undefined ? undefined : omitEmpty({ number, holder }),
    directDebit,
  });
  return Object.keys(payment).length === 1 && payment.accounts.length === 0 ? undefined : payment;
};

const readPrice = ({ listed, net, baseUnitCode, ...price }: NonNullable<Row['price']> = {}): ItemPrice => {
  const isReduced =
    listed !== undefined && (price.discount !== undefined || (net !== undefined && !new Big(listed).eq(net)));
  return omitEmpty({
    ...price,
    net: net ?? listed,
    gross: net !== undefined && isReduced ? listed : undefined,
    baseUnit: baseUnitCode ?? price.baseUnit,
  });
};

/** Reads an invoice row. A row without a position number gets its place in the file as its identifier. */
const readRow = (row: Row, index: number): InvoiceLine => {
  const { id, unitCode, price, item = {}, originName, discount, discounts, charges, ...line } = row;
  const reductions = discounts.length > 0 ? discounts : [discount ?? {}];
  const origin = item.origin ?? (/^[A-Z]{2}$/.test(originName ?? '') ? originName : undefined);
  return omitEmpty({
    ...line,
    id: id ?? String(index + 1),
    unit: unitCode ?? line.unit,
    allowances: [
      ...reductions.flatMap(({ amount, ...one }) => (amount === undefined ? [] : [{ charge: false, amount, ...one }])),
      ...charges.map((charge) => ({ charge: true, ...charge })),
    ],
    price: readPrice(price),
    item: omitEmpty({
      classifications: [],
      ...item,
      origin,
      attributes: (item.attributes ?? []).filter(({ name }) => name !== undefined),
    }),
  });
};

/** Reads Finvoice 1.3, 2.0, 2.01 and 3.0. Sums of credit notes become positive. Stops at the first fault. */
export const readFinvoice = (root: XmlElement): Invoice => {
  const currency = checkRequired(root);
  const view = finvoice.read(root);
  const { typeCode, totals, terms, delivery, original, epi, seller, buyer, message } = view;
  const creditNote = typeCode === undefined ? view.finnishType === 'INV02' : CREDIT_CODES.has(typeCode);
  const partyOf = (role: string) => view.parties.find((party) => party.role === role);
  const payee = partyOf('PE');
  const representative = partyOf('LC');
  const vatCurrency = view.accountingCurrency?.trim();
  const linkNames = root.all('InvoiceUrlNameText');
  const { period, order, salesOrder, contract, receivingAdvice, buyerReference, project, tender } = view;
  const invoice = omitEmpty({
    ...{ period, order, salesOrder, contract, receivingAdvice, buyerReference, project, tender, currency },
    kind: creditNote ? 'creditNote' : 'invoice',
    customization: message?.specification?.startsWith('urn:') === true ? message.specification : undefined,
    number: view.number,
    issueDate: view.issueDate,
    dueDate: terms.length > 0 ? terms.find(({ dueDate }) => dueDate !== undefined)?.dueDate : epi?.due,
    typeCode: typeCode ?? (creditNote ? '381' : '380'),
    notes: view.notes,
    vatPointDate: view.vatPointDate,
    vatPointCode: view.vatPointCode,
    vatCurrency: vatCurrency === currency || vatCurrency === '' ? undefined : vatCurrency,
    accounting: view.accounting,
    precedingInvoices: [original ?? {}, ...view.precedingInvoices].flatMap(({ number, ...one }) =>
      number === undefined ? [] : [{ number, ...one }],
    ),
    despatchAdvice: view.despatchAdvice,
    invoicedObject: view.invoicedObject,
    documents: root.all('InvoiceUrlText').flatMap((url, index) => {
      const uri = url.text.trim();
      return uri === '' ? [] : [{ id: linkNames[index]?.text.trim() || uri, uri }];
    }),
    seller: readParty(seller, root.child('SellerOrganisationUnitNumber')),
    buyer: readParty(buyer, root.child('BuyerOrganisationUnitNumber')),
    payee: payee && omitEmpty({ name: payee.name ?? '', identifier: payee.identifier, legalId: payee.legalId }),
    taxRepresentative:
      representative &&
      omitEmpty({
        name: representative.name ?? '',
        vatId: representative.vatId,
        address: readAddress(representative.address),
      }),
    delivery: omitEmptyOrUndefined({ ...delivery, address: readAddress(delivery?.address) }),
    payment: readPayment(view),
    paymentTerms: terms.find(({ text }) => text !== undefined)?.text,
    allowances: [
      ...view.discounts.map((one) => ({ charge: false, ...one })),
      ...view.charges.map((one) => ({ charge: true, ...one })),
    ],
    totals: { ...totals, payable: epi?.amount ?? totals.withVat ?? '0' },
    // For a standard rate, the text can be any remark and is not an exemption reason (BR-S-10).
    vat: view.vat.map(({ exemptionReason, ...one }) =>
      omitEmpty({ ...one, exemptionReason: one.category === 'S' ? undefined : exemptionReason }),
    ),
    lines: view.lines.map(readRow),
  });
  return creditNote && isNegativeAmount(invoice) ? negateInvoice(invoice) : invoice;
};

const writeAddress = (address: PostalAddress | undefined): Address | undefined =>
  address && { ...address, streets: [address.street, address.street2, address.street3] };

const chooseScheme = (account: string | undefined): string | undefined =>
  account === undefined ? undefined : /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account) ? 'IBAN' : 'BBAN';

/** Writes the payment part that banks read: account, reference, amount with two decimals, due date. */
const writeEpi = ({ payment, issueDate, dueDate, payee, seller, totals }: Invoice) => {
  const account = payment?.accounts[0];
  // A bank reference number (Finnish or RF) is written without spaces. Any other text is unchanged.
  const isReference = /^(\d{2,20}|RF\d{2}[0-9A-Za-z]{1,21})$/.test(payment?.reference ?? '');
  return {
    date: issueDate,
    bank: account?.bank,
    name: payee?.name ?? seller.name,
    account: account?.account,
    scheme: chooseScheme(account?.account),
    [isReference ? 'reference' : 'freeReference']: payment?.reference,
    referenceScheme: payment?.reference?.startsWith('RF') === true ? 'ISO' : 'SPY',
    amount: new Big(totals.payable).toFixed(2),
    due: dueDate ?? issueDate,
    meansCode: payment?.meansCode,
    meansText: payment?.meansText,
  };
};

/** Returns the unit if it is a UN/ECE code. */
const unitCodeOf = (unit: string | undefined): string | undefined =>
  unit !== undefined && codeLists.units.has(unit) ? unit : undefined;

const writeRow = ({ allowances, price, ...line }: InvoiceLine) => {
  const discounts = allowances.filter(({ charge }) => !charge);
  return {
    ...line,
    unitCode: unitCodeOf(line.unit),
    price: { ...price, listed: price.gross ?? price.net, baseUnitCode: unitCodeOf(price.baseUnit) },
    ...(discounts.length < 2 ? { discount: discounts[0] } : { discounts }),
    charges: allowances.filter(({ charge }) => charge),
  };
};

/**
 * Writes Finvoice 3.0 in UTF-8. Truncates long texts and drops embedded documents; `convertInvoice` lists these losses.
 */
export const writeFinvoice = (given: Invoice): string => {
  const creditNote = given.kind === 'creditNote';
  const invoice = creditNote ? negateInvoice(given) : given;
  const { seller, buyer, payee, taxRepresentative, delivery, payment, totals, customization = '', currency } = invoice;
  const isAddressed = seller.endpoint !== undefined || buyer.endpoint !== undefined;
  // An address requires an operator; NA means that the invoice does not state one.
  const partyOf = (party: InvoiceParty) => ({
    ...party,
    operator: isAddressed ? (party.operator ?? 'NA') : undefined,
    address: writeAddress(party.address),
  });
  const debited = payment?.directDebit?.debitedAccount;
  const links = invoice.documents.filter(({ uri }) => uri !== undefined);
  const view = {
    ...invoice,
    ...(isAddressed && {
      message: {
        id: invoice.number.padStart(2, '0'),
        time: `${invoice.issueDate}T00:00:00Z`,
        specification: customization !== '' && customization.length <= 35 ? customization : 'EN16931',
      },
    }),
    seller: partyOf(seller),
    // A buyer can have only one code.
    buyer: { ...partyOf(buyer), identifiers: buyer.identifiers.slice(0, 1) },
    // An account requires a bank here. The first account is always in the EPI part.
    accounts: (payment?.accounts ?? [])
      .filter(({ bank }) => bank !== undefined)
      .map((account) => ({ ...account, scheme: chooseScheme(account.account) })),
    delivery: delivery && { ...delivery, address: writeAddress(delivery.address) },
    parties: [
      ...(payee === undefined ? [] : [{ role: 'PE', text: 'Payee', ...payee }]),
      ...(taxRepresentative === undefined
        ? []
        : [
            {
              role: 'LC',
              text: 'Tax representative',
              ...taxRepresentative,
              address: writeAddress(taxRepresentative.address),
            },
          ]),
    ],
    finnishType: creditNote ? 'INV02' : 'INV01',
    finnishTypeText: creditNote ? 'HYVITYSLASKU' : 'LASKU',
    totals: { ...totals, withVat: totals.withVat ?? totals.payable },
    accountingCurrency: invoice.vatCurrency ?? currency,
    vatPointCode: invoice.vatPointDate === undefined ? invoice.vatPointCode : undefined,
    // Always written, because otherwise the EPI part's date option would count as the due date.
    terms: [{ text: invoice.paymentTerms, dueDate: invoice.dueDate }],
    discounts: invoice.allowances.filter(({ charge }) => !charge),
    charges: invoice.allowances.filter(({ charge }) => charge),
    card: payment?.card,
    directDebit: { ...payment?.directDebit, scheme: chooseScheme(debited) },
    lines: invoice.lines.map(writeRow),
    epi: writeEpi(invoice),
    linkNames: links.map(({ id }) => id),
    links: links.map(({ uri }) => uri),
  };
  return writeXml(finvoice.write('Finvoice', view, { Version: '3.0' }));
};
