import { refuse } from '@understudy/kernel';
import {
  type Change,
  changeStored,
  type Deviations,
  deviationTable,
  gone,
  handle,
  isRefused,
  neverExpire,
  objectOf,
  refuseWhen,
  renamePaths,
  within,
} from '@understudy/kernel/deviations';
import { collections } from '../entities.js';
import { receivablesCollection } from '../receivables/entities.js';
import {
  companyRead,
  countryRead,
  documentsAmongInvoices,
  editRecord,
  methods,
  printText,
  refuseFor,
  withoutToken,
} from './einvoicing-parts.js';

function isIn(pairs: unknown, name: string): boolean {
  return Array.isArray(pairs) && pairs.some((pair) => Array.isArray(pair) && pair[0] === name);
}

/** The operations of each of the two scopes. */
const scoped: Readonly<Record<string, readonly string[]>> = {
  settings: ['getReceivables', 'getReceivablesV1'],
  events: ['listEvents'],
  'service-levels': ['listServiceLevels', 'getServiceLevel'],
  threads: ['listMessageThreads'],
  analyses: ['getAnalysis'],
};

/** Lets any token of the API into operations. */
function uncheckedScope(operations: readonly string[]): Change {
  return (simulator) => ({
    ...simulator,
    checkScope: (scopes, operation) =>
      operations.includes(operation.operationId) ? undefined : simulator.checkScope?.(scopes, operation),
  });
}

/** Deviations of companies and permissions. */
export const einvoicingCompanies: Deviations = deviationTable({
  'einvoicing.scope.covers': renamePaths((path) => (path.startsWith('/v1/message_threads') ? undefined : path)),
  'einvoicing.company.identity': changeStored(
    collections.companyIds,
    { read: () => undefined },
    within('createCompany'),
  ),
  'einvoicing.company.verification-required': changeStored(
    collections.companies,
    { write: (company) => ({ ...company, state: 1 }) },
    within('createCompany'),
  ),
  'einvoicing.company.state-unverified': editRecord(
    ['getCompanyAuthorization', 'getCompanyStatus'],
    'company_state',
    (state) => (state === -1 ? 0 : state),
  ),
  'einvoicing.company.unverified-error': companyRead('sendInvoice', (company) => ({ ...company, state: 1 })),
  'einvoicing.company.create-offered': methods('/v1/companies', ({ post: _gone, ...others }) => others),
  'einvoicing.partner.vendor-key': changeStored(collections.companies, {
    read: async (company, { scopes }) => {
      const vendors = await scopes.shared.collection(collections.vendors).list();
      return { ...company, vendorIds: vendors.map(({ key }) => key) };
    },
  }),
  'einvoicing.endpoints.bearer': withoutToken('/v1/company/vendors', 'getVendorLink', { state: 'NOT_LINKED' }),
  'einvoicing.auth.token-endpoint': renamePaths((path) => (path === '/oauth2/token' ? '/connect/token' : path)),
  'einvoicing.auth.company': changeStored(
    collections.users,
    {
      read: async (user, { scopes }) => {
        const companies = await scopes.shared.collection(collections.companies).list();
        return { ...user, companyIds: companies.map(({ key }) => key) };
      },
    },
    within('createToken'),
  ),
  'einvoicing.auth.partner': changeStored(
    collections.vendors,
    { read: ({ partnerCompanyId: _gone, ...vendor }) => vendor },
    within('createToken'),
  ),
  'einvoicing.auth.other-parameters': refuseWhen('createToken', 400, ({ body }) => isIn(body, 'scope')),
  'einvoicing.auth.two-ways': changeStored(collections.operators, { read: () => undefined }, within('createToken')),
  "einvoicing.auth.two-ways#idle: an operator's token is good for nothing but its status": handle(
    'listOperators',
    async (next, input, context) =>
      context.caller?.scopes.includes('operator') === true
        ? refuse(401, 'auth_unauthorized', 'It is not the token of a company')
        : await next(input, context),
  ),
  'einvoicing.auth.token-response': editRecord('createToken', 'expires_in', () => gone),
  'einvoicing.auth.expiry': neverExpire('createToken'),
  'einvoicing.auth.scopes': (simulator) => ({ ...simulator, checkScope: () => undefined }),
  ...Object.fromEntries(
    Object.entries(scoped).map(([what, operations]): [string, Deviations[string]] => [
      `einvoicing.auth.scopes#${what}`,
      [`scopes are not checked for ${what}`, uncheckedScope(operations)],
    ]),
  ),
  'einvoicing.auth.vendor-webhook': handle('createNotification', async (next, input, context) => {
    const result = await next(input, context);
    const { vendor_key: _gone, ...body } = objectOf(input.body);
    if (result.status !== 401 || body['destination_type'] !== 'VENDOR_WEBHOOK') return result;
    const made = await next({ ...input, body: { ...body, destination_type: 'WEBHOOK' } }, context);
    return { ...made, body: { ...objectOf(made.body), destination_type: 'VENDOR_WEBHOOK' } };
  }),
  'einvoicing.auth.print-headers': printText('sendPrintPackage', (text, { request: { headers } }) =>
    headers['company-uuid'] === undefined ? 'ERROR: AUTHENTICATION FAILED' : text,
  ),
  'einvoicing.networks.receivables-deprecated': handle('createProfiles', async (next, input, context) => {
    const result = await next(input, context);
    const id = context.caller?.clientId ?? '';
    if (!isRefused(result) && objectOf(input.body)['network'] === 'RECEIVABLES') {
      const service = { status: 'ACTIVE', useOwnInvoiceImage: false, useOwnPaymentDetails: false } as const;
      await context.scopes.of({ clientId: id, tenantId: id }).collection(receivablesCollection).put('service', service);
    }
    return result;
  }),
  'einvoicing.versioning.deprecated': handle('createProfiles', async (next, input, context) => ({
    ...(await next(input, context)),
    headers: {},
  })),
  'einvoicing.documents.other-kinds': documentsAmongInvoices(() => true),
  'einvoicing.networks.scan-documents': documentsAmongInvoices(({ network }) => network === 'SCAN'),
  'einvoicing.receivables.finnish-only': countryRead(['startReceivables', 'startReceivablesV1'], undefined, 'FI'),
  'einvoicing.profiles.ehf30': refuseFor(
    'createProfiles',
    422,
    ({ body }, { country }) => country === 'NO' && objectOf(body)['profile_version'] === 'PEPPOLBIS30',
  ),
});
