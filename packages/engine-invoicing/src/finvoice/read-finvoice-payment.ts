import type { CreditTransfer, PaymentInstructions } from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined } from '../model/omit-empty.js';
import type { XmlElement } from '../xml/xml-element.js';

const plain = (text: string | undefined): string | undefined => text?.replace(/\s+/g, '');

/** Payment instructions: the account of the EPI part, then the seller's other accounts. */
export const readFinvoicePayment = (root: XmlElement): PaymentInstructions | undefined => {
  const epi = root.child('EpiDetails');
  const instruction = epi?.child('EpiPaymentInstructionDetails');
  const accounts = new Map<string, CreditTransfer>();
  const add = (account: string | undefined, bank: string | undefined, name: string | undefined): void => {
    if (account === undefined) return;
    const known = accounts.get(account);
    accounts.set(account, omitEmpty({ account, name: known?.name ?? name, bank: known?.bank ?? bank }));
  };
  add(
    plain(epi?.textAt('EpiPartyDetails', 'EpiBeneficiaryPartyDetails', 'EpiAccountID')),
    epi?.textAt('EpiPartyDetails', 'EpiBfiPartyDetails', 'EpiBfiIdentifier'),
    undefined,
  );
  for (const details of root.child('SellerInformationDetails')?.all('SellerAccountDetails') ?? []) {
    add(plain(details.textAt('SellerAccountID')), details.textAt('SellerBic'), details.textAt('SellerAccountName'));
  }
  const card = root.textAt('PaymentCardInfo', 'PrimaryAccountNumber');
  const debit = root.child('DirectDebitInfo');
  const payment = omitEmpty({
    meansCode: instruction?.textAt('EpiPaymentMeansCode'),
    meansText: instruction?.textAt('EpiPaymentMeansText'),
    reference: instruction?.textAt('EpiRemittanceInfoIdentifier') ?? instruction?.textAt('EpiPaymentInstructionId'),
    accounts: [...accounts.values()],
    card:
      card === undefined
        ? undefined
        : omitEmpty({ number: card, holder: root.textAt('PaymentCardInfo', 'CardHolderName') }),
    directDebit: omitEmptyOrUndefined({
      mandate: debit?.textAt('MandateReference'),
      creditor: debit?.textAt('CreditorIdentifier'),
      debitedAccount: plain(debit?.textAt('DebitedAccountID')),
    }),
  });
  return Object.keys(payment).length === 1 && payment.accounts.length === 0 ? undefined : payment;
};
