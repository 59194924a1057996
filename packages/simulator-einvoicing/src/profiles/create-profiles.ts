import type { ErrorResult } from '@understudy/kernel';
import { handleForCompany } from '../access/handle-for-company.js';
import { type Company, collections, type Profile } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';
import type { WorkContext } from '../work-context.js';
import { checkEndpoint, createDefaultEndpoint, type EndpointAddress, isNationalScheme } from './default-endpoint.js';
import { planActivations } from './plan-activations.js';
import { presentProfile } from './present-profile.js';
import { type NewProfile, registerProfile } from './register-profile.js';
import { listStoredProfiles } from './stored-profiles.js';

type Wanted = Pick<Profile, 'network' | 'profile' | 'version'>;

const tradingMarkets = ['FI', 'NO', 'SE', 'DK', 'NL'];
const responseMarkets = [...tradingMarkets, 'BE'];
const responses: ReadonlySet<Profile['profile']> = new Set(['INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE']);
const invoiceNetworks: ReadonlySet<Profile['network']> = new Set(['INTERNAL', 'SCAN', 'BANK']);
const documentNetworks: ReadonlySet<Profile['network']> = new Set(['SCAN_DOCUMENTS', 'VOUCHER']);

/** Why a profile is not offered in a network, a market or a version (einvoicing.profiles.trading-markets). */
function faultOfProfile({ network, profile, version }: Wanted, { country }: Company): string | undefined {
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

type Request = components['schemas']['ProfileRequest'];

/** Registers the company for a network: one registration of each profile, all or none (einvoicing.gap.profiles-atomic). */
export const createProfiles = handleForCompany<operations['createProfiles']>(async ({ body }, context, { company }) => {
  const { scheme, endpoint_id: endpointId } = body;
  const fault = scheme && endpointId ? checkEndpoint({ scheme, endpointId }) : undefined;
  if (fault !== undefined) return einvoicingErrors.badRequest([fault]);

  const existing = await listStoredProfiles(context, company.id);
  const address = await addressOf(body, company, context);
  const wanted = body.profiles.map((profile) => ({
    network: body.network,
    profile,
    version: profile === 'INVOICE_AND_CREDIT_NOTE' ? null : (body.profile_version ?? null),
  }));
  for (const each of wanted) {
    const fault = faultOfProfile(each, company);
    if (fault !== undefined) return einvoicingErrors.unprocessable('profile_not_supported', fault);
  }
  if ('refused' in address) return address;
  const news: NewProfile[] = wanted.map((each) => ({ ...each, ...address, settings: body.network_settings }));
  const taken = news.find((each) => existing.some((profile) => isSame(profile, each)));
  if (taken !== undefined) {
    const message = `${taken.profile} is registered already for ${taken.network} and ${taken.scheme}:${taken.endpointId}`;
    return einvoicingErrors.unprocessable('profile_name_conflict', message);
  }

  const made: Profile[] = [];
  for (const each of news) made.push(await registerProfile(context, company, each));
  await planActivations(context, company);
  const shown = made.map(presentProfile);
  const [first] = shown;
  const asList =
    first === undefined || shown.length > 1 || context.settings.of(einvoicingSettings.profilesResponse) === 'array';
  return {
    status: 201,
    body: asList ? shown : first,
    ...(body.network === 'RECEIVABLES' ? { headers: { Deprecation: 'true' } } : {}),
  };
});

/** Returns the address to register: the given one, or the default from the business id. */
async function addressOf(
  { scheme, endpoint_id }: Request,
  company: Company,
  { scopes }: WorkContext,
): Promise<EndpointAddress | ErrorResult> {
  const own = createDefaultEndpoint(company);
  const address = scheme === undefined || endpoint_id === undefined ? own : { scheme, endpointId: endpoint_id };
  if (address === undefined) {
    const message = `Could not auto-generate scheme and endpoint_id from company business id (${company.country} ${company.bid}). Provide both parameters explicitly`;
    return einvoicingErrors.unprocessable('endpoint_id_not_generated', message);
  }
  const key = `${address.scheme}:${address.endpointId}`;
  if (isNationalScheme(address.scheme) && own !== undefined && !matches(address, own)) {
    const message = `The endpoint id ${key} does not match the business id ${company.bid}`;
    return einvoicingErrors.unprocessable('profile_eia_bid_conflict', message);
  }
  const holder = await scopes.shared.collection(collections.endpoints).get(key);
  if (holder !== undefined && holder.companyId !== company.id) {
    return einvoicingErrors.unprocessable(
      'profile_eia_conflict',
      `The endpoint id ${key} is in use by another company`,
    );
  }
  return address;
}

/** A Dutch company can have both numbers. The account stores one of them. */
function matches(address: EndpointAddress, own: EndpointAddress): boolean {
  if (address.scheme === own.scheme) return address.endpointId === own.endpointId;
  return ['0106', '9944'].includes(address.scheme) && ['0106', '9944'].includes(own.scheme);
}

function isSame(one: Profile, other: NewProfile): boolean {
  return (['network', 'profile', 'version', 'scheme', 'endpointId'] as const).every((key) => one[key] === other[key]);
}
