import {
  applyOverlayActions,
  changeAtPath,
  changeRequestBody,
  changeResponseBody,
  changeScopes,
  changeStored,
  changeStoredIn,
  changeTimerTime,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  inPlaces,
  isRejected,
  type JsonObject,
  outsidePlaces,
  overrideContext,
  rejectWhen,
  removedMarker,
  renamePaths,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { collections } from '../entities.js';
import { exchangeCollections } from '../exchange/entities.js';
import { profileActivationTimer } from '../profiles/registrations.js';
import {
  arrivalPlaces,
  changeCountryOnRead,
  deliverWithoutInternalNetwork,
  editRecord,
  editRecords,
  rejectForCompany,
  requireMember,
  treatAsRegistered,
} from './einvoicing-parts.js';

const create = 'createProfiles';
const shown = [create, 'listProfiles', 'getProfile', 'putProfileExtensions'];
const hour = 3_600_000;

const settingsOf = (body: unknown): JsonObject => toJsonObject(toJsonObject(body)['network_settings']);
const profilesOf = (body: unknown): unknown[] => toList(toJsonObject(body)['profiles']);
const refuseProfile = (wrong: (body: JsonObject) => boolean, status = 400): SimulatorChange =>
  rejectWhen(create, status, ({ body }) => wrong(toJsonObject(body)));
const responses = ['INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE'];

export const profileDeviations: DeviationTable = createDeviationTable({
  'einvoicing.company.activate-by-profiles': treatAsRegistered(
    ['INTERNAL', 'PEPPOL', 'SCAN', 'SCAN_DOCUMENTS'],
    arrivalPlaces,
  ),
  'einvoicing.profile.request': requireMember(create, 'profile'),
  'einvoicing.profile.version-required': combineChanges(
    applyOverlayActions({
      target: "$.components.schemas.ProfileRequest.allOf[?@.then.required[0]=='profile_version']",
      remove: true,
    }),
    changeRequestBody(create, (body) => changeAtPath(body, 'profile_version', (version) => version ?? 'PEPPOLBIS30')),
  ),
  'einvoicing.profile.version-values': applyOverlayActions(
    { target: '$.components.schemas.ProfileVersion.enum', remove: true },
    { target: '$.components.schemas.ProfileVersion', update: { type: 'string' } },
  ),
  'einvoicing.profile.scan-settings': refuseProfile((body) => {
    const address = settingsOf(body)['return_address'];
    return address !== undefined && toJsonObject(address)['zip_code'] === undefined;
  }),
  'einvoicing.profile.scan-settings-only': refuseProfile(
    (body) => body['network'] === 'PEPPOL' && body['network_settings'] === undefined,
  ),
  'einvoicing.profile.response': editRecord(shown, 'profile_version', (version) => version ?? removedMarker),
  'einvoicing.profile.with-extensions': editRecords(shown, (profile) => {
    const { profiles_with_extensions: groups, ...others } = profile;
    return groups === undefined ? profile : { ...others, extensions: toJsonObject(toList(groups)[0])['extensions'] };
  }),
  'einvoicing.profile.status-pending': editRecord(create, 'status', () => 'active'),
  'einvoicing.networks.values': refuseProfile(({ network }) => network === 'SCAN_DOCUMENTS'),
  'einvoicing.networks.internal': changeStoredIn(
    ['sendInvoice', 'timer:deliverInvoice', 'action:deliverInvoice'],
    collections.profiles,
    { read: (profile) => (profile['network'] === 'INTERNAL' ? undefined : profile) },
  ),
  'einvoicing.networks.internal-first': treatAsRegistered(
    ['INTERNAL'],
    outsidePlaces('listProfiles', 'getProfile', 'deleteProfile'),
  ),
  'einvoicing.networks.internal-first#peppol: PEPPOL brings invoices without INTERNAL':
    deliverWithoutInternalNetwork('PEPPOL'),
  'einvoicing.networks.internal-first#scan: SCAN brings invoices without INTERNAL':
    deliverWithoutInternalNetwork('SCAN'),
  'einvoicing.networks.internal-first#bank: BANK brings invoices without INTERNAL':
    deliverWithoutInternalNetwork('BANK'),
  'einvoicing.networks.peppol': changeStored(exchangeCollections.invoices, {
    write: (invoice) => (invoice['origin'] === 'EXTERNAL' ? { ...invoice, origin: 'INTERNAL' } : invoice),
  }),
  'einvoicing.networks.bank-finnish': changeCountryOnRead(
    create,
    'SE',
    'FI',
    ({ body }) => toJsonObject(body)['network'] === 'BANK',
  ),
  'einvoicing.networks.bank-finnish#sends: an invoice is sent over BANK without a registration': treatAsRegistered(
    ['BANK'],
    inPlaces('sendInvoice'),
  ),
  'einvoicing.networks.bank-finnish#receives: what comes by BANK arrives without a registration': treatAsRegistered(
    ['BANK'],
    inPlaces('action:receiveInvoice'),
  ),
  'einvoicing.networks.bank-finnish#only-sends: BANK only sends': changeStoredIn(
    'action:receiveInvoice',
    collections.profiles,
    { read: (profile) => (profile['network'] === 'BANK' ? undefined : profile) },
  ),
  'einvoicing.networks.bank-automatic': changeStoredIn(outsidePlaces(create), collections.profiles, {
    write: (profile) => (profile['network'] === 'BANK' ? undefined : profile),
  }),
  'einvoicing.networks.bank-delay': changeTimerTime(({ at, timer }, now) =>
    timer === profileActivationTimer && at.getTime() - now.getTime() > hour ? now : at,
  ),
  'einvoicing.networks.scan': treatAsRegistered(['INTERNAL', 'SCAN'], inPlaces('action:receiveInvoice')),
  'einvoicing.networks.voucher': refuseProfile(({ network }) => network === 'VOUCHER'),
  'einvoicing.profiles.unlisted': editRecord(shown, 'profile', (profile) =>
    profile === 'INVOICE_AND_CREDIT_NOTE' ? 'BILLING' : profile,
  ),
  'einvoicing.profiles.names': refuseProfile((body) => profilesOf(body).includes('DESPATCH_ADVICE')),
  'einvoicing.profiles.invoice-default': rejectForCompany(
    create,
    422,
    ({ body }, { country }) => country === 'DE' && profilesOf(body).includes('INVOICE_AND_CREDIT_NOTE'),
  ),
  'einvoicing.profiles.trading-markets': changeCountryOnRead(create, 'BE', 'NL', ({ body }) =>
    profilesOf(body).includes('ORDER'),
  ),
  'einvoicing.profiles.response-markets': wrapHandlers(create, (next, input, context) => {
    const body = toJsonObject(input.body);
    const isResponse = profilesOf(body).some((name) => responses.includes(String(name)));
    if (!isResponse || body['profile_version'] !== 'EHF30') return next(input, context);
    // A registration as PEPPOLBIS30 must not interfere.
    const facts = { place: create, clock: context.clock };
    const scopes = changeScopes(context.scopes, collections.profiles, { read: () => undefined }, facts);
    const instead = { ...body, profile_version: 'PEPPOLBIS30' };
    return next({ ...input, body: instead }, overrideContext(context, { scopes }));
  }),
  'einvoicing.schemes.default': editRecord(shown, 'scheme', (scheme) => (scheme === '0007' ? 7 : scheme)),
  'einvoicing.schemes.automatic': wrapHandlers(create, async (next, input, context) => {
    const result = await next(input, context);
    if (isRejected(result) || toJsonObject(input.body)['endpoint_id'] !== undefined) return result;
    const empty = (one: unknown) => ({ ...toJsonObject(one), endpoint_id: '' });
    return { ...result, body: Array.isArray(result.body) ? result.body.map(empty) : empty(result.body) };
  }),
  'einvoicing.schemes.additional': refuseProfile(({ scheme }) => scheme === '0088'),
  'einvoicing.extension.gaccount10': changeCountryOnRead('putProfileExtensions', 'DE', 'NL'),
  'einvoicing.profiles.post': renamePaths((path) =>
    path === '/v1/company/profiles' ? '/v1/companies/{company_id}/profiles' : path,
  ),
  'einvoicing.profiles.post-one-each': wrapHandlers(create, async (next, input, context) => {
    const profiles = profilesOf(input.body);
    if (profiles.length < 2) return await next(input, context);
    const result = await next({ ...input, body: { ...toJsonObject(input.body), profiles: [profiles[0]] } }, context);
    return isRejected(result) ? result : { ...result, body: { ...toJsonObject(result.body), profiles } };
  }),
  'einvoicing.profiles.get': changeResponseBody('getProfile', (body) =>
    changeAtPath(body, 'profiles_with_extensions', () => removedMarker),
  ),
  'einvoicing.profiles.put-extensions': changeStoredIn('putProfileExtensions', collections.profiles, {
    write: (profile, before) => ({
      ...profile,
      extensions: [...toList(before?.['extensions']), ...toList(profile['extensions'])],
    }),
  }),
  'einvoicing.profiles.put-empty': rejectWhen(
    'putProfileExtensions',
    400,
    ({ body }) => toList(toJsonObject(body)['extensions']).length === 0,
  ),
});
