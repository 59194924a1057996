import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { locateAsset } from './locate-asset.js';
import type { RunningSimulators } from './start-simulators.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';
import { loadContracts } from './workspace.js';

const { start } = useResources();

/** A request that conforms to the schema but breaks a rule. */
interface Broken {
  readonly api: 'inventory' | 'time' | 'payroll';
  readonly call: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const parameters = (more: object = {}) => ({ datasetId: 'd1', frequency: 'D', horizon: 7, ...more });
const registration = (registrationId: string) => ({ registrationId, date: '2026-01-05', employeeId: 'ada' });
const payslip = (id: string) => ({
  id,
  date: '2026-01-28',
  employeeId: 'ada',
  transactions: [{ id: `${id}-1`, type: 'salary', amount: 1 }],
});
const classification = (startDate: string, endDate: string) => ({
  api: 'inventory' as const,
  call: 'POST /io/start_inventory_classification',
  body: { datasetIds: ['d1'], abcDriver: 'revenue', dateRange: { startDate, endDate } },
});

/** Requests that break each rule. The clock shows 2026-01-05. */
const broken: Readonly<Record<string, readonly Broken[]>> = {
  'data/unknown-dataset': [
    { api: 'inventory', call: 'GET /io/data/nobody' },
    { api: 'payroll', call: 'GET /pd/data', headers: { datasetid: 'nobody' } },
  ],
  'data/dates-reversed': [
    { api: 'time', call: 'DELETE /td/data/d1?fromDate=2026-01-02&toDate=2026-01-01' },
    { api: 'inventory', call: 'DELETE /io/data/d1?fromDate=2026-01-02&toDate=2026-01-01' },
  ],
  'request/differing-datasets': [
    {
      api: 'inventory',
      call: 'POST /io/start_trainer',
      body: { parametersArray: [parameters(), parameters({ horizon: 8 })] },
    },
    {
      api: 'time',
      call: 'POST /td/unsubscribe',
      body: { subscriptionObjects: [{ datasetId: 'd1' }, { datasetId: 'd1', subscriptionIds: ['a'] }] },
    },
  ],
  'request/repeated-id': [
    {
      api: 'time',
      call: 'POST /td/create_prediction',
      body: { parameters: [{ datasetId: 'd1', registrations: [registration('a'), registration('a')] }] },
    },
    {
      api: 'payroll',
      call: 'POST /pd/real_time_prediction',
      body: { datasets: [{ id: 'd1', payslips: [payslip('a'), payslip('a')] }] },
    },
  ],
  'classification/dates-reversed': [classification('2026-01-02', '2026-01-01')],
  'classification/future': [classification('2026-01-01', '2026-02-01')],
  'freeze-date/future': [
    {
      api: 'inventory',
      call: 'POST /io/start_trainer',
      body: { parametersArray: [parameters()], freezeDate: '2026-02-01' },
    },
  ],
  'upload/two-mechanisms': [{ api: 'payroll', call: 'PUT {upload}', headers: { authorization: 'Bearer any' } }],
};

/** Expected part of each error response. */
const reasons: Readonly<Record<string, RegExp>> = {
  'data/unknown-dataset': /There is no dataset/,
  'data/dates-reversed': /fromDate 2026-01-02 lies after/,
  'request/differing-datasets': /more than once with different content/,
  'request/repeated-id': /occurs more than once in the dataset/,
  'classification/dates-reversed': /startDate 2026-01-02 lies after/,
  'classification/future': /endDate must not be after today/,
  'freeze-date/future': /freezeDate must not be after today/,
  'upload/two-mechanisms': /<Code>InvalidArgument</,
};

const prefixes = { inventory: 'io', time: 'td', payroll: 'pd' };

describe('the rules of the analysis services beyond their schemas', () => {
  let running: Promise<RunningSimulators> | undefined;
  const list = loadYaml(join(locateAsset('specs'), 'analysis/beyond-schema.yaml')) as Promise<{
    rules: readonly { id: string }[];
    operations: readonly string[];
    status: number;
  }>;

  it('are listed, all of them, and nothing else is', async () => {
    const { rules, operations } = await list;
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(broken));
    const tried = await Promise.all(
      Object.values(broken)
        .flat()
        .map(async ({ api, call }) => (await operationOf(api, call)).operationId),
    );
    expect(new Set(tried)).toEqual(new Set(operations));
  });

  it.each(Object.entries(broken))('%s is no rule of the schema, and is one', async (id, requests) => {
    running ??= start({ clock: 'manual', at: '2026-01-05T08:00:00Z' });
    const { fetch, url } = await running;
    const { status } = await list;
    for (const { api, call, body, headers = {} } of requests) {
      const authorization = `Bearer ${await requestDemoToken(await running, prefixes[api])}`;
      const presigned = await fetch(`${url}/${prefixes[api]}/presigned_url`, {
        headers: { authorization, tenantid: 't' },
      });
      const address: string = JSON.parse(await presigned.text()).url;
      const own = call.replace('{upload}', address.replace(url, ''));
      const [method = '', target = ''] = own.split(' ');
      const all = { authorization, tenantid: 't', 'content-type': 'application/json', ...headers };
      const { operation, path } = await matchOf(api, own);
      const { searchParams: query } = new URL(target, url);
      const parts = {
        path,
        query,
        headers: all,
        ...(body === undefined ? {} : { body, mediaType: 'application/json' }),
      };
      expect(operation.validateRequest(parts).findings, call).toEqual([]);
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${url}${target}`, { method, headers: all, ...sent });
      expect([call, response.status, await response.text()]).toEqual([
        call,
        status,
        expect.stringMatching(reasons[id] ?? /^$/),
      ]);
    }
  });
});

async function matchOf(api: string, call: string) {
  const [method = '', target = ''] = call.replace('{upload}', `/_uploads/${prefixes.payroll}/j1`).split(' ');
  const match = (await loadContracts()).get(api)?.match(method, target.replace(/\?.*/, ''));
  if (match?.kind !== 'operation') throw new Error(`There is no operation for ${call}`);
  return match;
}

async function operationOf(api: string, call: string) {
  return (await matchOf(api, call)).operation;
}
