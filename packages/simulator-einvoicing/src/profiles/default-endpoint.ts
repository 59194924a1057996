import type { Company } from '../entities.js';

/** An electronic address: the scheme's ISO 6523 code and the identifier. */
export interface EndpointAddress {
  readonly scheme: string;
  readonly endpointId: string;
}

/** Derives an address from the company's business id, if its country has a scheme (einvoicing.schemes.default). */
export function createDefaultEndpoint({
  country,
  normalBid,
}: Pick<Company, 'country' | 'normalBid'>): EndpointAddress | undefined {
  switch (country) {
    case 'NO':
      return { scheme: '0192', endpointId: normalBid };
    case 'SE':
      return { scheme: '0007', endpointId: normalBid };
    case 'FI':
      return { scheme: '0216', endpointId: `0037${normalBid}` };
    case 'DK':
      return { scheme: '0182', endpointId: `DK${normalBid}` };
    case 'NL':
      // Eight digits are a number of the trade register. A VAT number is longer.
      return /^\d{8}$/.test(normalBid)
        ? { scheme: '0106', endpointId: normalBid }
        : { scheme: '9944', endpointId: `NL${normalBid}` };
    case 'DE':
      return { scheme: '9930', endpointId: `DE${normalBid}` };
    case 'BE':
      return { scheme: '0208', endpointId: normalBid };
    case 'EE':
      return { scheme: '9931', endpointId: `EE${normalBid}` };
    default:
      return undefined;
  }
}

/** Schemes whose identifiers are business ids and must belong to the company. */
const nationalSchemes = new Set(['0192', '0007', '0216', '0182', '0106', '9944', '9930', '0208', '9931']);

export function isNationalScheme(scheme: string): boolean {
  return nationalSchemes.has(scheme);
}

/**
 * Validates an identifier in its scheme. The 13 digits of a GLN include a check digit.
 * @returns the error, or undefined
 */
export function checkEndpoint({ scheme, endpointId }: EndpointAddress): string | undefined {
  if (scheme !== '0088') return undefined;
  const digits = [...endpointId].map(Number);
  const sum = digits.slice(0, 12).reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === digits[12] ? undefined : '/body/endpoint_id is a GLN with a wrong check digit';
}
