import {
  all,
  answer,
  type Change,
  changeAt,
  changeStored,
  type Deviations,
  deviationTable,
  gone,
  handle,
  isRefused,
  type Json,
  listOf,
  objectOf,
  outside,
  overlay,
  overrideContext,
  refuseWhen,
  renamePaths,
  requestBody,
  scheduled,
  scopesWith,
  within,
} from '@understudy/kernel/deviations';
import { collections } from '../entities.js';
import { exchangeCollections } from '../exchange/entities.js';
import { activationTimer } from '../profiles/plan-activations.js';
import {
  arrivesWithoutInternal,
  arriving,
  asIfRegistered,
  countryRead,
  editRecord,
  editRecords,
  refuseFor,
  required,
} from './einvoicing-parts.js';

const create = 'createProfiles';
const shown = [create, 'listProfiles', 'getProfile', 'putProfileExtensions'];
const hour = 3_600_000;

const settingsOf = (body: unknown): Json => objectOf(objectOf(body)['network_settings']);
const profilesOf = (body: unknown): unknown[] => listOf(objectOf(body)['profiles']);
/** Rejects some registrations. */
const refuseProfile = (wrong: (body: Json) => boolean, status = 400): Change =>
  refuseWhen(create, status, ({ body }) => wrong(objectOf(body)));
const responses = ['INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE'];

