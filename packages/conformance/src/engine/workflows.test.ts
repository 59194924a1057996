import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createJobShop, shopTarget } from '../../testing/job-shop.js';
import { run } from '../../testing/scenario.js';
import { loadScenarios } from '../arazzo/load-scenarios.js';
import type { RunOptions } from './run-scenarios.js';

/** Runs scenario files on disk that refer to each other or to payloads. */
async function runFiles(files: Record<string, string>, start: string[], options: Partial<RunOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    const shop = createJobShop();
    const loaded = await loadScenarios({ files: start.map((name) => join(directory, name)) });
    const { result } = await run({ files: loaded, target: shopTarget(shop), ...options });
    const findings = result.workflows.flatMap((one) => [
      ...one.findings,
      ...one.steps.flatMap((step) => step.findings),
    ]);
    return { log: shop.log, result, messages: findings.map((finding) => finding.message) };
  } finally {
    await rm(directory, { recursive: true });
  }
}

const head = "arazzo: 1.0.1\ninfo: { title: t, version: '1' }\n";
const shop = '{ name: shop, url: ./openapi.yaml, type: openapi }';

it('sends a payload file unchanged, or as JSON if replacements apply', async () => {
  const { log, messages } = await runFiles(
    {
      'order.json': '{ "n":  1 }\n',
      'a.arazzo.yaml': `${head}sourceDescriptions: [${shop}]
workflows:
  - workflowId: files
    x-effects: create
    steps:
      - { stepId: raw, x-operation: { url: '/uploads/j1?signature=s', method: PUT }, requestBody: { payload: "$file('./order.json')" }, successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: changed, x-operation: { url: '/uploads/j1?signature=s', method: PUT }, requestBody: { contentType: application/octet-stream, payload: "$file('./order.json')", replacements: [{ target: /n, value: 2 }] }, successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: none, x-operation: { url: '/uploads/j1?signature=s', method: PUT }, requestBody: { payload: "$file('./gone.json')" }, successCriteria: [{ condition: $statusCode == 200 }] }
`,
    },
    ['a.arazzo.yaml'],
  );
  expect(log.map((line) => line.replace(/\?\S+/, ''))).toEqual([
    'PUT /uploads/j1 - { "n":  1 }',
    'PUT /uploads/j1 application/octet-stream {"n":2}',
  ]);
  expect(messages).toEqual([
    expect.stringMatching(/^The request was not sent: cannot read the payload file \.\/gone\.json: ENOENT/),
  ]);
});

it('sends an object as a multipart form, with unchanged files', async () => {
  const steps = ['first', 'second'].map(
    (name) => `
      - { stepId: ${name}, x-operation: { url: '/uploads/j1?signature=s', method: PUT }, requestBody: { contentType: multipart/form-data, payload: { file: "$file('./order.xml')", note: 'for {$inputs.who}', list: [a, 2], inner: { x: true } } }, successCriteria: [{ condition: $statusCode == 200 }] }`,
  );
  const { log, messages } = await runFiles(
    {
      'order.xml': '<a>----understudy-form-1</a>',
      'a.arazzo.yaml': `${head}sourceDescriptions: [${shop}]
workflows:
  - workflowId: forms
    x-effects: create
    inputs: { type: object, properties: { who: { type: string, default: 'Zoë' } } }
    steps: ${steps.join('')}
      - { stepId: none, x-operation: { url: '/uploads/j1?signature=s', method: PUT }, requestBody: { contentType: multipart/form-data, payload: { file: "$file('./gone.xml')" } }, successCriteria: [{ condition: $statusCode == 200 }] }
`,
    },
    ['a.arazzo.yaml'],
  );
  const lines = [
    'PUT /uploads/j1?signature=s multipart/form-data; boundary=----understudy-form-2 ------understudy-form-2',
    'Content-Disposition: form-data; name="file"; filename="order.xml"',
    'Content-Type: application/xml',
    '',
    '<a>----understudy-form-1</a>',
    ...[
      ['note', 'for Zoë'],
      ['list', 'a'],
      ['list', '2'],
      ['inner[x]', 'true'],
    ].flatMap(([name, value]) => [
      '------understudy-form-2',
      `Content-Disposition: form-data; name="${name}"`,
      '',
      value,
    ]),
    '------understudy-form-2--',
  ];
  // The boundary does not depend on the file and is stable.
  expect(log).toEqual([lines.join('\r\n'), lines.join('\r\n')]);
  expect(messages).toEqual([expect.stringMatching(/cannot read the payload file \.\/gone\.xml: ENOENT/)]);
});

