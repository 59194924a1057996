import { compact, compactOrUndefined } from '../model/compact.js';
import type { CreditTransfer, Payment } from '../model/invoice.js';
import type { XmlElement } from '../xml/xml-element.js';

const plain = (text: string | undefined): string | undefined => text?.replace(/\s+/g, '');

/** Payment instructions: the account of the EPI part, then the seller's other accounts. */
export const readFinvoicePayment = (root: XmlElement): Payment | undefined => {
  const epi = root.child('EpiDetails');
  const instruction = epi?.child('EpiPaymentInstructionDetails');
  const accounts = new Map<string, CreditTransfer>();
  const add = (account: string | undefined, bank: string | undefined, name: string | undefined): void => {
    if (account === undefined) return;
    const known = accounts.get(account);
    accounts.set(account, compact({ account, name: known?.name ?? name, bank: known?.bank ?? bank }));
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
  const payment = compact({
    meansCode: instruction?.textAt('EpiPaymentMeansCode'),
    meansText: instruction?.textAt('EpiPaymentMeansText'),
    reference: instruction?.textAt('EpiRemittanceInfoIdentifier') ?? instruction?.textAt('EpiPaymentInstructionId'),
    accounts: [...accounts.values()],
    card:
      card === undefined
        ? undefined
        : compact({ number: card, holder: root.textAt('PaymentCardInfo', 'CardHolderName') }),
    directDebit: compactOrUndefined({
      mandate: debit?.textAt('MandateReference'),
      creditor: debit?.textAt('CreditorIdentifier'),
      debitedAccount: plain(debit?.textAt('DebitedAccountID')),
    }),
  });
  return Object.keys(payment).length === 1 && payment.accounts.length === 0 ? undefined : payment;
};
