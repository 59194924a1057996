import { createContract, type OpenApiDocument } from '@understudy/contract';
import { secretEncodings } from '@understudy/contract/testing';
import { expect, it } from 'vitest';
import { expandPage } from '../../testing/expand-page.js';
import { listen } from '../../testing/listen.js';
import { noteTarget } from '../../testing/note-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';
import { createRecordingTarget } from '../recording/recording-target.js';
import type { RunEvent } from '../results/result.js';
import { renderReport, reportKinds } from './render-report.js';
import { createTerminalReport } from './terminal-report.js';

/** The API's secrets, none of which may appear in a report. */
const canaries = {
  token: 'canary.token-4f81aa02',
  clientSecret: 'canary/secret+77&x="q"',
  signature: 'c4a9ca11ab1e00ff',
  webhookKey: 'canary{{hook}}-31337',
  basicPassword: 'canary-basic-9000',
  apiKey: 'canary-api-key-555',
  vendorKey: 'canary-vendor-key-12',
  echoed: 'canary-echoed-late-808',
};
/** Every canary in every encoding, as members of a JSON text. */
const encoded = Object.entries(canaries)
  .flatMap(([name, secret]) =>
    Object.entries(secretEncodings).map(([how, encode]) => {
      const text = how.startsWith('JSON') ? encode(secret) : JSON.stringify(encode(secret)).slice(1, -1);
      return `"${name} as ${how}":"${text}"`;
    }),
  )
  .join(',');
const basic = Buffer.from(`user:${canaries.basicPassword}`).toString('base64');

const any = {
  description: 'an answer',
  content: { 'application/json': { schema: { type: 'object', properties: { fixed: { type: 'string' } } } } },
};
const operation = (operationId: string) => ({ operationId, responses: { 200: any } });
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Leaky', version: '1' },
  paths: {
    '/token': { post: operation('requestToken') },
    '/leak': { post: operation('leak'), get: operation('look') },
  },
};

/** Creates a server that echoes everything it receives in bodies, headers and errors. */
function leaky() {
  return listen((incoming, outgoing, body) => {
    const origin = `http://${incoming.headers.host}`;
    outgoing.setHeader('content-type', 'application/json');
    outgoing.setHeader('set-cookie', `session=${canaries.echoed}`);
    outgoing.setHeader('x-api-key', canaries.apiKey);
    const echo = { sent: body.toString(), headers: JSON.stringify(incoming.headers), requested: incoming.url };
    const url = `${origin}/leak?expires=1&signature=${canaries.signature}`;
    outgoing.end(
      incoming.url === '/token'
        ? JSON.stringify({ access_token: canaries.token, ...echo })
        : incoming.url === '/binary'
          ? Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`{${encoded}}`)])
          : `${JSON.stringify({
              url,
              link: url.replaceAll('&', '\\u0026'),
              late: `was ${canaries.echoed}`,
              // Names of fields that a run writes itself.
              ...{
                outcome: canaries.echoed,
                state: canaries.clientSecret,
                summary: canaries.apiKey,
                file: canaries.echoed,
              },
              inner: { state: canaries.apiKey, kind: [{ claims: [canaries.echoed, canaries.clientSecret] }] },
              nested: JSON.stringify({ vendor_key: canaries.vendorKey }),
              ...echo,
            }).slice(
              0,
              -1,
            )}${incoming.method === 'GET' ? `,${encoded}` : ''},"escape":"\\u001b]0;owned\\u0007 \u001b[2J"}`,
    );
  });
}