/** Deviations of registrations for networks. */
export const einvoicingProfiles: Deviations = deviationTable({
  'einvoicing.company.activate-by-profiles': asIfRegistered(['INTERNAL', 'PEPPOL', 'SCAN', 'SCAN_DOCUMENTS'], arriving),
  'einvoicing.profile.request': required(create, 'profile'),
  'einvoicing.profile.version-required': all(
    overlay({
      target: "$.components.schemas.ProfileRequest.allOf[?@.then.required[0]=='profile_version']",
      remove: true,
    }),
    requestBody(create, (body) => changeAt(body, 'profile_version', (version) => version ?? 'PEPPOLBIS30')),
  ),
  'einvoicing.profile.version-values': overlay(
    { target: '$.components.schemas.ProfileVersion.enum', remove: true },
    { target: '$.components.schemas.ProfileVersion', update: { type: 'string' } },
  ),
  'einvoicing.profile.scan-settings': refuseProfile((body) => {
    const address = settingsOf(body)['return_address'];
    return address !== undefined && objectOf(address)['zip_code'] === undefined;
  }),
  'einvoicing.profile.scan-settings-only': refuseProfile(
    (body) => body['network'] === 'PEPPOL' && body['network_settings'] === undefined,
  ),
  'einvoicing.profile.response': editRecord(shown, 'profile_version', (version) => version ?? gone),
  'einvoicing.profile.with-extensions': editRecords(shown, (profile) => {
    const { profiles_with_extensions: groups, ...others } = profile;
    return groups === undefined ? profile : { ...others, extensions: objectOf(listOf(groups)[0])['extensions'] };
  }),
  'einvoicing.profile.status-pending': editRecord(create, 'status', () => 'active'),
  'einvoicing.networks.values': refuseProfile(({ network }) => network === 'SCAN_DOCUMENTS'),
  'einvoicing.networks.internal': changeStored(
    collections.profiles,
    { read: (profile) => (profile['network'] === 'INTERNAL' ? undefined : profile) },
    within('sendInvoice', 'timer:deliverInvoice', 'action:deliverInvoice'),
  ),
  'einvoicing.networks.internal-first': asIfRegistered(
    ['INTERNAL'],
    outside('listProfiles', 'getProfile', 'deleteProfile'),
  ),
  'einvoicing.networks.internal-first#peppol: PEPPOL brings invoices without INTERNAL':
    arrivesWithoutInternal('PEPPOL'),
  'einvoicing.networks.internal-first#scan: SCAN brings invoices without INTERNAL': arrivesWithoutInternal('SCAN'),
  'einvoicing.networks.internal-first#bank: BANK brings invoices without INTERNAL': arrivesWithoutInternal('BANK'),
  'einvoicing.networks.peppol': changeStored(exchangeCollections.invoices, {
    write: (invoice) => (invoice['origin'] === 'EXTERNAL' ? { ...invoice, origin: 'INTERNAL' } : invoice),
  }),
  'einvoicing.networks.bank-finnish': countryRead(
    create,
    'SE',
    'FI',
    ({ body }) => objectOf(body)['network'] === 'BANK',
  ),
  'einvoicing.networks.bank-finnish#sends: an invoice is sent over BANK without a registration': asIfRegistered(
    ['BANK'],
    within('sendInvoice'),
  ),
  'einvoicing.networks.bank-finnish#receives: what comes by BANK arrives without a registration': asIfRegistered(
    ['BANK'],
    within('action:receiveInvoice'),
  ),
  'einvoicing.networks.bank-finnish#only-sends: BANK only sends': changeStored(
    collections.profiles,
    { read: (profile) => (profile['network'] === 'BANK' ? undefined : profile) },
    within('action:receiveInvoice'),
  ),
  'einvoicing.networks.bank-automatic': changeStored(
    collections.profiles,
    { write: (profile) => (profile['network'] === 'BANK' ? undefined : profile) },
    outside(create),
  ),
  'einvoicing.networks.bank-delay': scheduled(({ at, timer }, now) =>
    timer === activationTimer && at.getTime() - now.getTime() > hour ? now : at,
  ),
  'einvoicing.networks.scan': asIfRegistered(['INTERNAL', 'SCAN'], within('action:receiveInvoice')),
  'einvoicing.networks.voucher': refuseProfile(({ network }) => network === 'VOUCHER'),
  'einvoicing.profiles.unlisted': editRecord(shown, 'profile', (profile) =>
    profile === 'INVOICE_AND_CREDIT_NOTE' ? 'BILLING' : profile,
  ),
  'einvoicing.profiles.names': refuseProfile((body) => profilesOf(body).includes('DESPATCH_ADVICE')),
  'einvoicing.profiles.invoice-default': refuseFor(
    create,
    422,
    ({ body }, { country }) => country === 'DE' && profilesOf(body).includes('INVOICE_AND_CREDIT_NOTE'),
  ),
  'einvoicing.profiles.trading-markets': countryRead(create, 'BE', 'NL', ({ body }) =>
    profilesOf(body).includes('ORDER'),
  ),
  'einvoicing.profiles.response-markets': handle(create, (next, input, context) => {
    const body = objectOf(input.body);
    const isResponse = profilesOf(body).some((name) => responses.includes(String(name)));
    if (!isResponse || body['profile_version'] !== 'EHF30') return next(input, context);
    // A registration as PEPPOLBIS30 must not interfere.
    const facts = { place: create, clock: context.clock };
    const scopes = scopesWith(context.scopes, collections.profiles, { read: () => undefined }, facts);
    const instead = { ...body, profile_version: 'PEPPOLBIS30' };
    return next({ ...input, body: instead }, overrideContext(context, { scopes }));
  }),
  'einvoicing.schemes.default': editRecord(shown, 'scheme', (scheme) => (scheme === '0007' ? 7 : scheme)),
  'einvoicing.schemes.automatic': handle(create, async (next, input, context) => {
    const result = await next(input, context);
    if (isRefused(result) || objectOf(input.body)['endpoint_id'] !== undefined) return result;
    const empty = (one: unknown) => ({ ...objectOf(one), endpoint_id: '' });
    return { ...result, body: Array.isArray(result.body) ? result.body.map(empty) : empty(result.body) };
  }),
  'einvoicing.schemes.additional': refuseProfile(({ scheme }) => scheme === '0088'),
  'einvoicing.extension.gaccount10': countryRead('putProfileExtensions', 'DE', 'NL'),
  'einvoicing.profiles.post': renamePaths((path) =>
    path === '/v1/company/profiles' ? '/v1/companies/{company_id}/profiles' : path,
  ),
  'einvoicing.profiles.post-one-each': handle(create, async (next, input, context) => {
    const profiles = profilesOf(input.body);
    if (profiles.length < 2) return await next(input, context);
    const result = await next({ ...input, body: { ...objectOf(input.body), profiles: [profiles[0]] } }, context);
    return isRefused(result) ? result : { ...result, body: { ...objectOf(result.body), profiles } };
  }),
  'einvoicing.profiles.get': answer('getProfile', (body) => changeAt(body, 'profiles_with_extensions', () => gone)),
  'einvoicing.profiles.put-extensions': changeStored(
    collections.profiles,
    {
      write: (profile, before) => ({
        ...profile,
        extensions: [...listOf(before?.['extensions']), ...listOf(profile['extensions'])],
      }),
    },
    within('putProfileExtensions'),
  ),
  'einvoicing.profiles.put-empty': refuseWhen(
    'putProfileExtensions',
    400,
    ({ body }) => listOf(objectOf(body)['extensions']).length === 0,
  ),
});
