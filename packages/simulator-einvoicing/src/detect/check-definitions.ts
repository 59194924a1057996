import type { CheckName } from '../entities.js';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];
type Result = NonNullable<Schemas['ResultDefinition']['result']>;

interface Definition {
  readonly title: string;
  readonly description: string;
  readonly source: string;
  /** Reason code without the check's name -> its result, and the sentence for it. */
  readonly reasons: Readonly<Record<string, readonly [Result, string]>>;
}

/** Results that every check can have, in addition to its own (einvoicing.gap.detect-checks). */
const common = {
  NOT_AN_INVOICE: ['NOT_APPLICABLE', 'The document is not an invoice.'],
  FAILED: ['FAILED', 'The check could not be run.'],
} as const;

/** The checks of Detect and all their possible results: einvoicing.detect.definitions. */
export const checkDefinitions: Readonly<Record<CheckName, Definition>> = {
  SUPPLIER_ACTIVATION: {
    title: 'Supplier activation',
    description: 'Whether a supplier whose invoice came on paper could send electronic invoices.',
    source: 'Companies of the exchange',
    reasons: {
      ...common,
      INVOICE_NOT_FROM_SCAN: ['NOT_APPLICABLE', 'The invoice did not come from the scan service.'],
      INVALID_INPUT: ['FAILED', 'The invoice names no business id of its sender.'],
      COMPANY_CAN_SEND_ELECTRONIC: ['WARNING', 'The sender can send electronic invoices; ask for them.'],
      COMPANY_CAN_ONLY_SEND_SCAN: ['OK', 'The sender is not known to send electronic invoices.'],
    },
  },
  BANK_ACCOUNT_CHANGED: {
    title: 'Bank account changed',
    description: "Whether the sender's bank account is one that earlier invoices of the same sender had.",
    source: 'Invoices received before',
    reasons: {
      ...common,
      INVALID_INPUT: ['FAILED', 'The invoice names no business id of its sender.'],
      NO_BANK_ACCOUNTS: ['NOT_APPLICABLE', 'The invoice names no bank account.'],
      UNKNOWN: ['WARNING', 'It is the first invoice of this sender with a bank account.'],
      CHANGED: ['WARNING', 'The bank account differs from those of earlier invoices; make sure that it is right.'],
      NOT_CHANGED: ['OK', 'The bank account is known from earlier invoices.'],
    },
  },
  SENDER_BID_STATUS: {
    title: 'Status of the sender',
    description: "Whether the sender's business id is right and its business active.",
    source: 'Business register',
    reasons: {
      ...common,
      COUNTRY_NOT_SUPPORTED: ['NOT_APPLICABLE', "The sender's country is not supported."],
      NOT_FOUND_NO_BID: ['WARNING', 'The invoice names no business id of its sender.'],
      INVALID_BID: ['WARNING', "The sender's business id has a wrong form or check digit."],
      NOT_FOUND: ['WARNING', "The sender's business id is not in the register."],
      INACTIVE: ['WARNING', 'The business of the sender has ended.'],
      UNDER_LIQUIDATION: ['WARNING', 'The sender is under liquidation.'],
      UNDER_REORGANIZATION: ['WARNING', 'The sender is under reorganization.'],
      BANKRUPT: ['WARNING', 'The sender is bankrupt.'],
      ON_HOLD: ['WARNING', 'The business of the sender is on hold.'],
      PREPAYMENT_REGISTER_NOT_FOUND: ['WARNING', 'The sender is not in the prepayment register.'],
      PREPAYMENT_REGISTER_FOUND: ['OK', 'The sender is active and in the prepayment register.'],
      FOUND: ['OK', 'The sender is active.'],
    },
  },
  SENDER_WARNING_LIST: {
    title: 'Sender on a warning list',
    description: 'Whether others have warned of the sender.',
    source: 'Warning list',
    reasons: {
      ...common,
      INVALID_INPUT: ['FAILED', 'The invoice names no business id of its sender.'],
      NOT_FOUND: ['OK', 'Nobody has warned of the sender.'],
      FOUND: ['FAILED', 'The sender is on the official warning list.'],
      USER_REPORTED_FOUND: ['WARNING', 'Other users have warned of the sender.'],
    },
  },
  VAT: {
    title: 'VAT registration',
    description: 'Whether a sender that charges VAT is registered for it.',
    source: 'VAT register',
    reasons: {
      ...common,
      INVALID_INPUT: ['FAILED', 'The invoice names no business id of its sender.'],
      COMPANY_NOT_REGISTERED: ['WARNING', 'The sender charges VAT and is not registered for it.'],
      NO_VAT_CHARGED: ['NOT_APPLICABLE', 'The invoice charges less than one unit of VAT, so nothing was checked.'],
      COMPANY_REGISTERED: ['OK', 'The sender is registered for VAT.'],
    },
  },
  SUMS: {
    title: 'Sums',
    description: 'Whether lines, allowances, charges, VAT and totals add up, to the cent.',
    source: 'The invoice',
    reasons: {
      ...common,
      INVALID_INPUT: ['FAILED', 'The file of the invoice cannot be read.'],
      MISMATCH: ['WARNING', 'The sums of the invoice do not add up.'],
      MATCH: ['OK', 'The sums of the invoice add up.'],
    },
  },
  DUPLICATE: {
    title: 'Duplicate',
    description: 'Whether the sender sent an invoice of the same number before.',
    source: 'Invoices received before',
    reasons: {
      ...common,
      INVALID_INPUT: ['FAILED', 'The invoice names no business id of its sender.'],
      FOUND: ['WARNING', 'An earlier invoice of the sender has the same number; make sure not to pay twice.'],
      NOT_FOUND: ['OK', 'No earlier invoice of the sender has this number.'],
    },
  },
  REFERENCE: {
    title: 'Payment reference',
    description:
      "Whether the check digits of the payment reference are right, by ISO 11649 or the form of the sender's country.",
    source: 'The invoice',
    reasons: {
      ...common,
      NO_REFERENCE: ['NOT_APPLICABLE', 'The invoice names no payment reference with check digits.'],
      INVALID: ['WARNING', 'The check digits of the payment reference are wrong.'],
      VALID: ['OK', 'The check digits of the payment reference are right.'],
    },
  },
  BANK_ACCOUNT_CHECK_DIGITS: {
    title: 'Check digits of the bank account',
    description: 'Whether the check digits of the IBANs are right.',
    source: 'The invoice',
    reasons: {
      ...common,
      NO_IBAN: ['NOT_APPLICABLE', 'The invoice names no IBAN.'],
      INVALID: ['WARNING', 'An IBAN of the invoice has wrong check digits; do not pay to it.'],
      VALID: ['OK', 'The check digits of every IBAN are right.'],
    },
  },
};

