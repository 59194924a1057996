import { expect, it } from 'vitest';
import { createRecordingResponder, type RunRecording } from '../index.js';

const stage = 'https://stage.example';

/** Creates a recording of `METHOD path` with body and response. */
function recordingOf(...list: [string, string, unknown][]): RunRecording {
  const exchanges = list.map(([target, body, response]) => {
    const [method = '', path = ''] = target.split(' ');
    const bytes = { request: 0, response: 0 };
    if (response instanceof Error) return { scope: stage, method, path, body, error: response.message };
    return { scope: stage, method, path, body, status: 200, response, rawHeaders: { location: `${stage}/x` }, bytes };
  });
  return {
    exchanges: { 'a#a': exchanges.slice(1), 'b#b': exchanges.slice(0, 1) },
    facts: {
      format: 2,
      target: 'stage',
      restricted: true,
      jobs: 1,
      options: { files: [] },
      secrets: [],
      descriptions: {},
      // The order of the recording differs from the member order.
      workflows: [{ name: 'b#b' }, { name: 'a#a' }],
      baseUrl: stage,
      capabilities: [],
      servers: {},
      worlds: { one: `${stage}/~one` },
      inputs: {},
    },
  };
}

/** Returns the responses of a fake server. Numbers are statuses without a body. */
function say(recording: RunRecording, ...asked: [string, string?][]): unknown[] {
  const { answer } = createRecordingResponder(recording, 'http://here');
  return asked.map(([target, body = '']) => {
    const [method = '', path = ''] = target.split(' ');
    const found = answer({ method, path, headers: { tenantid: 'b' }, body });
    if (found === undefined || 'error' in found) return found?.error;
    return Buffer.from(found.body).toString('utf8');
  });
}

it('replays repeated requests in order, then repeats the last response', () => {
  const recording = recordingOf(
    ['GET /job', '', '"queued"'],
    ['GET /job', '', '"running"'],
    ['GET /job', '', '"done"'],
  );
  expect(say(recording, ['GET /job'], ['GET /job'], ['GET /job'], ['GET /job'])).toEqual([
    '"queued"',
    '"running"',
    '"done"',
    '"done"',
  ]);
});

it('returns the response whose request shares the most query parameters and body properties', () => {
  const recording = recordingOf(
    ['GET /list?tenant=a&page=1', '', 'a1'],
    ['GET /list?tenant=a&page=2', '', 'a2'],
    ['GET /list?tenant=b&page=1', '', 'b1'],
    ['POST /jobs', '{"name":"x","days":7}', 'x7'],
    ['POST /jobs', '{"name":"y","days":7}', 'y7'],
  );
  expect(
    say(
      recording,
      ['GET /list?tenant=a&page=2'],
      ['GET /list?page=1&tenant=b&more=1'],
      ['GET /list'],
      ['POST /jobs', '{ "days": 7, "name": "y", "more": true }'],
      ['POST /jobs', '{"name":"x","days":7}'],
    ),
  ).toEqual(['a2', 'b1', 'a1', 'y7', 'x7']);
});

it('distinguishes requests by headers if nothing else differs', () => {
  const recording = recordingOf(['GET /list', '', 'of a'], ['GET /list', '', 'of b']);
  const lists = Object.values(recording.exchanges).flat();
  for (const one of lists)
    Object.assign(one, { headers: { tenantId: 'response' in one && one.response === 'of b' ? 'b' : 'a' } });
  expect(say(recording, ['GET /list'], ['GET /list'])).toEqual(['of b', 'of b']);
});

it('accepts and returns any secret, and replaces recorded URLs with the replay URL', () => {
  const recording = recordingOf(
    ['POST /token', 'client_secret=redacted-1&scope=s', { secret: 'redacted-1', at: `${stage}/upload?sig=redacted-2` }],
    ['PUT /upload?sig=redacted-2', 'data', 'stored'],
    ['GET /~one/list', '', `see ${stage}/~one/list, not ${stage}.org`],
  );
  expect(
    say(
      recording,
      ['POST /token', 'client_secret=my-own&scope=s'],
      ['PUT /upload?sig=redacted-2', 'data'],
      ['GET /list'],
      ['GET /other'],
      ['DELETE /list'],
    ),
  ).toEqual([
    '{"secret":"my-own","at":"http://here/upload?sig=redacted-2"}',
    'stored',
    `see http://here/list, not ${stage}.org`,
    undefined,
    undefined,
  ]);
});

it('replays a connection error, and omits requests that were not sent', () => {
  const recording = recordingOf(['GET /cut', '', new Error('the line was cut')], ['GET /refused', '', new Error('no')]);
  const [refused] = recording.exchanges['a#a'] ?? [];
  Object.assign(refused ?? {}, { refused: true });
  expect(say(recording, ['GET /cut'], ['GET /refused'])).toEqual(['the line was cut', undefined]);
  expect(createRecordingResponder(recording, 'http://here').known).toEqual(['GET /cut']);
});
