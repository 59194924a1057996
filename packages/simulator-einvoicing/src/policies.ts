import type { WebhookPolicy } from '@understudy/kernel';

const hour = 60 * 60;
const day = 24 * hour;

/**
 * The documented timeout, success and retry policy. Events are sent in order, except for retries
 * (einvoicing.gap.event-order).
 */
export const einvoicingWebhookPolicy: WebhookPolicy = {
  timeoutSeconds: 5,
  attempts: 25,
  retryDelaysSeconds: [hour],
  successStatuses: [200, 201, 204],
  retriesApart: true,
};

/** A subscription is disabled after its events fail for this many seconds: einvoicing.gap.month-length. */
export const disabledAfterSeconds = 30 * day;

/** Seconds between alerts about missed events: einvoicing.gap.unack-moment. */
export const alertIntervalSeconds = day;

/** Lifetime of a token in seconds: einvoicing.gap.token-errors. */
export const tokenLifetimeSeconds = 3600;

/** Seconds from a registration to its activation: einvoicing.gap.profile-status-values. */
export const activationSeconds = { INTERNAL: 0, SCAN: 0, SCAN_DOCUMENTS: 0, VOUCHER: 0, PEPPOL: 30 } as const;

/** Limits and default for the hours until BANK is active: einvoicing.gap.bank-delay-exact. */
export const bankActivationHours = { least: 24, usual: 48, most: 72 } as const;

/** Maximum number of entries on a page: einvoicing.gap.list-envelope. */
export const maxPageSize = 100;

/** Maximum size of a file in bytes: einvoicing.gap.limits. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Seconds from sending to delivery, by route: einvoicing.gap.delivery-time. */
export const deliverySeconds = { INTERNAL: 0, PEPPOL: 30, BANK: 3600, SCAN: 3600, EMAIL: 5, PRINT: 86_400 } as const;

/** A step of debt collection. Steps follow in this order, and amounts are in cents. */
export interface CollectionStep {
  readonly name: 'due' | 'reminder' | 'collection';
  /** Whole days from the due date, or from the start of the assignment if that is later. */
  readonly days: number;
  /** Added to the open amount. Undefined if the step is only a message. */
  readonly fee?: number;
  readonly message: string;
}

/**
 * The steps of collecting an unpaid assignment. The documents define none, so these are steps that are common between
 * Finnish businesses: a reminder of 5 euros two weeks after the due date, a letter of collection two weeks later up to
 * 40 euros in total, and late interest of 10.5 % a year, per day of a 365-day year: einvoicing.gap.assignment-events.
 */
export const collectionPolicy = {
  steps: [
    { name: 'due', days: 1, message: 'The due date has passed' },
    { name: 'reminder', days: 14, fee: 500, message: 'Reminder of payment' },
    { name: 'collection', days: 28, fee: 3500, message: 'Letter of collection' },
  ] satisfies readonly CollectionStep[],
  /** Yearly interest rate in hundredths of a per cent. */
  interestRate: 1050,
  daysOfYear: 365,
  /** Days from the date of an invoice to its default due date. */
  paymentDays: 14,
  /** Extra days before each step, by the customer's level. */
  extraDays: { default: 0, premium: 7, vip: 14, service_bypass: 0 },
} as const;

/** An assignment is soon due within this many days from today: einvoicing.gap.overview-body. */
export const soonDueDays = 7;

/** Seconds from a package's arrival to its result. Not documented: einvoicing.gap.print-bodies. */
export const printDurationSeconds = { processing: 60, printed: { priority: 3600, economy: 86_400 } } as const;

/** The permitted contents of a package by document type: einvoicing.gap.print-zip. The first kind is required. */
export const packageKinds = { PDFXML: ['pdf', 'xml'], EPL: ['epl', 'pdf'] } as const;

export const maxLicenceKeyLength = 255;