it('calls workflows of other files, and runs dependsOn workflows first in the same sandbox', async () => {
  const { log, messages, result } = await runFiles(
    {
      'login.arazzo.yaml': `${head}sourceDescriptions: [${shop}]
workflows:
  - workflowId: logIn
    inputs: { type: object, required: [secret], properties: { secret: { type: string } } }
    steps: [{ stepId: ask, operationId: requestToken, requestBody: { contentType: application/x-www-form-urlencoded, payload: { client_secret: $inputs.secret } }, successCriteria: [{ condition: $statusCode == 200 }], outputs: { token: $response.body#/access_token } }]
    outputs: { token: $steps.ask.outputs.token }
`,
      'a.arazzo.yaml': `${head}sourceDescriptions: [${shop}, { name: login, url: ./login.arazzo.yaml, type: arazzo }]
workflows:
  - workflowId: prepare
    steps: [{ stepId: start, operationId: startJob, parameters: [{ name: tenantId, in: header, value: t }], successCriteria: [{ condition: $statusCode == 202 }], outputs: { id: $response.body#/jobId } }]
    outputs: { id: $steps.start.outputs.id }
  - workflowId: main
    dependsOn: [prepare]
    inputs: { type: object, properties: { secret: { type: string } } }
    steps:
      - { stepId: token, workflowId: $sourceDescriptions.login.logIn, parameters: [{ name: secret, value: $inputs.secret }], outputs: { mine: $outputs.token } }
      - { stepId: look, operationId: getJobStatus, parameters: [{ name: jobId, in: path, value: $workflows.prepare.outputs.id }, { name: x-probe, in: header, value: '{$steps.token.outputs.mine}' }], successCriteria: [{ condition: $statusCode == 200 }] }
`,
    },
    ['a.arazzo.yaml'],
    { inputs: { secret: 'demo-secret-1' } },
  );
  expect(messages).toEqual([]);
  expect(result.totals).toMatchObject({ workflows: 2, passed: 2 });
  expect(log.filter((line) => line.startsWith('GET'))).toEqual(['GET /jobs/j1 -']);
  expect(log.filter((line) => line.startsWith('POST /jobs'))).toHaveLength(2);
});

it('reports missing inputs and recursive workflows, and stops endless loops', async () => {
  const ask = 'operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }]';
  const { messages } = await runFiles(
    {
      'a.arazzo.yaml': `${head}sourceDescriptions: [${shop}]
workflows:
  - { workflowId: needs, inputs: { type: object, required: [secret], properties: { secret: { type: string } } }, steps: [{ stepId: look, ${ask} }] }
  - { workflowId: itself, x-claims: [], steps: [{ stepId: again, workflowId: itself }] }
  - { workflowId: circle, steps: [{ stepId: look, ${ask}, onSuccess: [{ name: on, type: goto, stepId: look }] }] }
`,
    },
    ['a.arazzo.yaml'],
  );
  expect(messages).toEqual([
    'The workflow needs requires the input secret; add a default, or pass a value with --input.',
    'The workflow itself calls itself: itself -> itself.',
    'The workflow itself failed.',
    'The workflow circle was stopped because it ran too many steps. Check for an endless goto or retry.',
  ]);
});
