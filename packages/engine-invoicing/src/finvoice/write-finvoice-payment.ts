import { Big } from 'big.js';
import type { Invoice } from '../model/invoice.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';
import { dateLeaf, textLeaf } from './finvoice-values.js';

/** The scheme of an account number: an IBAN or a national one. */
export const schemeOf = (account: string): 'IBAN' | 'BBAN' =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account) ? 'IBAN' : 'BBAN';

/** Payment card and direct debit. */
export const writeMandate = (invoice: Invoice): (XmlOut | undefined)[] => {
  const { card, directDebit } = invoice.payment ?? {};
  const debited = directDebit?.debitedAccount;
  return [
    node(
      'PaymentCardInfo',
      textLeaf('PrimaryAccountNumber', card?.number, 19),
      textLeaf('CardHolderName', card?.holder, 70),
    ),
    node(
      'DirectDebitInfo',
      textLeaf('MandateReference', directDebit?.mandate, 35),
      textLeaf('CreditorIdentifier', directDebit?.creditor, 35),
      leaf('DebitedAccountID', debited, {
        IdentificationSchemeName: debited === undefined ? undefined : schemeOf(debited),
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

/** The payment part that banks read: account, reference, amount with two decimals, due date. */
export const writeEpi = (invoice: Invoice): XmlOut | undefined => {
  const { payment } = invoice;
  const account = payment?.accounts[0];
  const reference = bankReference(payment?.reference);
  const scheme = reference?.startsWith('RF') === true ? 'ISO' : 'SPY';
  return node(
    'EpiDetails',
    node('EpiIdentificationDetails', dateLeaf('EpiDate', invoice.issueDate), leaf('EpiReference', '')),
    node(
      'EpiPartyDetails',
      {
        name: 'EpiBfiPartyDetails',
        attributes: {},
        content: [leaf('EpiBfiIdentifier', account?.bank, { IdentificationSchemeName: 'BIC' })].filter(
          (one) => one !== undefined,
        ),
      },
      node(
        'EpiBeneficiaryPartyDetails',
        textLeaf('EpiNameAddressDetails', invoice.payee?.name ?? invoice.seller.name, 35),
        leaf('EpiAccountID', account?.account, {
          IdentificationSchemeName: account === undefined ? undefined : schemeOf(account.account),
        }),
      ),
    ),
    node(
      'EpiPaymentInstructionDetails',
      reference === undefined ? textLeaf('EpiPaymentInstructionId', payment?.reference, 35) : undefined,
      leaf('EpiRemittanceInfoIdentifier', reference, { IdentificationSchemeName: scheme }),
      leaf('EpiInstructedAmount', new Big(invoice.totals.payable).toFixed(2).replace('.', ','), {
        AmountCurrencyIdentifier: invoice.currency,
      }),
      leaf('EpiCharge', '', { ChargeOption: 'SHA' }),
      dateLeaf('EpiDateOptionDate', invoice.dueDate ?? invoice.issueDate),
      leaf('EpiPaymentMeansCode', payment?.meansCode),
      textLeaf('EpiPaymentMeansText', payment?.meansText, 70),
    ),
  );
};
