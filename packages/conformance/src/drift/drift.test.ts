import { createContract } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { contracts, shopTarget } from '../../testing/job-shop.js';
import { run, scenarios } from '../../testing/scenario.js';
import { checkTraffic, formatHarReport, InvalidArchiveError } from '../index.js';

const entry = (method: string, url: string, status: number, body?: unknown, more: Record<string, unknown> = {}) => ({
  startedDateTime: '2026-01-15T09:00:00Z',
  request: {
    method,
    url,
    headers: [
      { name: ':authority', value: 'x' },
      { name: 'Authorization', value: 'Bearer canary-token-1' },
    ],
    queryString: [],
    ...more,
  },
  response: {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: body === undefined ? { size: -1 } : { size: 1, text: JSON.stringify(body) },
  },
});
const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
const check = (text: string, baseUrls?: string[]) =>
  checkTraffic({ traffic: [{ name: 'traffic', text }], contracts: contracts(), baseUrls });

it('checks requests and responses, and reports the index of the HAR entry', () => {
  const report = check(
    har(
      entry('GET', 'https://shop.example/jobs/j1', 200, { status: 'success' }),
      entry('GET', 'https://shop.example/v1/jobs/j2', 200, { status: 'done' }),
      entry('POST', 'https://shop.example/jobs', 202, { jobId: 'j', url: 'u' }),
      entry('GET', 'https://shop.example/styles.css', 200),
      entry('OPTIONS', 'https://shop.example/jobs', 204),
    ),
  );
  expect(report.causes.map(({ first, side, operationId, ruleId }) => [first.entry, side, operationId, ruleId])).toEqual(
    [
      [1, 'response', 'getJobStatus', expect.stringMatching(/enum$/)],
      [2, 'request', 'startJob', 'request/required-header'],
    ],
  );
  // The preflight of a described path is expected.
  expect(report).toMatchObject({ entries: 5, matched: 4, elsewhere: 1, unknown: [] });
});

it('lists calls under a known base URL that the contract does not describe', () => {
  const report = check(
    har(
      entry('PATCH', 'https://shop.example/api/jobs/j1', 200),
      entry('GET', 'https://shop.example/api/other', 200),
      entry('GET', 'https://else.example/jobs/j1', 500),
    ),
    ['https://shop.example/api/'],
  );
  expect(report.unknown).toEqual([
    expect.objectContaining({ entry: 0, method: 'PATCH', why: 'The path /jobs/j1 takes GET only.' }),
    expect.objectContaining({ entry: 1, why: 'No operation of the contract has the path /other.' }),
  ]);
  expect(report.elsewhere).toBe(1);
});

it('reports neither rejected requests nor missing responses as drift', () => {
  const report = check(
    har(
      entry('POST', 'http://h/token', 400, { error: 'e' }),
      entry('GET', 'http://h/jobs/j', 0),
      entry('GET', 'http://h/jobs/j', 304),
    ),
  );
  expect([report.matched, report.causes]).toEqual([3, []]);
});

it('checks the status code of a response without a body, and counts missing bodies', () => {
  const report = check(har(entry('GET', 'http://h/jobs/j', 200), entry('GET', 'http://h/jobs/j', 500)));
  expect(report.withoutBody).toBe(1);
  expect(report.causes.map(({ ruleId }) => ruleId)).toEqual(['response/undocumented-status']);
});

it('reads base64 bodies, and forms stored as parameters', () => {
  const encoded = { size: 1, encoding: 'base64', text: Buffer.from('{"status":7}').toString('base64') };
  const answer = {
    ...entry('GET', 'http://h/jobs/j', 200),
    response: { status: 200, headers: [{ name: 'content-type', value: 'application/json' }], content: encoded },
  };
  const form = entry(
    'POST',
    'http://h/token',
    200,
    { access_token: 'canary-token-2' },
    {
      headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded' }],
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        params: [{ name: 'grant_type', value: 'client_credentials' }],
      },
    },
  );
  const report = check(har(answer, form));
  expect(new Set(report.causes.map(({ first, pointer }) => `${first.entry} ${pointer}`))).toEqual(
    new Set(['0 /body/status']),
  );
});

