import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { locateAsset } from './locate-asset.js';
import type { RunningSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';
import { loadContracts } from './workspace.js';

const { start } = useResources();

const apis = { io: 'inventory', td: 'time', pd: 'payroll' };
/** A request that conforms to the schema but breaks a rule. `{upload}` is a presigned URL of payroll. */
type Broken = readonly [line: string, body?: unknown, headers?: Readonly<Record<string, string>>];

const parameters = (more: object = {}) => ({ datasetId: 'd1', frequency: 'D', horizon: 7, ...more });
const registration = { registrationId: 'a', date: '2026-01-05', employeeId: 'ada' };
const transactions = [{ id: 'a-1', type: 'salary', amount: 1 }];
const payslip = { id: 'a', date: '2026-01-28', employeeId: 'ada', transactions };
const classification = (startDate: string, endDate: string): Broken => [
  'POST /io/start_inventory_classification',
  { datasetIds: ['d1'], abcDriver: 'revenue', dateRange: { startDate, endDate } },
];

/** The expected part of the error response of each rule, and requests that break it. The clock shows 2026-01-05. */
const rules: Readonly<Record<string, readonly [reason: RegExp, ...Broken[]]>> = {
  'data/unknown-dataset': [
    /There is no dataset/,
    ['GET /io/data/nobody'],
    ['GET /pd/data', undefined, { datasetid: 'nobody' }],
  ],
  'data/dates-reversed': [
    /fromDate 2026-01-02 lies after/,
    ['DELETE /td/data/d1?fromDate=2026-01-02&toDate=2026-01-01'],
    ['DELETE /io/data/d1?fromDate=2026-01-02&toDate=2026-01-01'],
  ],
  'request/differing-datasets': [
    /more than once with different content/,
    ['POST /io/start_trainer', { parametersArray: [parameters(), parameters({ horizon: 8 })] }],
    [
      'POST /td/unsubscribe',
      { subscriptionObjects: [{ datasetId: 'd1' }, { datasetId: 'd1', subscriptionIds: ['a'] }] },
    ],
  ],
  'request/repeated-id': [
    /occurs more than once in the dataset/,
    ['POST /td/create_prediction', { parameters: [{ datasetId: 'd1', registrations: [registration, registration] }] }],
    ['POST /pd/real_time_prediction', { datasets: [{ id: 'd1', payslips: [payslip, payslip] }] }],
  ],
  'classification/dates-reversed': [/startDate 2026-01-02 lies after/, classification('2026-01-02', '2026-01-01')],
  'classification/future': [/endDate must not be after today/, classification('2026-01-01', '2026-02-01')],
  'freeze-date/future': [
    /freezeDate must not be after today/,
    ['POST /io/start_trainer', { parametersArray: [parameters()], freezeDate: '2026-02-01' }],
  ],
  'upload/two-mechanisms': [/<Code>InvalidArgument</, ['PUT {upload}', undefined, { authorization: 'Bearer any' }]],
};

const prefixOf = (line: string) => Object.entries(apis).find(([prefix]) => line.includes(`/${prefix}/`))?.[0] ?? 'pd';

async function matchOf(line: string) {
  const [method = '', target = ''] = line.replace('{upload}', '/_uploads/pd/j1').split(/[ ?]/);
  const match = (await loadContracts()).get(Object(apis)[prefixOf(line)])?.match(method, target);
  if (match?.kind !== 'operation') throw new Error(`There is no operation for ${line}`);
  return match;
}

describe('rules of the analysis services that no schema states', () => {
  let running: Promise<RunningSimulators> | undefined;
  const list = loadYaml(join(locateAsset('specs'), 'analysis/beyond-schema.yaml')) as Promise<{
    rules: readonly { id: string }[];
    operations: readonly string[];
    status: number;
  }>;

  it('are listed completely', async () => {
    const listed = await list;
    expect(listed.rules.map(({ id }) => id)).toEqual(Object.keys(rules));
    const requests = Object.values(rules).flatMap(([, ...broken]) => broken);
    const tried = await Promise.all(requests.map(async ([line]) => (await matchOf(line)).operation.operationId));
    expect(new Set(tried)).toEqual(new Set(listed.operations));
  });

  it.each(Object.entries(rules))(
    '%s: a request allowed by the schema is rejected by the API',
    async (_id, [reason, ...broken]) => {
      running ??= start({ clock: 'manual', at: '2026-01-05T08:00:00Z' });
      const simulators = await running;
      for (const [asked, body, own] of broken) {
        const prefix = prefixOf(asked);
        const signedIn = { authorization: `Bearer ${await requestDemoToken(simulators, prefix)}`, tenantid: 't' };
        const presigned = await call(simulators, `GET /${prefix}/presigned_url`, undefined, signedIn);
        const line = asked.replace('{upload}', presigned.body.url.replace(simulators.url, ''));
        const headers = { ...signedIn, 'content-type': 'application/json', ...own };
        const { operation, path } = await matchOf(line);
        const { searchParams: query } = new URL(line.split(' ')[1] ?? '', simulators.url);
        const sent = body === undefined ? {} : { body, mediaType: 'application/json' };
        expect(operation.validateRequest({ path, query, headers, ...sent }).findings, line).toEqual([]);
        const { status, text } = await call(simulators, line, body, headers);
        expect([line, status, text]).toEqual([line, (await list).status, expect.stringMatching(reason)]);
      }
    },
  );
});
