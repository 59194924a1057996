import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeApi } from './describe-api.js';
import { describedOrigin, serveDescribed } from './testing/serve-described.js';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const signedIn = { authorization: 'Bearer any' };

it.each([
  ['a read by GET', 'GET', '/rooms.info?room=blue', signedIn, undefined, 200, { ok: true }],
  [
    'a read by POST with a form',
    'POST',
    '/rooms.info',
    { ...signedIn, ...form },
    'room=blue&tags=a&tags=b',
    200,
    { ok: true },
  ],
  [
    'a read by POST with JSON',
    'POST',
    '/rooms.info',
    { ...signedIn, ...json },
    '{"room":"blue","tags":["a"]}',
    200,
    { ok: true },
  ],
  [
    'an error for an invalid parameter in the body',
    'POST',
    '/rooms.info',
    { ...signedIn, ...form },
    'room=b',
    200,
    { ok: false, error: 'invalid_arguments' },
  ],
  [
    'an error for a request without a token',
    'POST',
    '/rooms.info',
    form,
    'room=blue',
    200,
    { ok: false, error: 'not_authed' },
  ],
  [
    'an error for a change without a body',
    'POST',
    '/rooms.rename',
    signedIn,
    undefined,
    200,
    { ok: false, error: 'invalid_arguments' },
  ],
  ['a change', 'POST', '/rooms.rename', { ...signedIn, ...json }, '{"name":"Red"}', 200, { ok: true, name: 'Red' }],
  ['a 400 for a missing header that is not a credential', 'GET', '/rooms.json', {}, undefined, 400, undefined],
  ['a 405 for a POST to a .json path', 'POST', '/rooms.json', { token: 'a' }, undefined, 405, undefined],
])('serves %s', async (_what, method, path, headers, body, status, expected) => {
  const { api } = await describeApi(fileURLToPath(new URL('./testing/rooms.yaml', import.meta.url)));
  const simulators = await serveDescribed(api);
  const response = await simulators.fetch(`${describedOrigin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status).toBe(status);
  if (expected !== undefined) expect(await response.json()).toMatchObject(expected);
  expect(simulators.defects).toEqual([]);
});
