import type { StoredInvoice } from './entities.js';

/** Whether a received invoice needs no more fetching: it was downloaded, or marked as handled (einvoicing.gap.not-fetched). */
export function isFetched({ fetched, handling }: Pick<StoredInvoice, 'fetched' | 'handling'>): boolean {
  return fetched === true || handling === 'HANDLED';
}
