import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import { type Rule, rule } from '../rule.js';
import { has, hasDecimals, isCharge, isVat } from '../values.js';

const ofDocument =
  (charge: boolean) =>
  (tree: InvoiceTree): XmlElement[] =>
    tree.root.all('AllowanceCharge').filter((one) => isCharge(one) === charge);

const ofLines =
  (charge: boolean) =>
  (tree: InvoiceTree): XmlElement[] =>
    tree.lines.flatMap((line) => line.all('AllowanceCharge')).filter((one) => isCharge(one) === charge);

const hasReason = (one: XmlElement): boolean =>
  has(one, 'AllowanceChargeReason') || has(one, 'AllowanceChargeReasonCode');
const hasCategory = (one: XmlElement): boolean =>
  one.all('TaxCategory').some((category) => isVat(category) && has(category, 'ID'));
const hasAmount = (one: XmlElement): boolean => has(one, 'Amount');
const always = (): boolean => true;

/** Ids of the rules on one kind of allowance or charge. */
interface Ids {
  readonly what: string;
  readonly amount: string;
  readonly category?: string;
  readonly reason: readonly string[];
  /** The published test of this rule is always true: that reason and code agree cannot be computed. */
  readonly agreement: string;
  readonly amountDecimals: string;
  readonly baseDecimals: string;
}

const rulesOf = (select: (tree: InvoiceTree) => XmlElement[], ids: Ids): Rule[] => [
  rule(ids.amount, `${ids.what} has no amount`, select, hasAmount),
  ...(ids.category === undefined ? [] : [rule(ids.category, `${ids.what} has no VAT category`, select, hasCategory)]),
  ...ids.reason.map((id) => rule(id, `${ids.what} needs a reason, as text or as code`, select, hasReason)),
  rule(ids.agreement, `${ids.what} has a reason and a code that say different things`, select, always),
  rule(ids.amountDecimals, `${ids.what} has an amount with more than two decimals`, select, (one) =>
    hasDecimals(one.child('Amount'), 2),
  ),
  rule(ids.baseDecimals, `${ids.what} has a base amount with more than two decimals`, select, (one) =>
    hasDecimals(one.child('BaseAmount'), 2),
  ),
];

/** Allowances and charges: BR-31 to BR-44, BR-CO-05 to -08 and -21 to -24, BR-DEC-01 to -06 and -24 to -28. */
export const allowanceRules: readonly Rule[] = [
  ...rulesOf(ofDocument(false), {
    what: 'An allowance of the document (BG-20)',
    amount: 'BR-31',
    category: 'BR-32',
    reason: ['BR-33', 'BR-CO-21'],
    agreement: 'BR-CO-05',
    amountDecimals: 'BR-DEC-01',
    baseDecimals: 'BR-DEC-02',
  }),
  ...rulesOf(ofDocument(true), {
    what: 'A charge of the document (BG-21)',
    amount: 'BR-36',
    category: 'BR-37',
    reason: ['BR-38', 'BR-CO-22'],
    agreement: 'BR-CO-06',
    amountDecimals: 'BR-DEC-05',
    baseDecimals: 'BR-DEC-06',
  }),
  ...rulesOf(ofLines(false), {
    what: 'An allowance of a line (BG-27)',
    amount: 'BR-41',
    reason: ['BR-42', 'BR-CO-23'],
    agreement: 'BR-CO-07',
    amountDecimals: 'BR-DEC-24',
    baseDecimals: 'BR-DEC-25',
  }),
  ...rulesOf(ofLines(true), {
    what: 'A charge of a line (BG-28)',
    amount: 'BR-43',
    reason: ['BR-44', 'BR-CO-24'],
    agreement: 'BR-CO-08',
    amountDecimals: 'BR-DEC-27',
    baseDecimals: 'BR-DEC-28',
  }),
];
