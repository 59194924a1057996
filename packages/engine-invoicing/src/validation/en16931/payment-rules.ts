import { every, type Rule, rule, under } from '../rule.js';
import { has, hasText, textOf } from '../values.js';

/** Payment instructions: BR-49, BR-50, BR-61. */
export const paymentRules: readonly Rule[] = [
  rule('BR-49', 'Payment instructions (BG-16) have no payment means code (BT-81)', every('PaymentMeans'), (means) =>
    has(means, 'PaymentMeansCode'),
  ),
  rule(
    'BR-50',
    'A credit transfer has no account number (BT-84)',
    (tree) =>
      under(
        'PayeeFinancialAccount',
        'PaymentMeans',
      )(tree).filter((account) =>
        account.parent?.all('PaymentMeansCode').some((code) => code.text === '30' || code.text === '58'),
      ),
    (account) => hasText(account, 'ID'),
  ),
  rule(
    'BR-61',
    'A credit transfer (means 30 or 58) needs an account number (BT-84)',
    every('PaymentMeans'),
    (means) => {
      // Without a code there is nothing to compare, and the published test fails.
      const code = means.child('PaymentMeansCode');
      const transfer = ['30', '58'].includes(textOf(code));
      return transfer ? has(means, 'PayeeFinancialAccount', 'ID') : true;
    },
  ),
];
