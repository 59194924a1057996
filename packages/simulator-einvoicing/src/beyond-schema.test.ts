import { fileURLToPath } from 'node:url';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { einvoicingContract } from './operations.js';
import { createForm } from './testing/create-form.js';
import { createCompanyForm, type EinvoicingApi, type TestCompany, useEinvoicingApi } from './testing/einvoicing-api.js';
import { createAssignment, createCollectingCompany, receivablesSettings } from './testing/receivables.js';
import { createUblInvoice } from './testing/ubl-invoice.js';

interface BeyondSchema {
  readonly rules: readonly { readonly id: string }[];
  readonly operations: readonly string[];
  readonly status: readonly number[];
}

/** A call, its JSON body or form, and who sends it: the company at hand when absent. */
type Tried = readonly [call: string, body?: object, sender?: TestCompany];
type Ask = (api: EinvoicingApi, company: TestCompany) => readonly Tried[] | Promise<readonly Tried[]>;

const profiles = (more: object): Tried => [
  'POST /v1/company/profiles',
  { profiles: ['INVOICE_AND_CREDIT_NOTE'], ...more },
];
const subscription = (more: object): Tried => [
  'POST /v1/company/notifications',
  { destination_type: 'WEBHOOK', destination: 'https://hooks.example/x', events: ['DOCUMENTS.*.*'], ...more },
];
const multipart = (call: string, fields: Record<string, string>): Tried => [call, createForm(fields)];
const window = (path: string, field: string): Tried => [
  `GET ${path}?${field}_start=2026-01-02&${field}_end=2026-01-01`,
];
const authorization = { auth_email: 'signer@example.com', locale: 'FI' };

/** For each rule, requests that match the description and break the rule. */
const broken: Readonly<Record<string, Ask>> = {
  'company/business-id': async (api) => {
    const userKey = await api.user();
    return ['1234567-8', 'FI12345678'].map(
      (bid) => ['POST /v1/companies', createCompanyForm({ bid, userKey })] as const,
    );
  },
  'company/json-text': (_api, { id }) => [
    ['POST /v1/company/authorization', { ...authorization, options: '{' }],
    ['POST /v1/companies/authorizations', { ...authorization, company_ids: [id], options: '{' }],
  ],
  'company/settings': () => [['PATCH /v1/company/settings', { details: { bid: '7654321-2' } }]],
  'company/vendor-key': () => [['POST /v1/company/vendors']],
  'token/credentials': (_api, { id }) => [
    [
      'POST /oauth2/token',
      new URLSearchParams({ client_id: id, user_api_key: 'a-key', grant_type: 'client_credentials' }),
    ],
  ],
  'profile/scan': async (_api, company) => {
    const { id } = await company.register('SCAN');
    return [[`PATCH /v1/company/profiles/${id}`, { network_settings: {} }]];
  },
  'profile/gln': () => [profiles({ scheme: '0088', endpoint_id: '6429999999990' })],
  'profile/offered': () => [
    profiles({ network: 'INTERNAL', profiles: ['ORDER'], profile_version: 'EHF30' }),
    profiles({ network: 'INTERNAL' }),
  ],
  'profile/extension': async (_api, company) => {
    const { id } = await company.register('PEPPOL');
    const body = { profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: ['GACCOUNT10'] };
    return [[`PUT /v1/company/profiles/${id}/extensions`, body]];
  },
  'subscription/destination': () => [
    subscription({ destination: 'https://hooks.example:99999/' }),
    subscription({ destination: 'http://hooks.example/' }),
  ],
  'subscription/vendor-key': async (api, company) => {
    await api.action('registerVendor', { vendorApiKey: 'partner-key', partnerCompanyId: company.id });
    await company.logIn('eui', 'partner-key');
    return [subscription({ destination_type: 'VENDOR_WEBHOOK', vendor_key: 'of-nobody' })];
  },
  'invoice/file': () => [multipart('POST /v1/invoices', { file: 'no invoice' })],
  'invoice/format': async (_api, company) => {
    const file = createUblInvoice({ sender: { bid: company.bid }, recipient: { bid: company.bid, name: 'Itself' } });
    const { id } = (await company.send('POST /v1/invoices', { body: createForm({ file }) })).body;
    return [[`GET /v1/invoices/${id}?return_format=PAPYRUS`]];
  },
  'document/file': () => [multipart('POST /v1/documents', { type: 'ORDER' })],
  'document/recipient': () => [multipart('POST /v1/documents', { type: 'ORDER', file: 'plain text' })],
  'document/transmission': async (_api, company) => {
    const sent = () =>
      createForm({
        type: 'ORDER',
        file: 'plain text',
        transmission_id: 't1',
        recipient_eia: '0216:003712345671',
        recipient_operator: '003708599126',
      });
    await company.send('POST /v1/documents', { body: sent() });
    return [['POST /v1/documents', sent()]];
  },
  'list/window': () => [
    window('/v1/invoices', 'received_at'),
    window('/v1/documents', 'created_at'),
    window('/v1/assignments', 'closed_at'),
    window('/v1/events', 'created_at'),
  ],
  'list/fetched': () => [['GET /v1/invoices?direction=SENT&fetched=true']],
  'validator/file': () => [
    multipart('POST /v1/validate', { file: 'no XML' }),
    multipart('POST /validate', { file: 'no XML' }),
  ],
  'receivables/finnish': async (api) => {
    const company = await api.company({ country: 'SE' });
    return ['/v2/services/collection/receivables', '/v1/services/receivables'].map((path) => [
      `PUT ${path}`,
      receivablesSettings,
      company,
    ]);
  },
  'receivables/iban': () => [
    ['PUT /v2/services/collection/receivables', { ...receivablesSettings, iban: 'FI2112345600000786' }],
    ['PUT /v1/services/receivables', { ...receivablesSettings, iban: 'FI2212345600000785' }],
  ],
  'assignment/amount': async (api) => {
    const { seller, buyer } = await createCollectingCompany(api);
    const { id } = await createAssignment(seller, buyer);
    return [[`POST /v1/assignments/${id}/events`, { type: 'paid', amount: 0.001 }, seller]];
  },
};

