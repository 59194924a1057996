import { Big } from 'big.js';
import type { Invoice } from '../model/invoice.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';
import { createDateLeaf, createTextLeaf } from './finvoice-values.js';

/** Chooses the scheme of an account number: an IBAN or a national one. */
export const chooseReferenceScheme = (account: string): 'IBAN' | 'BBAN' =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account) ? 'IBAN' : 'BBAN';

/** Payment card and direct debit. */
export const writeMandate = (invoice: Invoice): (XmlOutput | undefined)[] => {
  const { card, directDebit } = invoice.payment ?? {};
  const debited = directDebit?.debitedAccount;
  return [
    createNode(
      'PaymentCardInfo',
      createTextLeaf('PrimaryAccountNumber', card?.number, 19),
      createTextLeaf('CardHolderName', card?.holder, 70),
    ),
    createNode(
      'DirectDebitInfo',
      createTextLeaf('MandateReference', directDebit?.mandate, 35),
      createTextLeaf('CreditorIdentifier', directDebit?.creditor, 35),
      createLeaf('DebitedAccountID', debited, {
        IdentificationSchemeName: debited === undefined ? undefined : chooseReferenceScheme(debited),
      }),
    ),
  ];
};

/** A reference number of the bank, Finnish or RF, as it is written without spaces; undefined for any other text. */
const bankReference = (reference: string | undefined): string | undefined => {
  const plain = reference?.replace(/\s+/g, '');
  return plain !== undefined && /^(\d{2,20}|RF\d{2}[0-9A-Za-z]{1,21})$/.test(plain) && plain === reference
    ? plain
    : undefined;
};

/** Writes the payment part that banks read: account, reference, amount with two decimals, due date. */
export const writeEpi = (invoice: Invoice): XmlOutput | undefined => {
  const { payment } = invoice;
  const account = payment?.accounts[0];
  const reference = bankReference(payment?.reference);
  const scheme = reference?.startsWith('RF') === true ? 'ISO' : 'SPY';
  return createNode(
    'EpiDetails',
    createNode(
      'EpiIdentificationDetails',
      createDateLeaf('EpiDate', invoice.issueDate),
      createLeaf('EpiReference', ''),
    ),
    createNode(
      'EpiPartyDetails',
      {
        name: 'EpiBfiPartyDetails',
        attributes: {},
        content: [createLeaf('EpiBfiIdentifier', account?.bank, { IdentificationSchemeName: 'BIC' })].filter(
          (one) => one !== undefined,
        ),
      },
      createNode(
        'EpiBeneficiaryPartyDetails',
        createTextLeaf('EpiNameAddressDetails', invoice.payee?.name ?? invoice.seller.name, 35),
        createLeaf('EpiAccountID', account?.account, {
          IdentificationSchemeName: account === undefined ? undefined : chooseReferenceScheme(account.account),
        }),
      ),
    ),
    createNode(
      'EpiPaymentInstructionDetails',
      reference === undefined ? createTextLeaf('EpiPaymentInstructionId', payment?.reference, 35) : undefined,
      createLeaf('EpiRemittanceInfoIdentifier', reference, { IdentificationSchemeName: scheme }),
      createLeaf('EpiInstructedAmount', new Big(invoice.totals.payable).toFixed(2).replace('.', ','), {
        AmountCurrencyIdentifier: invoice.currency,
      }),
      createLeaf('EpiCharge', '', { ChargeOption: 'SHA' }),
      createDateLeaf('EpiDateOptionDate', invoice.dueDate ?? invoice.issueDate),
      createLeaf('EpiPaymentMeansCode', payment?.meansCode),
      createTextLeaf('EpiPaymentMeansText', payment?.meansText, 70),
    ),
  );
};
