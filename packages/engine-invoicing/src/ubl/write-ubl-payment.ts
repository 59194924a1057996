import type { CreditTransfer, Invoice } from '../model/invoice.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';

/** One PaymentMeans per account, or one without an account. Code, reference, card and mandate are in each. */
export const writePayment = (invoice: Invoice): (XmlOut | undefined)[] => {
  const { payment } = invoice;
  // A credit note has no due date of its own in UBL: it stands with the payment means.
  const dueDate = invoice.kind === 'creditNote' ? invoice.dueDate : undefined;
  if (payment === undefined && dueDate === undefined) return [];
  const { card, directDebit } = payment ?? {};
  const means = (account: CreditTransfer | undefined, first: boolean): XmlOut | undefined =>
    node(
      'cac:PaymentMeans',
      leaf('cbc:PaymentMeansCode', payment?.meansCode ?? '1', { name: payment?.meansText }),
      leaf('cbc:PaymentDueDate', dueDate),
      leaf('cbc:PaymentID', payment?.reference),
      first
        ? node(
            'cac:CardAccount',
            leaf('cbc:PrimaryAccountNumberID', card?.number),
            card && leaf('cbc:NetworkID', 'NA'),
            leaf('cbc:HolderName', card?.holder),
          )
        : undefined,
      node(
        'cac:PayeeFinancialAccount',
        leaf('cbc:ID', account?.account),
        leaf('cbc:Name', account?.name),
        node('cac:FinancialInstitutionBranch', leaf('cbc:ID', account?.bank)),
      ),
      first
        ? node(
            'cac:PaymentMandate',
            leaf('cbc:ID', directDebit?.mandate),
            node('cac:PayerFinancialAccount', leaf('cbc:ID', directDebit?.debitedAccount)),
          )
        : undefined,
    );
  const accounts = payment?.accounts ?? [];
  if (accounts.length === 0) return [means(undefined, true)];
  return accounts.map((account, index) => means(account, index === 0));
};
