import { handleForCompany } from '../access/acting-company.js';
import type { WorkContext } from '../access/find-company.js';
import { type Company, collections, type Profile } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';
import { checkEndpoint, createDefaultEndpoint, type EndpointAddress, isNationalScheme } from './default-endpoint.js';
import {
  listStoredProfiles,
  type NewProfile,
  planActivations,
  putProfile,
  registerProfile,
  waitsForInternalNetwork,
} from './registrations.js';

type Wanted = Pick<Profile, 'network' | 'profile' | 'version'>;

const tradingMarkets = ['FI', 'NO', 'SE', 'DK', 'NL'];
const responseMarkets = [...tradingMarkets, 'BE'];
const responses: ReadonlySet<Profile['profile']> = new Set(['INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE']);
const invoiceNetworks: ReadonlySet<Profile['network']> = new Set(['INTERNAL', 'SCAN', 'BANK']);
const documentNetworks: ReadonlySet<Profile['network']> = new Set(['SCAN_DOCUMENTS', 'VOUCHER']);

/** Returns why a profile is not available in a network, market or version (einvoicing.profiles.trading-markets). */
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

/** Registers the company for a network: one registration per profile, all or none (einvoicing.gap.profiles-atomic). */
export const createProfiles = handleForCompany<'createProfiles'>(async ({ body }, context, { company }) => {
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

async function addressOf({ scheme, endpoint_id }: Request, company: Company, { scopes }: WorkContext) {
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

export const updateProfile = handleForCompany<'updateProfile'>(async ({ path, body }, context, acting) => {
  const profile = await acting.scope.collection(collections.profiles).get(path.id);
  if (profile === undefined) return einvoicingErrors.notFound();
  if (profile.network === 'SCAN' && body.network_settings.return_email === undefined) {
    return einvoicingErrors.badRequest(['/body/network_settings/return_email is required for SCAN']);
  }
  await putProfile(context, acting.company.id, { ...profile, settings: body.network_settings });
  return { status: 204 };
});

/** Removes a registration. INTERNAL remains while others need it (einvoicing.gap.profile-list-delete). */
export const deleteProfile = handleForCompany<'deleteProfile'>(async ({ path }, context, acting) => {
  const profiles = await listStoredProfiles(context, acting.company.id);
  const profile = profiles.find(({ id }) => id === path.id);
  if (profile === undefined) return einvoicingErrors.notFound();
  const rest = profiles.filter(({ id }) => id !== profile.id);
  if (profile.network === 'INTERNAL' && rest.some((other) => waitsForInternalNetwork(other, rest))) {
    const message = 'The registration for INTERNAL is needed by others; remove those first';
    return einvoicingErrors.conflict('profile_deletion_not_allowed', message);
  }
  if (profile.timerId !== undefined) await context.timers.cancel(profile.timerId);
  await acting.scope.collection(collections.profiles).delete(profile.id);
  const endpoints = context.scopes.shared.collection(collections.endpoints);
  const address = `${profile.scheme}:${profile.endpointId}`;
  const endpoint = await endpoints.get(address);
  const others = endpoint?.profileIds.filter((id) => id !== profile.id) ?? [];
  if (endpoint !== undefined && others.length > 0) await endpoints.put(address, { ...endpoint, profileIds: others });
  else await endpoints.delete(address);
  return { status: 204 };
});

/** Sets the received extensions (einvoicing.profiles.put-extensions, einvoicing.gap.gaccount-others). */
export const putProfileExtensions = handleForCompany<'putProfileExtensions'>(
  async ({ path, body }, context, acting) => {
    const profile = await acting.scope.collection(collections.profiles).get(path.id);
    if (profile === undefined) return einvoicingErrors.notFound();
    if (body.profile_name !== profile.profile) {
      return einvoicingErrors.badRequest([
        `/body/profile_name must be ${profile.profile}, the profile of this registration`,
      ]);
    }
    const isOffered = acting.company.country === 'NL' && profile.profile === 'INVOICE_AND_CREDIT_NOTE';
    if (body.extensions.length > 0 && !isOffered) {
      const message = `${body.extensions.join(', ')} is for INVOICE_AND_CREDIT_NOTE of Dutch companies only`;
      return einvoicingErrors.unprocessable('profile_not_supported', message);
    }
    const updated: Profile = { ...profile, extensions: [...body.extensions] };
    await putProfile(context, acting.company.id, updated);
    return { status: 200, body: presentProfile(updated) };
  },
);

/** Lists the company's registrations (einvoicing.gap.profile-list-delete). */
export const listProfiles = handleForCompany<'listProfiles'>(async ({ query }, context, acting) => {
  const networks = query['network[]'];
  const states = query['status[]'];
  const profiles = (await listStoredProfiles(context, acting.company.id))
    .filter(({ network }) => networks === undefined || networks.includes(network))
    .filter(({ status }) => states === undefined || states.includes(status));
  return { status: 200, body: profiles.map(presentProfile) };
});

/** Returns a registration with its extensions (einvoicing.profiles.get). */
export const getProfile = handleForCompany<'getProfile'>(async ({ path }, _context, acting) => {
  const profile = await acting.scope.collection(collections.profiles).get(path.id);
  return profile === undefined ? einvoicingErrors.notFound() : { status: 200, body: presentProfile(profile) };
});

/** Returns a registration as the API shows it (einvoicing.profile.response, einvoicing.profile.with-extensions). */
export function presentProfile(profile: Profile): components['schemas']['Profile'] {
  const { id, status, version, endpointId, scheme, network, settings, lastEvent, extensions } = profile;
  return {
    id,
    status,
    profile: profile.profile,
    profiles: [profile.profile],
    profile_version: version,
    endpoint_id: endpointId,
    scheme,
    network,
    ...(settings === undefined ? {} : { network_settings: settings }),
    ...(lastEvent === undefined ? {} : { last_event: lastEvent }),
    ...(extensions.length === 0
      ? {}
      : { profiles_with_extensions: [{ profile_name: profile.profile, extensions: [...extensions] }] }),
  };
}
