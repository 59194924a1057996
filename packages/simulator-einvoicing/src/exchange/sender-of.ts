import { normalBusinessId } from '../access/business-id.js';

/** A sender that can be looked up. */
export interface Sender {
  readonly country: string;
  readonly bid: string;
  /** `<country>/<normalised id>` */
  readonly key: string;
}

/** The sender of an invoice, if it has a business id and a country. */
export function senderOf({
  facts,
}: {
  readonly facts: { readonly sender: Partial<Omit<Sender, 'key'>> };
}): Sender | undefined {
  const { country, bid } = facts.sender;
  if (bid === undefined || country === undefined) return undefined;
  const normal = normalBusinessId(country, bid);
  return normal === '' ? undefined : { country, bid, key: `${country}/${normal}` };
}
