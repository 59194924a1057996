import { document, every, type Rule, rule, under } from '../rule.js';
import { elementsAt, hasDecimals } from '../values.js';

const totalRule = (id: string, term: string, name: string): Rule =>
  rule(id, `${term} has more than two decimals`, every('LegalMonetaryTotal'), (total) =>
    hasDecimals(total.child(name), 2),
  );

const taxTotalRule = (id: string, term: string, currencyName: string): Rule =>
  rule(id, `${term} has more than two decimals`, document, (root) => {
    const currency = root.child(currencyName)?.text.trim();
    if (currency === undefined) return true;
    return elementsAt(root, 'TaxTotal', 'TaxAmount')
      .filter((amount) => amount.attribute('currencyID') === currency)
      .every((amount) => hasDecimals(amount, 2));
  });

/** Two decimals for sums: BR-DEC-09 to BR-DEC-20. Those of allowances and lines stand with their rules. */
export const decimalRules: readonly Rule[] = [
  totalRule('BR-DEC-09', 'The sum of the lines (BT-106)', 'LineExtensionAmount'),
  totalRule('BR-DEC-10', 'The sum of allowances (BT-107)', 'AllowanceTotalAmount'),
  totalRule('BR-DEC-11', 'The sum of charges (BT-108)', 'ChargeTotalAmount'),
  totalRule('BR-DEC-12', 'The total without VAT (BT-109)', 'TaxExclusiveAmount'),
  taxTotalRule('BR-DEC-13', 'The VAT total (BT-110)', 'DocumentCurrencyCode'),
  totalRule('BR-DEC-14', 'The total with VAT (BT-112)', 'TaxInclusiveAmount'),
  taxTotalRule('BR-DEC-15', 'The VAT total in the accounting currency (BT-111)', 'TaxCurrencyCode'),
  totalRule('BR-DEC-16', 'What was paid (BT-113)', 'PrepaidAmount'),
  totalRule('BR-DEC-17', 'The rounding (BT-114)', 'PayableRoundingAmount'),
  totalRule('BR-DEC-18', 'The amount due (BT-115)', 'PayableAmount'),
  rule(
    'BR-DEC-19',
    'The taxable amount of a VAT category (BT-116) has more than two decimals',
    under('TaxSubtotal', 'TaxTotal'),
    (subtotal) => hasDecimals(subtotal.child('TaxableAmount'), 2),
  ),
  rule(
    'BR-DEC-20',
    'The VAT amount of a VAT category (BT-117) has more than two decimals',
    under('TaxSubtotal', 'TaxTotal'),
    (subtotal) => hasDecimals(subtotal.child('TaxAmount'), 2),
  ),
];
