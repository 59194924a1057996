import { createContract } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { contracts, type ResponseChange, shopTarget } from '../../testing/job-shop.js';
import { ledger, run, scenarios, stillClock } from '../../testing/scenario.js';
import { compareRuns, formatComparison, runForComparison } from '../index.js';
import { createCorrection } from './create-correction.js';

const flow = `
x-api: shop
workflows:
  - workflowId: flow
    x-claims: [shop.start]
    steps:
      - stepId: start
        operationId: startJob
        parameters: [{ name: tenantId, in: header, value: t }]
        requestBody: { payload: {} }
        successCriteria: [{ condition: $statusCode == 202 }]
      - stepId: ask
        operationId: getJobStatus
        parameters: [{ name: jobId, in: path, value: j1 }]
        successCriteria: [{ condition: $statusCode == 200 }]
`;

async function compare(ours: ResponseChange | undefined, theirs: ResponseChange | undefined) {
  const files = await scenarios({ 'a.arazzo.yaml': flow });
  const book = ledger('shop.start');
  const options = { files, contracts: contracts(), ledger: book, clock: stillClock() };
  const simulator = await runForComparison({ ...options, target: shopTarget(undefined, ours) });
  const stage = await runForComparison({ ...options, target: shopTarget(undefined, theirs) });
  return compareRuns({ simulator, stage, contracts: contracts(), ledger: book });
}

const withBody =
  (part: string, body: unknown): ResponseChange =>
  (response, url) =>
    url.includes(part) && !url.includes('_sim')
      ? { ...response, body: new TextEncoder().encode(JSON.stringify(body)) }
      : response;
const withStatus =
  (part: string, status: number): ResponseChange =>
  (response, url) =>
    url.endsWith(part) ? { ...response, status } : response;
const verdicts = ({ differences }: Awaited<ReturnType<typeof compare>>) =>
  differences.map(({ operationId, simulator, stage, blame }) => [operationId, simulator, stage, blame]);

describe('the blame for a difference', () => {
  const odd = withBody('/jobs/j1', { status: 'success', more: 1 });

  it('falls on stage if only stage contradicts a claim', async () => {
    const comparison = await compare(undefined, withStatus('/jobs', 200));
    expect(verdicts(comparison)).toEqual([['startJob', 'holds', 'departs', 'stage']]);
    expect(comparison.differences[0]?.claims).toEqual(['shop.start']);
  });

  it('falls on the simulator if only the simulator contradicts the description', async () => {
    expect(verdicts(await compare(odd, undefined))).toEqual([['getJobStatus', 'departs', 'holds', 'simulator']]);
  });

  it('falls on the description if both servers contradict it in the same way', async () => {
    expect(verdicts(await compare(odd, odd))).toEqual([['getJobStatus', 'departs', 'departs', 'documents']]);
  });

  it.each([[503], [429], [403]])('falls on the environment if stage answers %i', async (status) => {
    expect(verdicts(await compare(undefined, withStatus('/jobs', status)))).toEqual([
      ['startJob', 'holds', 'undecided', 'environment'],
    ]);
  });
});

it('continues a workflow after a difference, and finds later differences', async () => {
  const both: ResponseChange = (response, url) =>
    withStatus('/jobs', 200)(withBody('/jobs/j1', { status: 'done' })(response, url), url);
  const comparison = await compare(undefined, both);
  expect(comparison.differences.map(({ operationId, actual }) => [operationId, actual])).toEqual(
    expect.arrayContaining([
      ['startJob', 200],
      ['getJobStatus', 'done'],
    ]),
  );
  expect(formatComparison(comparison)).toContain('Stage differs from the documents (2)');
});

it('finds no difference between servers with the same responses', async () => {
  const { differences, totals } = await compare(undefined, undefined);
  expect([differences, totals.agree, totals.inBoth]).toEqual([[], 2, 2]);
});

describe('the Overlay action that corrects the description', () => {
  const contract = contracts().get('shop');
  const operation = contract?.operations.get('getJobStatus');
  const correct = (ruleId: string, pointer: string, actual?: unknown) =>
    contract === undefined || operation === undefined
      ? undefined
      : createCorrection(contract, operation, 200, {
          ruleId,
          severity: 'error',
          message: '',
          pointer,
          ...(actual === undefined ? {} : { actual }),
        });
  const schema = "$.paths['/jobs/{jobId}'].get.responses['200'].content['application/json'].schema";

  it.each([
    [
      'response/undocumented-property',
      '/body/more',
      1,
      { target: schema, update: { properties: { more: { type: 'integer' } } } },
    ],
    ['response/body-required', '/body/status', undefined, { target: `${schema}.required[?@=='status']`, remove: true }],
    ['response/body-enum', '/body/status', 'done', { target: `${schema}.properties.status.enum`, update: ['done'] }],
    [
      'response/body-type',
      '/body/status',
      7,
      { target: `${schema}.properties.status`, update: { type: ['string', 'integer'] } },
    ],
    [
      'response/undocumented-media-type',
      '/headers/content-type',
      'text/html',
      expect.objectContaining({ update: { content: { 'text/html': { schema: {} } } } }),
    ],
    ['response/body-pattern', '/body/status', 'x', undefined],
  ])('is created for %s if a correction is possible', (ruleId, pointer, actual, expected) => {
    expect(correct(ruleId, pointer, actual)).toEqual(expected);
  });

  it('documents a new status code with the schema of another error response, but not its examples', () => {
    const schema = { type: 'object' };
    const refused = { description: 'x', content: { 'application/json': { schema, example: { code: 'WRONG' } } } };
    const shop = createContract('shop', {
      openapi: '3.1.0',
      info: { title: 'shop', version: '1' },
      paths: { '/jobs': { get: { operationId: 'listJobs', responses: { 400: refused } } } },
    });
    const listJobs = shop.operations.get('listJobs');
    const finding = {
      ruleId: 'response/undocumented-status',
      severity: 'error',
      message: '',
      pointer: '/status',
      actual: 404,
    } as const;
    expect(listJobs && createCorrection(shop, listJobs, 404, finding)).toEqual({
      target: "$.paths['/jobs'].get.responses",
      update: { 404: { description: 'Seen, and not documented: 404.', content: { 'application/json': { schema } } } },
    });
  });
});

it('the scenario of the comparison tests passes in a run against one server', async () => {
  const { result } = await run({
    files: await scenarios({ 'a.arazzo.yaml': flow }),
    target: shopTarget(),
    ledger: ledger('shop.start'),
  });
  expect(result.totals).toMatchObject({ passed: 1, failed: 0 });
});
