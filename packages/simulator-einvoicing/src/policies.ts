import type { WebhookPolicy } from '@understudy/kernel';

const hour = 60 * 60;
const day = 24 * hour;

/**
 * 5 seconds (einvoicing.webhook.timeout), 200, 201 or 204 (einvoicing.webhook.success), every hour for 24 hours
 * (einvoicing.webhook.retry, einvoicing.gap.retry-count), in order but for retries (einvoicing.gap.event-order).
 */
export const webhookPolicy: WebhookPolicy = {
  timeoutSeconds: 5,
  attempts: 25,
  retryDelaysSeconds: [hour],
  successStatuses: [200, 201, 204],
  retriesApart: true,
};

/** A subscription whose events have failed this long is disabled: einvoicing.gap.month-length. */
export const disabledAfterSeconds = 30 * day;

/** A company is alerted of missed events at most once in this time: einvoicing.gap.unack-moment. */
export const alertEverySeconds = day;

/** Seconds that a token lives: einvoicing.gap.token-errors. */
export const tokenLifetimeSeconds = 3600;

/** Seconds from a registration to its activation: einvoicing.gap.profile-status-values. */
export const activationSeconds = { INTERNAL: 0, SCAN: 0, SCAN_DOCUMENTS: 0, VOUCHER: 0, PEPPOL: 30 } as const;

/** Hours within which the activation of BANK may be set, and where it stands: einvoicing.gap.bank-delay-exact. */
export const bankHours = { least: 24, usual: 48, most: 72 } as const;

/** Entries on a page: einvoicing.gap.list-envelope. */
export const mostPerPage = 100;

/** Bytes of one file: einvoicing.gap.limits. */
export const mostFileBytes = 10 * 1024 * 1024;

/** Seconds from sending to delivery, by route: einvoicing.gap.delivery-time. */
export const deliverySeconds = { INTERNAL: 0, PEPPOL: 30, BANK: 3600, SCAN: 3600, EMAIL: 5, PRINT: 86_400 } as const;

/** One step of collecting, in the order in which they follow. Money in cents. */
export interface CollectionStep {
  readonly name: 'due' | 'reminder' | 'collection';
  /** Whole days from the due date, or from the day on which the assignment arose where that is later. */
  readonly days: number;
  /** Added to what is open; undefined where the step only says something. */
  readonly fee?: number;
  readonly message: string;
}

/**
 * The steps of collecting an unpaid assignment. Nothing is documented, so what is usual between Finnish businesses:
 * 5 euros for a reminder two weeks after the due date, up to 40 euros in all with the letter of collection two weeks later,
 * and late interest of 10.5 % a year, by days of 365: einvoicing.gap.assignment-events.
 */
export const collectionPolicy = {
  steps: [
    { name: 'due', days: 1, message: 'The due date has passed' },
    { name: 'reminder', days: 14, fee: 500, message: 'Reminder of payment' },
    { name: 'collection', days: 28, fee: 3500, message: 'Letter of collection' },
  ] satisfies readonly CollectionStep[],
  /** Hundredths of a per cent a year. */
  interestRate: 1050,
  daysOfYear: 365,
  /** Days from the date of an invoice to its due date where it names none. */
  paymentDays: 14,
  /** Days that a customer is given more before each step, by its level. */
  extraDays: { default: 0, premium: 7, vip: 14, service_bypass: 0 },
} as const;

/** Due within this many days from today counts as soon due: einvoicing.gap.overview-body. */
export const soonDueDays = 7;

/** Seconds from a package's arrival to its result; nothing is documented: einvoicing.gap.print-bodies. */
export const printSeconds = { processing: 60, printed: { priority: 3600, economy: 86_400 } } as const;

/** What a package may hold, by its document type: einvoicing.gap.print-zip. The first kind must be there. */
export const packageKinds = { PDFXML: ['pdf', 'xml'], EPL: ['epl', 'pdf'] } as const;

/** Characters of a licence key. */
export const longestLicenceKey = 255;