it('no report, event or recording contains a secret', async () => {
  const { url } = await leaky();
  const files = await scenarios({
    'a.arazzo.yaml': `
x-api: shop
workflows:
  - workflowId: leaks
    x-effects: create
    inputs: { type: object, properties: { clientSecret: { type: string } } }
    steps:
      - stepId: token
        operationId: requestToken
        requestBody: { contentType: application/x-www-form-urlencoded, payload: { grant_type: client_credentials, client_secret: $inputs.clientSecret } }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { token: $response.body#/access_token }
      - stepId: send
        operationId: leak
        parameters:
          - { name: Authorization, in: header, value: 'Bearer {$steps.token.outputs.token}' }
          - { name: x-vendor-key, in: header, value: ${canaries.vendorKey} }
        requestBody: { payload: { webhook: { webhookApiKey: '${canaries.webhookKey}' }, again: '{$inputs.clientSecret}' } }
        successCriteria: [{ condition: $statusCode == 200 }, { condition: "$response.body#/sent == 'nothing'" }]
        outputs: { url: $response.body#/url }
      - stepId: basic
        operationId: look
        parameters: [{ name: Authorization, in: header, value: Basic ${basic} }]
        successCriteria: [{ condition: $response.body#/headers == 'none' }]
      - stepId: all
        operationId: look
        successCriteria: [{ condition: $response.body == 'none' }, { condition: $response.body#/inner == 'none' }, { context: $response.body, condition: 'none', type: regex }]
      - stepId: binary
        x-operation: { url: '${url}/binary', method: get }
        successCriteria: [{ context: $response.body, condition: 'none', type: regex }]
  - workflowId: uploads
    x-effects: create
    steps:
      - { stepId: upload, x-operation: { url: '${url}/leak?signature=${canaries.signature}&x-api-key=${canaries.apiKey}', method: post }, requestBody: { payload: '<a><password>${canaries.basicPassword}</password></a>' }, successCriteria: [{ condition: $response.body#/url == 'x' }] }
`,
  });
  // A failed step ends its workflow, except in these workflows.
  for (const workflow of files[0]?.document.workflows ?? []) {
    for (const step of workflow.steps)
      step.onFailure = [
        {
          name: 'on',
          type: 'goto',
          stepId: workflow.steps[workflow.steps.indexOf(step) + 1]?.stepId ?? step.stepId,
          criteria: workflow.steps.at(-1) === step ? [{ condition: 'false' }] : [],
        },
      ];
  }
  const contracts = new Map([['shop', createContract('shop', document)]]);
  const stage = noteTarget(url, { contracts, inputsFor: () => ({ clientSecret: canaries.clientSecret }) });
  const { target, recording } = createRecordingTarget(stage, [canaries.clientSecret]);
  const events: RunEvent[] = [];
  const lines: string[] = [];
  const terminal = createTerminalReport({ write: (line) => lines.push(line), color: false });
  const { result } = await run({
    files,
    contracts,
    target,
    allowEffects: ['create'],
    secrets: [canaries.clientSecret],
    onEvent: (event) => {
      // A copy of the event, because later redaction is too late.
      events.push(structuredClone(event));
      terminal(event);
    },
  });
  expect(result.workflows.flatMap(({ steps }) => steps.map(({ stepId, outcome }) => [stepId, outcome]))).toEqual([
    ['token', 'failed'],
    ['send', 'failed'],
    ['basic', 'failed'],
    ['all', 'failed'],
    ['binary', 'failed'],
    ['upload', 'failed'],
  ]);
  const written: [string, string][] = reportKinds.flatMap((kind) =>
    renderReport(kind, { result, contracts, ledger: ledger(), files, root: '/' }).map(
      ({ name, text }): [string, string] => [`${kind} ${name}`, kind === 'html' ? expandPage(text) : text],
    ),
  );
  written.push(['terminal', lines.join('\n')], ['events', JSON.stringify(events)]);
  // Binary responses are recorded as hexadecimal digits.
  const recorded = JSON.stringify(recording(result, { files: [] }));
  written.push(
    ['recording', recorded],
    ['recorded bytes', Buffer.from(/"response":"(fffe[0-9a-f]*)"/.exec(recorded)?.[1] ?? '', 'hex').toString('latin1')],
  );
  const forms = (secret: string): string[] => [
    secret,
    ...Object.values(secretEncodings).flatMap((encode) => [
      encode(secret),
      JSON.stringify(encode(secret)).slice(1, -1),
    ]),
  ];
  const leaks = written.flatMap(([report, text]) =>
    [...Object.entries(canaries), ['basic', basic] as const].flatMap(([name, secret]) =>
      forms(secret).flatMap((form) => (text.includes(form) ? [`${report}: ${name} as ${form}`] : [])),
    ),
  );
  expect(leaks).toEqual([]);
  // Control characters are escaped.
  expect(written.filter(([kind, text]) => /^(terminal|github)/.test(kind) && /[^\P{Cc}\n\t]/u.test(text))).toEqual([]);
  // The reports contain the texts around the secrets.
  expect(
    written.filter(([kind, text]) => !kind.startsWith('github') && !/\[redacted\]|redacted-\d/.test(text)),
  ).toEqual([]);
});
