import type { CreditTransfer, PaymentInstructions } from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined } from '../model/omit-empty.js';
import type { XmlElement } from '../xml/xml-element.js';

const readTransfer = (account: XmlElement | undefined): CreditTransfer[] => {
  const number = account?.textAt('ID');
  if (number === undefined) return [];
  return [
    omitEmpty({
      account: number,
      name: account?.textAt('Name'),
      bank: account?.textAt('FinancialInstitutionBranch', 'ID'),
    }),
  ];
};

/** Payment instructions: the first means has code and reference, every means can add an account. */
export const readUblPayment = (root: XmlElement): PaymentInstructions | undefined => {
  const means = root.all('PaymentMeans');
  const first = means[0];
  if (first === undefined) return undefined;
  const code = first.child('PaymentMeansCode');
  const card = means.map((one) => one.child('CardAccount')).find((one) => one !== undefined);
  const mandate = means.map((one) => one.child('PaymentMandate')).find((one) => one !== undefined);
  const creditor = [root.at('AccountingSupplierParty', 'Party'), root.child('PayeeParty')]
    .flatMap((party) => party?.all('PartyIdentification') ?? [])
    .map((identification) => identification.child('ID'))
    .find((id) => id?.attribute('schemeID') === 'SEPA')
    ?.text.trim();
  return omitEmpty({
    meansCode: code?.text.trim() === '' ? undefined : code?.text.trim(),
    meansText: code?.attribute('name'),
    reference: means.map((one) => one.textAt('PaymentID')).find((id) => id !== undefined),
    accounts: means.flatMap((one) => readTransfer(one.child('PayeeFinancialAccount'))),
    card:
      card === undefined
        ? undefined
        : omitEmpty({ number: card.textAt('PrimaryAccountNumberID') ?? '', holder: card.textAt('HolderName') }),
    directDebit: omitEmptyOrUndefined({
      mandate: mandate?.textAt('ID'),
      creditor,
      debitedAccount: mandate?.textAt('PayerFinancialAccount', 'ID'),
    }),
  });
};
