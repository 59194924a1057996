import type { CreditTransfer, Invoice } from '../model/invoice.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';

/** One PaymentMeans per account, or one without an account. Code, reference, card and mandate are in each. */
export const writeUblPayment = (invoice: Invoice): (XmlOutput | undefined)[] => {
  const { payment } = invoice;
  // A credit note has no due date of its own in UBL: it stands with the payment means.
  const dueDate = invoice.kind === 'creditNote' ? invoice.dueDate : undefined;
  if (payment === undefined && dueDate === undefined) return [];
  const { card, directDebit } = payment ?? {};
  const means = (account: CreditTransfer | undefined, first: boolean): XmlOutput | undefined =>
    createNode(
      'cac:PaymentMeans',
      createLeaf('cbc:PaymentMeansCode', payment?.meansCode ?? '1', { name: payment?.meansText }),
      createLeaf('cbc:PaymentDueDate', dueDate),
      createLeaf('cbc:PaymentID', payment?.reference),
      first
        ? createNode(
            'cac:CardAccount',
            createLeaf('cbc:PrimaryAccountNumberID', card?.number),
            card && createLeaf('cbc:NetworkID', 'NA'),
            createLeaf('cbc:HolderName', card?.holder),
          )
        : undefined,
      createNode(
        'cac:PayeeFinancialAccount',
        createLeaf('cbc:ID', account?.account),
        createLeaf('cbc:Name', account?.name),
        createNode('cac:FinancialInstitutionBranch', createLeaf('cbc:ID', account?.bank)),
      ),
      first
        ? createNode(
            'cac:PaymentMandate',
            createLeaf('cbc:ID', directDebit?.mandate),
            createNode('cac:PayerFinancialAccount', createLeaf('cbc:ID', directDebit?.debitedAccount)),
          )
        : undefined,
    );
  const accounts = payment?.accounts ?? [];
  if (accounts.length === 0) return [means(undefined, true)];
  return accounts.map((account, index) => means(account, index === 0));
};