const reasons: Readonly<Record<string, RegExp>> = {
  'company/business-id': /wrong check digit/,
  'company/json-text': /must be a JSON text/,
  'company/settings': /cannot be changed/,
  'company/vendor-key': /without a vendor_api_key/,
  'token/credentials': /one pair of credentials/,
  'profile/scan': /return_email is required/,
  'profile/gln': /GLN with a wrong check digit/,
  'profile/offered': /profile_not_supported|profile_name_conflict/,
  'profile/extension': /GACCOUNT10 is for/,
  'subscription/destination': /must be a URL|must be an https address/,
  'subscription/vendor-key': /must be a key of this partner/,
  'invoice/file': /invoice_create_api_error/,
  'invoice/format': /format_not_available/,
  'document/file': /file is required/,
  'document/recipient': /the file names no recipient/,
  'document/transmission': /document_duplicate_transmission_id/,
  'list/window': /lies behind/,
  'list/fetched': /only what was received is fetched/,
  'validator/file': /cannot be read/,
  'receivables/finnish': /Finnish companies only/,
  'receivables/iban': /must be an IBAN/,
  'assignment/amount': /at most two decimals/,
};

const start = useEinvoicingApi();
const list = loadYaml(fileURLToPath(new URL('../../../specs/einvoicing/beyond-schema.yaml', import.meta.url)));

it('rejects each value in beyond-schema.yaml that the schema allows, in each listed operation', async () => {
  const { rules, operations, status } = (await list) as BeyondSchema;
  expect(rules.map(({ id }) => id)).toEqual(Object.keys(broken));
  const tried = new Set<string>();
  for (const [rule, ask] of Object.entries(broken)) {
    const api = start();
    const own = await api.company({ networks: ['INTERNAL'], scope: 'eui company validate' });
    for (const [call, body, company = own] of await ask(api, own)) {
      tried.add(fits(call, body, company.token));
      const seen = await company.send(call, body === undefined ? {} : { body });
      expect(status, `${rule}: ${call} is answered ${seen.status}`).toContain(seen.status);
      expect(JSON.stringify(seen.body)).toMatch(reasons[rule] ?? /^$/);
    }
  }
  expect([...tried].sort()).toEqual([...operations].sort());
});

/** @returns the operation of a call, which must match its description */
function fits(call: string, given: object | undefined, token: string): string {
  const isForm = given instanceof FormData || given instanceof URLSearchParams;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : 'bytes');
  const body = isForm ? Object.fromEntries([...given].map(([name, value]) => [name, textOf(value)])) : given;
  const [method = '', target = ''] = call.split(' ');
  const { pathname, searchParams: query } = new URL(target, 'http://understudy.local');
  const match = einvoicingContract.match(method, pathname);
  if (match.kind !== 'operation') throw new Error(`There is no operation for ${call}`);
  const { operation, path } = match;
  const headers = { authorization: `Bearer ${token}` };
  const forms = Object.keys(operation.requestBody?.content ?? {});
  const mediaType = isForm ? forms.find((type) => type.includes('form')) : 'application/json';
  const sent = body === undefined || mediaType === undefined ? {} : { body, mediaType };
  expect(operation.validateRequest({ path, query, headers, ...sent }).findings, call).toEqual([]);
  return operation.operationId;
}
