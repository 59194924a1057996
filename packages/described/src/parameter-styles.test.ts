import type { Simulators } from '@understudy/server';
import { beforeEach, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' }, size: { type: 'integer' } },
};
const ok = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const inQuery = (name: string, more: object) => ({ name, in: 'query', ...more });
const { api } = await describeText('things', {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [
          inQuery('tags', { schema: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } } }),
          inQuery('made', {
            style: 'deepObject',
            schema: { type: 'object', properties: { after: { type: 'integer' } } },
          }),
          inQuery('limit', { schema: { type: 'integer' } }),
        ],
        responses: { 200: ok({ type: 'array', items: thing }) },
      },
    },
  },
});
let simulators: Simulators;
beforeEach(async () => {
  simulators = await serveDescribed(api);
});

async function sent(call: string, settings: object) {
  const send = createSender(simulators);
  const changed = await send('PATCH /_sim/settings', { apis: { things: settings } });
  expect(changed.status).toBe(200);
  const { status, text } = await send(call);
  const { entries } = (await send('GET /_sim/journal')).body;
  return { status, text, note: String(entries.at(-1).note) };
}

it.each([
  ['tags[]=red', 'tags=1&tags=2'],
  ['tags=red,blue', 'tags=1&tags=2'],
  ['made.after=1', 'made[after]=1'],
])('a parameter sent as %s gets a note, or 400 with http.parameters=strict', async (query, form) => {
  const lenient = await sent(`GET /things?${query}`, {});
  expect([lenient.status, lenient.note]).toEqual([200, expect.stringContaining(form)]);
  const strict = await sent(`GET /things?${query}`, { 'http.parameters': 'strict' });
  expect([strict.status, strict.text]).toEqual([400, expect.stringContaining(form)]);
});

it('with http.parameters=strict, parameters sent as described are accepted without a note', async () => {
  const call = 'GET /things?tags=red&tags=blue&made[after]=1';
  expect(await sent(call, { 'http.parameters': 'strict' })).toMatchObject({ status: 200, note: 'undefined' });
});
