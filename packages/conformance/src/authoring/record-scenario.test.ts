import { createContract } from '@understudy/contract';
import { secretEncodings } from '@understudy/contract/testing';
import { expect, it } from 'vitest';
import { ledger } from '../../testing/scenario.js';
import { formatScenario } from './format-scenario.js';
import { recordScenario } from './record-scenario.js';

const answer = { responses: { 200: { description: 'done' } } };
const parameters = [
  { name: 'id', in: 'path', required: true },
  { name: 'code', in: 'query' },
  { name: 'x-note', in: 'header' },
];
const shop = createContract('shop', {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/token': { post: { operationId: 'requestToken', ...answer } },
    '/notes/{id}': {
      parameters,
      post: { operationId: 'takeNote', ...answer },
      get: { operationId: 'readNote', ...answer },
    },
  },
});
const secret = 'canary/secret+77 {of}="all"';
const url = 'https://shop.example';
const list = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }));

function entry(path: string, postData: object | undefined, headers: object = {}, answered: object = {}) {
  const content = { size: 1, mimeType: 'application/json', text: JSON.stringify(answered) };
  const response = { status: 200, headers: list({ 'content-type': 'application/json' }), content };
  return { request: { method: 'POST', url: url + path, headers: list(headers), postData }, response };
}

async function recorded(entries: readonly object[]): Promise<string> {
  const made = await recordScenario({
    har: JSON.stringify({ log: { entries } }),
    contracts: new Map([['shop', shop]]),
    workflowId: 'recorded',
    urlOf: () => './shop.yaml',
  });
  const files = made.files.map(({ bytes }) => new TextDecoder().decode(bytes));
  return [formatScenario(made, ledger()), ...made.notes, ...files].join('\n');
}

it('creates no step for a HEAD request that the contract does not describe', async () => {
  const head = entry('/notes/1', undefined);
  head.request.method = 'HEAD';
  const text = await recorded([entry('/notes/1', { mimeType: 'text/plain', text: 'a' }), head]);
  expect(text).not.toContain('readNote');
  expect(text).toContain('HEAD /notes/1, is left out: the contract describes GET only.');
});

const form = new URLSearchParams({ grant_type: 'client_credentials', client_secret: secret }).toString();
const type = 'application/x-www-form-urlencoded';

it.each<[string, object, object?]>([
  ['its media type only in postData', { mimeType: type, text: form }],
  ['its media type only in a header', { text: form }, { 'content-type': type }],
  ['no media type', { text: form }],
  ['parsed parameters only', { mimeType: type, params: list(Object.fromEntries(new URLSearchParams(form))) }],
  ['a wrong media type', { mimeType: 'text/plain', text: form }],
])('omits the secrets of a form with %s', async (_what, postData, headers) => {
  const text = await recorded([entry('/token', postData, headers)]);
  expect(text).not.toContain('canary');
  expect(text).toMatch(/clientSecret|\$inputs\.body/);
});

it.each(Object.entries(secretEncodings))('omits a secret that reappears encoded as %s', async (_name, encode) => {
  const written = encode(secret);
  const address = encodeURIComponent(written);
  const header = written.replaceAll(/[^\t\x20-\x7e]/g, ' ');
  const json = (value: unknown) => ({ mimeType: 'application/json', text: JSON.stringify(value) });
  const echo = { state: written, [written]: written };
  const text = await recorded([
    entry('/token', { mimeType: type, text: form }, {}, echo),
    entry('/notes/1', json({ note: written, notes: [`it is ${written}`], [written]: 1 }), { 'x-note': header }, echo),
    entry(`/notes/${address}?code=${address}`, { mimeType: 'text/plain', text: `it is ${written}` }),
    entry('/notes/2', json({ long: 'x'.repeat(17_000), note: written })),
    entry('/notes/3', { mimeType: 'application/xml', text: `<a><b>${written}</b></a>` }),
  ]);
  const forms = [secret, written, address, header];
  const inJson = forms.map((form) => JSON.stringify(form).slice(1, -1));
  const leaks = [...forms, ...inJson].map((form) => form.slice(0, 12)).filter((form) => text.includes(form));
  expect(leaks).toEqual([]);
  expect(text.match(/operationId: /g)).toHaveLength(5);
});

it('keeps all digits of large numbers in a body', async () => {
  const [call, other] = ['{"ref":9007199254740995}', '9007199254740995'];
  expect(await recorded([entry('/notes/1', { mimeType: 'application/json', text: call })])).toContain(other);
});
