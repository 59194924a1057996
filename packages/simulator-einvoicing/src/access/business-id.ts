/** Returns a business id without separators and country prefix, in upper case (einvoicing.gap.business-id). */
export function normalizeBusinessId(country: string, bid: string): string {
  const compact = bid.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  const bare = compact.startsWith(country) ? compact.slice(country.length) : compact;
  if (country === 'NO') return bare.replace(/MVA$/, '');
  if (country === 'SE' && /^\d{10}01$/.test(bare)) return bare.slice(0, 10);
  return bare;
}

/** Checks a business id. @returns the reason why it is invalid, or undefined */
export function checkBusinessId(country: string, bid: string): string | undefined {
  if (normalizeBusinessId(country, bid) === '') return 'bid must hold a business id';
  if (country !== 'FI') return undefined;
  if (!/^(?:\d{7}-\d|FI\d{8})$/.test(bid)) return 'bid must have the form 1234567-8 or FI12345678 in Finland';
  return isFinnishBusinessId(normalizeBusinessId(country, bid)) ? undefined : 'bid has a wrong check digit';
}

const finnishWeights = [7, 9, 10, 5, 8, 4, 2];

/** Returns whether these are eight digits of which the last is a valid check digit. */
function isFinnishBusinessId(digits: string): boolean {
  const sum = finnishWeights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  const rest = sum % 11;
  return rest !== 1 && Number(digits[7]) === (rest === 0 ? 0 : 11 - rest);
}