describe('the drift report', () => {
  it('contains no secrets', () => {
    const report = check(
      har(entry('GET', 'http://h/jobs/j?access_token=canary-token-3', 200, { status: 'canary-token-1' })),
    );
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  it.each([
    ['no JSON', '<html>'],
    ['no log entries', '{"log":{}}'],
    ['an entry without a request', '{"log":{"entries":[{}]}}'],
  ])('rejects a file with %s', (_what, text) => {
    expect(() => check(text)).toThrow(InvalidArchiveError);
  });
});

it('finds no drift in the redacted HAR files of a passing run', async () => {
  const file = `workflows:
  - workflowId: flow
    steps:
      - stepId: token
        operationId: requestToken
        requestBody: { contentType: application/x-www-form-urlencoded, payload: { client_secret: demo-secret-1 } }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { token: $response.body#/access_token }
      - stepId: start
        operationId: startJob
        parameters: [{ name: tenantId, in: header, value: t }, { name: Authorization, in: header, value: 'Bearer {$steps.token.outputs.token}' }]
        requestBody: { payload: { webhookApiKey: key-of-the-caller-1 } }
        successCriteria: [{ condition: $statusCode == 202 }]
`;
  const files = await scenarios({ 'a.arazzo.yaml': file });
  const { result } = await run({ files, target: shopTarget() });
  const traffic = formatHarReport(result);
  expect(traffic[0]?.text).toContain('[redacted]');
  const report = checkTraffic({ traffic, contracts: contracts() });
  expect(report).toMatchObject({ matched: 2, causes: [] });
});

it('groups the same drift across HAR files, and counts the calls in access logs', () => {
  const wrong = (id: string) => entry('GET', `https://shop.example/jobs/${id}`, 200, { status: 'done' });
  const report = checkTraffic({
    traffic: [
      { name: 'a.har', text: har(wrong('1'), wrong('2')) },
      { name: 'b.har', text: `\uFEFF${har(wrong('3'))}` },
      { name: 'access.log', text: '1.2.3.4 - - [x] "GET /v1/jobs/j1?x=1 HTTP/1.1" 200 3\nPUT /jobs/j1 405\nnoise' },
    ],
    contracts: contracts(),
  });
  expect(report.causes.map(({ count, first }) => [count, first.source, first.entry])).toEqual([[3, 'a.har', 0]]);
  expect(report.operations).toEqual([expect.objectContaining({ operationId: 'getJobStatus', calls: 4 })]);
  expect(report.unknown).toEqual([expect.objectContaining({ source: 'access.log', method: 'PUT', count: 1 })]);
  expect(() => checkTraffic({ traffic: [{ name: 'x', text: 'what is this' }], contracts: contracts() })).toThrow('x: ');
});

describe('checkTraffic on file uploads and bodiless methods', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    servers: [{ url: 'https://files.example/api' }],
    paths: {
      '/files': {
        get: {
          operationId: 'listFiles',
          responses: { 200: { description: 'All', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
        post: {
          operationId: 'addFile',
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  ...{ type: 'object', required: ['file'] },
                  properties: { file: { type: 'string', format: 'binary' }, count: { type: 'integer' } },
                },
              },
            },
          },
          responses: { 204: { description: 'Added' } },
        },
      },
    },
  };
  const url = 'https://files.example/api/files';
  const multipart = 'multipart/form-data; boundary=q';
  const part = (head: string, text: string) => `--q\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const upload = (name: string, text = 'hello') =>
    `${part(`name="${name}"; filename="a.txt"`, text)}${part('name="count"', '7')}--q--\r\n`;
  const sent = (postData: object, method = 'POST') => ({
    request: { method, url, headers: [{ name: 'Content-Type', value: multipart }], postData },
    response: { status: 204, headers: [], content: { size: 0 } },
  });
  const answered = (method: string, content: object, status = 200) => ({
    request: { method, url, headers: [] },
    response: { status, headers: [{ name: 'Content-Type', value: 'application/json' }], content },
  });
  const judged = (one: object) =>
    checkTraffic({
      traffic: [{ name: 'traffic', text: har(one) }],
      contracts: new Map([['files', createContract('files', document)]]),
    });

  it.each([
    ['an upload stored as text', sent({ mimeType: multipart, text: upload('file') })],
    ['an upload stored without the file content', sent({ mimeType: multipart, text: upload('file', '') })],
    [
      'an upload stored as parameters',
      sent({
        params: [
          { name: 'file', fileName: 'a.txt', contentType: 'text/plain', value: 'x' },
          { name: 'count', value: '7' },
        ],
      }),
    ],
    ['a HEAD request to a described GET operation', answered('HEAD', { size: 0, text: '' })],
    ['a CORS preflight request', answered('OPTIONS', { size: 0 }, 204)],
    ['plain text marked as base64', answered('GET', { text: '{"a":1}', encoding: 'base64' })],
  ])('accepts %s', (_, one) => {
    expect(judged(one)).toMatchObject({ causes: [], unknown: [], matched: 1 });
  });

  it('reports a missing file, an invalid form field and an unknown path under the base URL', () => {
    expect(judged(sent({ text: upload('other') })).causes).toMatchObject([{ pointer: '/body/file' }]);
    const wrong = {
      params: [
        { name: 'file', fileName: 'a' },
        { name: 'count', value: 'x' },
      ],
    };
    expect(judged(sent(wrong)).causes).toMatchObject([{ pointer: '/body/count' }]);
    const unknown = answered('GET', { text: '{}' });
    unknown.request.url = 'https://files.example/api/none/at/all';
    expect(judged(unknown).unknown).toHaveLength(1);
    unknown.request.url = 'https://other.example/none/at/all';
    expect(judged(unknown)).toMatchObject({ unknown: [], elsewhere: 1 });
  });
});
