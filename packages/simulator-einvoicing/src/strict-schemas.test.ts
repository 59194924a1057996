import { expect, it } from 'vitest';
import { einvoicingContract } from './einvoicing-contract.js';
import { eventNames, faultOfPattern } from './notifications/event-names.js';
import { readWindow } from './paging/read-window.js';
import { einvoicingApis } from './testing/einvoicing-api.js';

const start = einvoicingApis();
const patternOf = (schema: unknown): RegExp[] => {
  const { pattern, anyOf = [] } = Object(schema);
  return [pattern, ...anyOf.map((one: { pattern?: string }) => one.pattern)].flatMap((text) =>
    typeof text === 'string' ? [new RegExp(text, 'u')] : [],
  );
};
const schemas: Readonly<Record<string, unknown>> = Object(einvoicingContract.document.components?.schemas);
const fits = (name: string, text: string) => patternOf(schemas[name]).some((pattern) => pattern.test(text));

it('describes exactly the events and wildcards that can be subscribed to', () => {
  const parts = [...new Set(['*', 'X', ...eventNames.flatMap((name) => name.split('.'))])];
  const two = parts.flatMap((one) => [one, ...parts.map((other) => `${one}.${other}`)]);
  const tried = [...two, ...two.flatMap((start) => parts.map((end) => `${start}.${end}`)), '', 'DOCUMENTS.*.*.*'];
  const wrong = tried.filter((name) => fits('EventPattern', name) !== (faultOfPattern(name) === undefined));
  expect(wrong).toEqual([]);
  expect(tried.length).toBeGreaterThan(10_000);
});

it.each([
  '2026-01-15',
  '2026-01-15T09:00:00Z',
  '2026-01-15T09:00Z',
  '2026-01-15t09:00:00.123z',
  '2026-01-15T09:00:00+02:00',
  '2026-01-15T09:00:00 0200',
  '2026-01-15T09:00:00',
  '2026-13-01',
  '2026-01-32',
  '2026-01-15T24:30:00Z',
  '2026-01-15T09:60:00Z',
  '2026-01-15T09:00:00+25:00',
  'yesterday',
  '20260115',
  '',
])('describes the instant %s as it is read', (text) => {
  expect(fits('Instant', text)).toBe(!('refused' in readWindow(text, undefined, ['start', 'end'])));
});

it('refuses by the description what the description says', async () => {
  const company = await start().company();
  const refused = async (call: string, body?: object) =>
    (await company.send(call, body === undefined ? {} : { body })).status;
  const hook = { destination_type: 'WEBHOOK', destination: 'https://hooks.example/x', events: ['DOCUMENTS.*.*'] };
  expect(await refused('POST /v1/company/notifications', { ...hook, vendor_key: 'k' })).toBe(400);
  expect(await refused('POST /v1/company/notifications', { ...hook, destination: 'ftp://hooks.example/x' })).toBe(400);
  expect(await refused('POST /v1/company/notifications', { ...hook, events: ['DOCUMENTS.NONE.*'] })).toBe(400);
  expect(await refused('POST /v1/company/notifications', hook)).toBe(201);
  expect(await refused('POST /v1/company/profiles', { profiles: ['INVOICE_AND_CREDIT_NOTE'], scheme: '0088' })).toBe(
    400,
  );
  const scan = { network: 'SCAN', profiles: ['INVOICE_AND_CREDIT_NOTE'] };
  expect(await refused('POST /v1/company/profiles', scan)).toBe(400);
  expect(await refused('POST /v1/company/profiles', { ...scan, network_settings: {} })).toBe(400);
  expect(await refused('POST /v1/company/profiles', { profiles: ['ORDER'], profile_version: null })).toBe(400);
  expect(await refused('GET /v1/invoices?received_at_start=2026-13-01')).toBe(400);
  expect(await refused('GET /v1/invoices?received_at_start=2026-01-15T09:00:00%2B02:00')).toBe(200);
});

it.each([
  ['an order without version', 'ProfileRequest', { profiles: ['INVOICE_AND_CREDIT_NOTE', 'ORDER'] }, false],
  ['an order with one', 'ProfileRequest', { profiles: ['ORDER'], profile_version: 'EHF30' }, true],
  ['an invoice without version', 'ProfileRequest', { profiles: ['INVOICE_AND_CREDIT_NOTE'] }, true],
  [
    'a scan without return address',
    'ProfileRequest',
    { network: 'SCAN', profiles: ['INVOICE_AND_CREDIT_NOTE'] },
    false,
  ],
  ['a GLN of 12 digits', 'ProfileRequest', { profiles: [], scheme: '0088', endpoint_id: '123456789012' }, false],
  ['a Finnish id without hyphen', 'CompanyCreate', { country: 'FI', bid: '12345671' }, false],
  ['a Finnish id with country and hyphen', 'CompanyCreate', { country: 'FI', bid: 'FI1234567-1' }, false],
  ['a Finnish id', 'CompanyCreate', { country: 'FI', bid: '1234567-1' }, true],
  ['a Swedish id', 'CompanyCreate', { country: 'SE', bid: '5560360793' }, true],
])('tells %s apart', (_what, schema, value, right) => {
  const conditional = /profile_version|network_settings|endpoint_id|bid/;
  const findings = einvoicingContract
    .validator(schema)(value)
    .filter(({ message }) => conditional.test(message));
  expect(findings.length === 0).toBe(right);
});
