import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { useResources } from '../testing/use-resources.js';
import { publishedSchemas, readSchema, type SchemaName } from './published-schemas.js';

const { start } = useResources();

const names = Object.keys(publishedSchemas).filter((name): name is SchemaName => name in publishedSchemas);

async function validatorOf(name: SchemaName): Promise<(value: unknown) => string[]> {
  const validate = new Ajv2020({
    strict: false,
    formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': true, uri: true, uuid: true },
  });
  const check = validate.compile(await readSchema(name));
  return (value) => (check(value) ? [] : (check.errors ?? []).map(({ instancePath }) => instancePath));
}

let isSeed: (value: unknown) => string[];
let demo: Record<string, unknown>;
let simulators: RunningSimulators;

beforeAll(async () => {
  isSeed = await validatorOf('seed');
  const apis = ['inventory', 'payroll', 'time', 'rostering', 'einvoicing'];
  const parts = apis.map(async (api) => {
    const file = new URL(`../../../../fixtures/${api}/seeds/demo.json`, import.meta.url);
    return [api, JSON.parse(await readFile(file, 'utf8'))];
  });
  demo = Object.fromEntries(await Promise.all(parts));
  simulators = await start();
}, 60_000);

it.each(names)('the schema %s is valid JSON Schema 2020-12 without external references', async (name) => {
  const schema = await readSchema(name);
  expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true);
  const references = JSON.stringify(schema).match(/"\$ref":"[^"]*"/g) ?? [];
  expect(references.filter((reference) => !reference.startsWith('"$ref":"#/'))).toEqual([]);
  await expect(validatorOf(name)).resolves.toBeTypeOf('function');
});

it('the schema accepts the demo seed', () => {
  expect(isSeed({ $schema: './seed.schema.json', ...demo })).toEqual([]);
});

const analysis = (tenant: object) => ({ tenants: { mine: tenant } });
const sale = { transactionId: '1', departureDate: '2026-01-02', quantity: 2 };
const definition = { employees: [{ id: 'ada' }], shifts: [{ id: 'early' }] };
const result = { duration: 1, roster: { ada: ['early', null] }, score: { hard: 0, soft: 0 } };
const job = { jobId: 'j', customerId: 'c', userId: 'u', definition, ...result };
const user = { userApiKey: 'k', email: 'ada@example.com' };
const company = { id: 'c', name: 'C', bid: '1234567-1', country: 'FI', email: 'c@example.com', users: ['k'] };
const party = { name: 'P', bid: '2345678-0', country: 'FI' };
const content = { number: '1', party, amount: 10, item: 'Tea' };
const invoice = { company: 'c', direction: 'SENT', daysAgo: 1, ...content, network: 'PEPPOL' };

const mine = '/inventory/tenants/mine';
const sold = (change: object) => ({
  inventory: analysis({ datasets: [{ datasetId: 'd', transactions: [{ ...sale, ...change }] }] }),
});
const invoiced = (change: object = {}) => ({
  einvoicing: { users: [user], companies: [company], invoices: [{ ...invoice, ...change }] },
});

it('the schema and the server accept a small seed of each API', async () => {
  const data = {
    inventory: analysis({
      datasets: [{ datasetId: 'd', transactions: [sale] }],
      training: { frequency: 'M', horizon: 17 },
      subscriptions: [{ datasetId: 'd', subscriptionIds: ['s'] }],
    }),
    rostering: { jobs: [job] },
    ...invoiced(),
  };
  expect(isSeed(data)).toEqual([]);
  await expect(simulators.control.seed({ data })).resolves.toMatchObject({ name: 'default' });
});

it.each<[string, Record<string, unknown>, string]>([
  ['a misspelt property', { inventory: { tenant: {} } }, '/inventory'],
  ['tenants in a list', { time: { tenants: [] } }, '/time/tenants'],
  ['an invalid shiftTo', { inventory: { shiftTo: 'today' } }, '/inventory/shiftTo'],
  ['an unknown property of a tenant', { payroll: analysis({ dataset: [] }) }, '/payroll/tenants/mine'],
  ['a sale without a quantity', sold({ quantity: undefined }), `${mine}/datasets/0/transactions/0`],
  ['an invalid date', sold({ departureDate: 'soon' }), `${mine}/datasets/0/transactions/0/departureDate`],
  [
    'a horizon of two years',
    { inventory: analysis({ training: { frequency: 'M', horizon: 24 } }) },
    `${mine}/training/horizon`,
  ],
  [
    'parameters that an API does not have',
    { time: analysis({ training: { horizon: 1 } }) },
    '/time/tenants/mine/training',
  ],
  [
    'a prediction of no records',
    { payroll: analysis({ predictions: [{ jobId: 'j', datasetId: 'd', latest: 0 }] }) },
    '/payroll/tenants/mine/predictions/0/latest',
  ],
  [
    'a subscription without its dataset',
    { payroll: analysis({ subscriptions: [{ subscriptionIds: [] }] }) },
    '/payroll/tenants/mine/subscriptions/0',
  ],
  ['rostering without jobs', { rostering: {} }, '/rostering'],
  ['a negative duration', { rostering: { jobs: [{ ...job, duration: -1 }] } }, '/rostering/jobs/0/duration'],
  [
    'a roster without rows',
    { rostering: { jobs: [{ ...job, roster: { ada: 'early' } }] } },
    '/rostering/jobs/0/roster/ada',
  ],
  ['an unknown e-invoicing collection', { einvoicing: { firms: [] } }, '/einvoicing'],
  ['a user without an address', { einvoicing: { users: [{ userApiKey: 'k' }] } }, '/einvoicing/users/0'],
  ['an invoice from next week', invoiced({ daysAgo: -7 }), '/einvoicing/invoices/0/daysAgo'],
  ['an unknown network', invoiced({ network: 'POST' }), '/einvoicing/invoices/0/network'],
])('the schema and the sandbox reject a seed with %s', async (_what, data, place) => {
  expect(isSeed(JSON.parse(JSON.stringify(data)))).toContain(place);
  await expect(simulators.control.seed({ data })).rejects.toThrow(
    new RegExp(`seed is invalid at /${place.split('/')[1]}\\S*: it `),
  );
});

it('the schema of the configuration reports invalid properties with their path', async () => {
  const isConfig = await validatorOf('config');
  const target = { apis: { time: { baseUrl: 'https://api.example.com' } }, allowedHosts: ['api.example.com'] };
  expect(isConfig({ targets: { stage: target } })).toEqual([]);
  expect(isConfig({ targets: { stage: { ...target, wait: 3 } } })).toContain('/targets/stage');
  expect(isConfig({ targets: { 'in-process': target } })).toContain('/targets');
  expect(isConfig({})).toEqual(expect.arrayContaining(['']));
});
