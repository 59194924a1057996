const networks = ['INTERNAL', 'PEPPOL', 'BANK', 'SCAN', 'SCAN_DOCUMENTS', 'VOUCHER', 'RECEIVABLES'];

/** Types of documents that cause events of their own: einvoicing.gap.document-events. */
const documentTypes = [
  'ORDER',
  'ORDER_RESPONSE',
  'CATALOGUE',
  'CATALOGUE_RESPONSE',
  'SELF_BILLING_INVOICE',
  'DESPATCH_ADVICE',
  'RECEIPT',
  'VOUCHER',
  'BANK_FILE',
  'REMINDER',
  'SCAN',
  'INVOICE_RESPONSE',
  'MESSAGE_LEVEL_RESPONSE',
  'UNKNOWN',
] as const;

/** The alert about missed events. No wildcard includes it. */
export const missedEventsAlert = 'UNACKNOWLEDGED_WEBHOOKS';

/** The names of all events available for subscription: einvoicing.event.types, einvoicing.gap.event-names. */
export const eventNames: readonly string[] = [
  'DOCUMENTS.INVOICE.RECEIVED',
  'DOCUMENTS.INVOICE.DELIVERED',
  'DOCUMENTS.INVOICE.FAILED',
  'DOCUMENTS.INVOICE.DELIVERY_CONFIRMED',
  ...documentTypes.flatMap((type) => ['RECEIVED', 'DELIVERED', 'FAILED'].map((what) => `DOCUMENTS.${type}.${what}`)),
  ...networks.map((network) => `NETWORKS.${network}.CREATED`),
  'COMPANY.AUTHORIZATION.CHANGED',
  'SERVICES.RECEIVABLES.ACTIVATED',
  'SERVICES.RECEIVABLES.REJECTED',
  missedEventsAlert,
];

/**
 * Returns whether a name or wildcard covers an event (einvoicing.event.wildcards, einvoicing.gap.wildcard-segments).
 */
export function coversEvent(pattern: string, event: string): boolean {
  if (pattern === event) return true;
  if (!pattern.includes('*') || event === missedEventsAlert) return false;
  const wanted = pattern.split('.');
  const parts = event.split('.');
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, place) => part === '*' || part === parts[place]);
}

/** @returns why a name or wildcard cannot be subscribed to, or undefined (einvoicing.gap.unknown-event) */
export function checkEventPattern(pattern: string): string | undefined {
  if (pattern === '*') return '/body/events must not hold a bare *; name the first part, such as DOCUMENTS.*';
  if (eventNames.some((event) => coversEvent(pattern, event))) return undefined;
  const kind = pattern.includes('*') ? 'the wildcard' : 'the event';
  return `/body/events has ${kind} "${pattern}", which matches no event; there are ${eventNames.slice(0, 3).join(', ')} and more`;
}
