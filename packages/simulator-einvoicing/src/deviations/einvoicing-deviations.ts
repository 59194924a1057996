import { createErrorResult } from '@understudy/kernel';
import {
  changeStored,
  changeStoredIn,
  createDeviationTable,
  type DeviationTable,
  disableTokenExpiry,
  isRejected,
  rejectWhen,
  removedMarker,
  renamePaths,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { collections } from '../entities.js';
import { receivablesCollection } from '../receivables/entities.js';
import {
  allowWithoutToken,
  changeCompanyOnRead,
  changeCountryOnRead,
  changePathMethods,
  changePrintText,
  editRecord,
  listDocumentsAsInvoices,
  rejectForCompany,
} from './einvoicing-parts.js';
import { eventDeviations } from './event-deviations.js';
import { exchangeDeviations } from './exchange-deviations.js';
import { profileDeviations } from './profile-deviations.js';
import { receivablesDeviations } from './receivables-deviations.js';

function isIn(pairs: unknown, name: string): boolean {
  return Array.isArray(pairs) && pairs.some((pair) => Array.isArray(pair) && pair[0] === name);
}

const scoped: Readonly<Record<string, readonly string[]>> = {
  settings: ['getReceivables', 'getReceivablesV1'],
  events: ['listEvents'],
  'service-levels': ['listServiceLevels', 'getServiceLevel'],
  threads: ['listMessageThreads'],
  analyses: ['getAnalysis'],
};

function uncheckedScope(operations: readonly string[]): SimulatorChange {
  return (simulator) => ({
    ...simulator,
    checkScope: (scopes, operation) =>
      operations.includes(operation.operationId) ? undefined : simulator.checkScope?.(scopes, operation),
  });
}

export const companyDeviations: DeviationTable = createDeviationTable({
  'einvoicing.scope.covers': renamePaths((path) => (path.startsWith('/v1/message_threads') ? undefined : path)),
  'einvoicing.company.identity': changeStoredIn('createCompany', collections.companyIds, { read: () => undefined }),
  'einvoicing.company.verification-required': changeStoredIn('createCompany', collections.companies, {
    write: (company) => ({ ...company, state: 1 }),
  }),
  'einvoicing.company.state-unverified': editRecord(
    ['getCompanyAuthorization', 'getCompanyStatus'],
    'company_state',
    (state) => (state === -1 ? 0 : state),
  ),
  'einvoicing.company.unverified-error': changeCompanyOnRead('sendInvoice', (company) => ({ ...company, state: 1 })),
  'einvoicing.company.create-offered': changePathMethods('/v1/companies', ({ post: _gone, ...others }) => others),
  'einvoicing.partner.vendor-key': changeStored(collections.companies, {
    read: async (company, { scopes }) => {
      const vendors = await scopes.shared.collection(collections.vendors).list();
      return { ...company, vendorIds: vendors.map(({ key }) => key) };
    },
  }),
  'einvoicing.endpoints.bearer': allowWithoutToken('/v1/company/vendors', 'getVendorLink', { state: 'NOT_LINKED' }),
  'einvoicing.auth.token-endpoint': renamePaths((path) => (path === '/oauth2/token' ? '/connect/token' : path)),
  'einvoicing.auth.company': changeStoredIn('createToken', collections.users, {
    read: async (user, { scopes }) => {
      const companies = await scopes.shared.collection(collections.companies).list();
      return { ...user, companyIds: companies.map(({ key }) => key) };
    },
  }),
  'einvoicing.auth.partner': changeStoredIn('createToken', collections.vendors, {
    read: ({ partnerCompanyId: _gone, ...vendor }) => vendor,
  }),
  'einvoicing.auth.other-parameters': rejectWhen('createToken', 400, ({ body }) => isIn(body, 'scope')),
  'einvoicing.auth.two-ways': changeStoredIn('createToken', collections.operators, { read: () => undefined }),
  "einvoicing.auth.two-ways#idle: an operator's token is good for nothing but its status": wrapHandlers(
    'listOperators',
    async (next, input, context) =>
      context.caller?.scopes.includes('operator') === true
        ? createErrorResult(401, 'auth_unauthorized', 'It is not the token of a company')
        : await next(input, context),
  ),
  'einvoicing.auth.token-response': editRecord('createToken', 'expires_in', () => removedMarker),
  'einvoicing.auth.expiry': disableTokenExpiry('createToken'),
  'einvoicing.auth.scopes': (simulator) => ({ ...simulator, checkScope: () => undefined }),
  ...Object.fromEntries(
    Object.entries(scoped).map(([what, operations]): [string, DeviationTable[string]] => [
      `einvoicing.auth.scopes#${what}`,
      [`scopes are not checked for ${what}`, uncheckedScope(operations)],
    ]),
  ),
  'einvoicing.auth.vendor-webhook': wrapHandlers('createNotification', async (next, input, context) => {
    const result = await next(input, context);
    const { vendor_key: _gone, ...body } = toJsonObject(input.body);
    if (result.status !== 401 || body['destination_type'] !== 'VENDOR_WEBHOOK') return result;
    const made = await next({ ...input, body: { ...body, destination_type: 'WEBHOOK' } }, context);
    return { ...made, body: { ...toJsonObject(made.body), destination_type: 'VENDOR_WEBHOOK' } };
  }),
  'einvoicing.auth.print-headers': changePrintText('sendPrintPackage', (text, { request: { headers } }) =>
    headers['company-uuid'] === undefined ? 'ERROR: AUTHENTICATION FAILED' : text,
  ),
  'einvoicing.networks.receivables-deprecated': wrapHandlers('createProfiles', async (next, input, context) => {
    const result = await next(input, context);
    const id = context.caller?.clientId ?? '';
    if (!isRejected(result) && toJsonObject(input.body)['network'] === 'RECEIVABLES') {
      const service = { status: 'ACTIVE', useOwnInvoiceImage: false, useOwnPaymentDetails: false } as const;
      await context.scopes.of({ clientId: id, tenantId: id }).collection(receivablesCollection).put('service', service);
    }
    return result;
  }),
  'einvoicing.versioning.deprecated': wrapHandlers('createProfiles', async (next, input, context) => ({
    ...(await next(input, context)),
    headers: {},
  })),
  'einvoicing.documents.other-kinds': listDocumentsAsInvoices(() => true),
  'einvoicing.networks.scan-documents': listDocumentsAsInvoices(({ network }) => network === 'SCAN'),
  'einvoicing.receivables.finnish-only': changeCountryOnRead(
    ['startReceivables', 'startReceivablesV1'],
    undefined,
    'FI',
  ),
  'einvoicing.profiles.ehf30': rejectForCompany(
    'createProfiles',
    422,
    ({ body }, { country }) => country === 'NO' && toJsonObject(body)['profile_version'] === 'PEPPOLBIS30',
  ),
});

export const einvoicingDeviations: DeviationTable = {
  ...companyDeviations,
  ...profileDeviations,
  ...eventDeviations,
  ...exchangeDeviations,
  ...receivablesDeviations,
};
