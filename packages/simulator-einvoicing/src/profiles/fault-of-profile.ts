import type { Company, Profile } from '../entities.js';

type Wanted = Pick<Profile, 'network' | 'profile' | 'version'>;

const tradingMarkets = ['FI', 'NO', 'SE', 'DK', 'NL'];
const responseMarkets = [...tradingMarkets, 'BE'];
const responses: ReadonlySet<Profile['profile']> = new Set(['INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE']);
const invoiceNetworks: ReadonlySet<Profile['network']> = new Set(['INTERNAL', 'SCAN', 'BANK']);
const documentNetworks: ReadonlySet<Profile['network']> = new Set(['SCAN_DOCUMENTS', 'VOUCHER']);

/**
 * Why a profile is not offered in a network, a market or a version: einvoicing.profiles.trading-markets,
 * einvoicing.profiles.response-markets, einvoicing.gap.internal-profiles, einvoicing.networks.bank-finnish.
 *
 * @returns undefined when it is offered
 */
export function faultOfProfile({ network, profile, version }: Wanted, { country }: Company): string | undefined {
  const isInvoice = profile === 'INVOICE_AND_CREDIT_NOTE';
  if (network === 'BANK' && country !== 'FI') return 'BANK is for Finnish companies only';
  if (invoiceNetworks.has(network) && !isInvoice)
    return `${network} offers INVOICE_AND_CREDIT_NOTE only, not ${profile}`;
  if (documentNetworks.has(network) && isInvoice) return `${network} offers documents other than invoices only`;
  if (network !== 'PEPPOL' || isInvoice) return undefined;
  const isResponse = responses.has(profile);
  const markets = isResponse ? responseMarkets : tradingMarkets;
  if (!markets.includes(country)) return `${profile} is offered in ${markets.join(', ')}, not in ${country}`;
  return isResponse && version !== 'PEPPOLBIS30' ? `${profile} is offered as PEPPOLBIS30 only` : undefined;
}
