import {
  changeScopes,
  changeStoredIn,
  changeTimerTime,
  createDeviationTable,
  type DeviationTable,
  isRejected,
  outsidePlaces,
  overrideContext,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { collections } from '../entities.js';
import { profileActivationTimer } from '../profiles/registrations.js';
import {
  arrivalPlaces,
  changeCountryOnRead,
  editRecords,
  rejectForCompany,
  treatAsRegistered,
} from './einvoicing-parts.js';

const create = 'createProfiles';
const shown = [create, 'listProfiles', 'getProfile', 'putProfileExtensions'];
const hour = 3_600_000;

const profilesOf = (body: unknown): unknown[] => toList(toJsonObject(body)['profiles']);
const responses = ['INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE'];

export const profileDeviations: DeviationTable = createDeviationTable({
  'einvoicing.company.activate-by-profiles': treatAsRegistered(
    ['INTERNAL', 'PEPPOL', 'SCAN', 'SCAN_DOCUMENTS'],
    arrivalPlaces,
  ),
  'einvoicing.profile.with-extensions': editRecords(shown, (profile) => {
    const { profiles_with_extensions: groups, ...others } = profile;
    return groups === undefined ? profile : { ...others, extensions: toJsonObject(toList(groups)[0])['extensions'] };
  }),
  'einvoicing.networks.internal-first': treatAsRegistered(
    ['INTERNAL'],
    outsidePlaces('listProfiles', 'getProfile', 'deleteProfile'),
  ),
  'einvoicing.networks.bank-finnish': changeCountryOnRead(
    create,
    'SE',
    'FI',
    ({ body }) => toJsonObject(body)['network'] === 'BANK',
  ),
  'einvoicing.networks.bank-automatic': changeStoredIn(outsidePlaces(create), collections.profiles, {
    write: (profile) => (profile['network'] === 'BANK' ? undefined : profile),
  }),
  'einvoicing.networks.bank-delay': changeTimerTime(({ at, timer }, now) =>
    timer === profileActivationTimer && at.getTime() - now.getTime() > hour ? now : at,
  ),
  'einvoicing.profiles.invoice-default': rejectForCompany(
    create,
    ({ body }, { country }) => country === 'DE' && profilesOf(body).includes('INVOICE_AND_CREDIT_NOTE'),
  ),
  'einvoicing.profiles.trading-markets': changeCountryOnRead(create, 'BE', 'NL', ({ body }) =>
    profilesOf(body).includes('ORDER'),
  ),
  'einvoicing.profiles.response-markets': wrapHandlers(create, (next, input, context) => {
    const body = toJsonObject(input.body);
    const isResponse = profilesOf(body).some((name) => responses.includes(String(name)));
    if (!isResponse || body['profile_version'] !== 'EHF30') return next(input, context);
    // An existing registration for PEPPOLBIS30 must not interfere.
    const facts = { place: create, clock: context.clock };
    const scopes = changeScopes(context.scopes, collections.profiles, { read: () => undefined }, facts);
    const instead = { ...body, profile_version: 'PEPPOLBIS30' };
    return next({ ...input, body: instead }, overrideContext(context, { scopes }));
  }),
  'einvoicing.schemes.automatic': wrapHandlers(create, async (next, input, context) => {
    const result = await next(input, context);
    if (isRejected(result) || toJsonObject(input.body)['endpoint_id'] !== undefined) return result;
    const empty = (one: unknown) => ({ ...toJsonObject(one), endpoint_id: '' });
    return { ...result, body: Array.isArray(result.body) ? result.body.map(empty) : empty(result.body) };
  }),
  'einvoicing.profiles.post-one-each': wrapHandlers(create, async (next, input, context) => {
    const profiles = profilesOf(input.body);
    if (profiles.length < 2) return await next(input, context);
    const result = await next({ ...input, body: { ...toJsonObject(input.body), profiles: [profiles[0]] } }, context);
    return isRejected(result) ? result : { ...result, body: { ...toJsonObject(result.body), profiles } };
  }),
  'einvoicing.profiles.put-extensions': changeStoredIn('putProfileExtensions', collections.profiles, {
    write: (profile, before) => ({
      ...profile,
      extensions: [...toList(before?.['extensions']), ...toList(profile['extensions'])],
    }),
  }),
});