/** Names of the checks in the order of the definitions. */
export const checkNames = [
  'SUPPLIER_ACTIVATION',
  'BANK_ACCOUNT_CHANGED',
  'SENDER_BID_STATUS',
  'SENDER_WARNING_LIST',
  'VAT',
  'SUMS',
  'DUPLICATE',
  'REFERENCE',
  'BANK_ACCOUNT_CHECK_DIGITS',
] as const satisfies readonly CheckName[];

/** A result by its whole reason code. @throws Error for a code that no definition has */
export function resultOf(check: CheckName, reasonCode: string): { readonly status: Result; readonly text: string } {
  const found = checkDefinitions[check].reasons[reasonCode.slice(check.length + 1)];
  if (found === undefined) throw new Error(`${reasonCode} is no result of ${check}`);
  const [status, text] = found;
  return { status, text };
}

/** A definition as the API shows it, with English texts. */
export function presentDefinition(name: CheckName): Schemas['CheckDefinition'] {
  const { title, description, source, reasons } = checkDefinitions[name];
  const english = (value: string) => [{ lang: 'EN', value }];
  const results = Object.entries(reasons).map(([code, [result, reason]]): Schemas['ResultDefinition'] => ({
    status: code === 'FAILED' ? 'RUN_FAILED' : result === 'NOT_APPLICABLE' ? 'NOT_APPLICABLE' : 'RUN_SUCCESSFUL',
    result,
    reason,
    reason_code: `${name}_${code}`,
  }));
  return {
    name,
    friendly_name: title,
    friendly_names: english(title),
    title,
    titles: english(title),
    description,
    descriptions: english(description),
    doc_description: description,
    resource_type: 'INVOICE',
    scope: 'Received invoices',
    scopes: english('Received invoices'),
    sources: [{ name: source, names: english(source) }],
    metadata: {},
    possible_results: [
      ...results,
      { status: 'PENDING', reason: 'The check is under way.', reason_code: `${name}_PENDING` },
    ],
  };
}
