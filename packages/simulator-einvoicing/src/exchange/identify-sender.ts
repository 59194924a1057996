import { normalizeBusinessId } from '../access/business-id.js';

/** A sender that can be looked up. */
export interface InvoiceSender {
  readonly country: string;
  readonly bid: string;
  /** `<country>/<normalised id>` */
  readonly key: string;
}

/** Returns the sender of an invoice if it has a business id and a country. */
export function identifySender({
  facts,
}: {
  readonly facts: { readonly sender: Partial<Omit<InvoiceSender, 'key'>> };
}): InvoiceSender | undefined {
  const { country, bid } = facts.sender;
  if (bid === undefined || country === undefined) return undefined;
  const normal = normalizeBusinessId(country, bid);
  return normal === '' ? undefined : { country, bid, key: `${country}/${normal}` };
}
