import { expect, it } from 'vitest';
import { createJobShop, serve, shopTarget } from '../../testing/job-shop.js';
import { run, scenarios } from '../../testing/scenario.js';
import { createHttpTarget, createRecordingTarget, createReplayTarget, type Target, TransportError } from '../index.js';
import { createRedactor } from '../redactor.js';
import { readPlaceholders } from './placeholders.js';

const secret = 'demo-secret-1';
const flow = `
workflows:
  - workflowId: flow
    inputs: { type: object, properties: { secret: { type: string, default: ${secret} } } }
    x-effects: create
    steps:
      - stepId: token
        operationId: requestToken
        requestBody: { contentType: application/x-www-form-urlencoded, payload: { client_secret: $inputs.secret } }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { token: $response.body#/access_token }
      - stepId: start
        operationId: startJob
        parameters: [{ name: tenantId, in: header, value: t }, { name: Authorization, in: header, value: 'Bearer {$steps.token.outputs.token}' }]
        requestBody: { payload: { webhookApiKey: key-of-the-caller-1 } }
        successCriteria: [{ condition: $statusCode == 202 }]
        outputs: { url: $response.body#/url }
      - stepId: upload
        x-operation: { url: $steps.start.outputs.url, method: PUT }
        requestBody: { payload: data }
        successCriteria: [{ condition: $statusCode == 200 }]
      - stepId: await
        operationId: getJobStatus
        parameters: [{ name: jobId, in: path, value: j1 }]
        successCriteria: [{ condition: $response.body#/status == 'success' }]
        onFailure: [{ name: again, type: retry, retryAfter: 1, retryLimit: 5 }]
`;

async function recorded() {
  const { target, recording } = createRecordingTarget(shopTarget());
  const files = await scenarios({ 'a.arazzo.yaml': flow });
  const { result } = await run({ files, target });
  expect(result.exitCode).toBe(0);
  return { files, result, recording: recording(result, { files: [] }) };
}

it('replays a recorded run without a network, including repeated polls in order', async () => {
  const { files, recording } = await recorded();
  const { target, close } = await createReplayTarget('trial', recording);
  try {
    const { result } = await run({ files, target });
    expect(
      result.workflows.map(({ outcome, steps }) => [outcome, steps.map(({ attempts }) => attempts.length)]),
    ).toEqual([['passed', [1, 1, 1, 3]]]);
    const again = await run({ files, target });
    expect(again.result.workflows[0]?.steps[0]?.findings[0]?.message).toContain(
      'the recording trial has no response left',
    );
  } finally {
    close();
  }
});

it('replays concurrent workflows with their own responses and connection errors', async () => {
  const shop = createJobShop({ control: false, polls: 1 });
  const server = await serve(shop);
  const lookTwice = (id: string) => `
  - workflowId: ${id}
    x-effects: read
    steps:
      - { stepId: one, operationId: getJobStatus, parameters: [{ name: jobId, in: path, value: j1 }], successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: two, operationId: getBusy, successCriteria: [{ condition: $statusCode == 200 }] }`;
  const files = await scenarios({
    'a.arazzo.yaml': `workflows:${lookTwice('a')}${lookTwice('b')}${lookTwice('c')}${flow.replace('\nworkflows:', '')}`,
  });
  const whole = createHttpTarget(server.url);
  let calls = 0;
  const flaky: Target = {
    ...whole,
    concurrency: 3,
    send: async (request) => {
      const failing = request.url.endsWith('/busy') && ++calls === 2;
      if (failing) throw new TransportError(request, 'the line was cut');
      return await whole.send(request);
    },
  };
  const { target, recording } = createRecordingTarget(flaky);
  const { result: first } = await run({ files, target });
  await server.close();
  const kept = JSON.parse(JSON.stringify(recording(first, { files: [] })));
  const replay = await createReplayTarget('trial', kept);
  try {
    const { result: again } = await run({ files, target: replay.target });
    expect(again).toEqual(first);
    expect(again.totals).toMatchObject({ failed: 3, skipped: 1 });
    expect(
      again.workflows.flatMap(({ steps }) => steps.flatMap(({ findings }) => findings)).map(({ ruleId }) => ruleId),
    ).toContain('step/no-response');
    const more = await scenarios({ 'a.arazzo.yaml': `workflows:${lookTwice('d')}` });
    const other = await run({ files: more, target: replay.target });
    expect(other.result.workflows[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'the recording trial does not contain this workflow',
    });
  } finally {
    replay.close();
  }
});

it('blocks the network during a replay, and unblocks it on close', async () => {
  const { recording } = await recorded();
  const server = await serve(createJobShop());
  const { close } = await createReplayTarget('trial', recording);
  const other = createHttpTarget(server.url);
  await expect(other.send({ method: 'GET', url: `${server.url}/busy`, headers: {} })).rejects.toThrow(
    'got no response',
  );
  close();
  expect((await other.send({ method: 'GET', url: `${server.url}/busy`, headers: {} })).status).toBe(429);
});

it('a recording contains no client secret, token, API key or signature', async () => {
  const text = JSON.stringify((await recorded()).recording);
  for (const canary of [secret, 'token-of-', 'key-of-the-caller', 'abc123def456']) expect(text).not.toContain(canary);
  expect(text).toContain('redacted-');
});

it('replaces the same secret by the same placeholder in bodies and headers', () => {
  const pseudonyms = createRedactor(['known-secret-1'], { isNumbered: true });
  expect(pseudonyms.text('{"access_token":"abc-12345678","other":"abc-12345678","x":"known-secret-1"}')).toBe(
    '{"access_token":"redacted-2","other":"redacted-2","x":"redacted-1"}',
  );
  expect(pseudonyms.headers({ Authorization: 'Bearer abc-12345678', 'x-api-key': 'k' })).toEqual({
    Authorization: 'Bearer redacted-2',
    'x-api-key': 'redacted-3',
  });
});

it('reads placeholder values from a matching string, and returns undefined for others', () => {
  expect(readPlaceholders('a=redacted-1&b=redacted-2', 'a=x&b=y')).toEqual(
    new Map([
      ['redacted-1', 'x'],
      ['redacted-2', 'y'],
    ]),
  );
  expect(readPlaceholders('a=redacted-1&b=redacted-1', 'a=x&b=y')).toBeUndefined();
  expect(readPlaceholders('a=redacted-1', 'c=x')).toBeUndefined();
});
