import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const says = (schema: object, description: string) => ({ ...schema, description });
const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const error = object({ code: text, message: text });
const sitting = object({
  id: text,
  dish: text,
  chairs: whole,
  seated: says(whole, 'Number of places that are `booked`.'),
  chairsLeft: says(whole, 'The chairs less the places that are booked.'),
});
const place = object({
  id: text,
  sittingId: text,
  guest: text,
  status: { type: 'string', enum: ['booked', 'waiting', 'dropped'] },
  createdAt: { type: 'string', format: 'date-time' },
});
const visit = object({ id: text, guest: text, sittingId: { type: 'string', nullable: true } });
const key = { name: 'id', in: 'path', required: true, schema: text };

function describeSupper({ create = '', drop = '', full = 'No.' }): object {
  const shown = (schema: object, status = '200') => ({ [status]: { description: 'It', content: json(schema) } });
  const collection = (schema: object, sent: object, description: string, refusals: object = {}) => ({
    get: { responses: shown({ type: 'array', items: schema }) },
    post: { description, requestBody: { content: json(sent) }, responses: { ...shown(schema, '201'), ...refusals } },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Supper club', version: '1' },
    paths: {
      '/sittings': collection(sitting, object({ dish: text, chairs: whole }), ''),
      '/sittings/{id}': { parameters: [key], get: { responses: shown(sitting) } },
      '/places': collection(place, object({ sittingId: text, guest: text }, ['sittingId']), create, {
        '409': { description: full, content: json(error) },
      }),
      '/places/{id}': { parameters: [key], get: { responses: shown(place) } },
      '/places/{id}/drop': { parameters: [key], post: { description: drop, responses: shown(place) } },
      '/visits': collection(visit, object({ guest: text, sittingId: { ...text, nullable: true } }, ['guest']), '', {
        '409': { description: 'The sitting has no booked places (`empty`).', content: json(error) },
      }),
      '/visits/{id}': { parameters: [key], get: { responses: shown(visit) } },
    },
    components: { schemas: { Sitting: sitting, Place: place, Visit: visit } },
  };
}

async function serve(said: { create?: string; drop?: string; full?: string }) {
  const { api } = await describeText('supper', describeSupper(said));
  const call = createSender(await serveDescribed(api));
  const { body } = await call('POST /sittings', { dish: 'Soup', chairs: 1 });
  const book = async () => (await call('POST /places', { sittingId: body.id, guest: 'Ada' })).body;
  return { call, book, sitting: body.id as string };
}

it.each([
  'If no chair is left, the place is still taken, but with the status `waiting`.',
  'Books a place. When the sitting has no chairs left, it goes on the waiting list as `waiting`.',
  'As long as no chairs are free, a new place is `waiting`.',
  'Whoever books while a chair is free is `booked`. Once all chairs are taken, guests are put on the waiting list (`waiting`).',
  'As soon as all the chairs have been sold, a new place is `waiting`.',
])('a new record starts on the waiting list if no chair is left: %s', async (create) => {
  const { book } = await serve({ create });
  expect([(await book()).status, (await book()).status]).toEqual(['booked', 'waiting']);
});

it.each([
  'The first guest on the waiting list moves up to `booked`.',
  'Drops the place. The next waiting place of the sitting becomes booked.',
  'If a chair comes free this way, whoever has been on the waiting list of the sitting longest moves up and becomes `booked`.',
  'When a chair becomes available again, the guest who has waited longest becomes `booked`.',
])('the first record on the waiting list moves up: %s', async (drop) => {
  const { call, book } = await serve({ create: 'If no chair is left, the place is `waiting`.', drop });
  const [first, second, third] = [await book(), await book(), await book()];
  await call(`POST /places/${first.id}/drop`);
  const statuses = [second, third].map(async ({ id }) => (await call(`GET /places/${id}`)).body.status);
  expect(await Promise.all(statuses)).toEqual(['booked', 'waiting']);
});

it('a condition on a referenced record does not apply if the request omits the reference', async () => {
  const { call, sitting: id } = await serve({});
  expect((await call('POST /visits', { guest: 'Bo' })).status).toBe(201);
  expect(await call('POST /visits', { guest: 'Bo', sittingId: id })).toMatchObject({
    status: 409,
    body: { code: 'empty' },
  });
});

it.each([
  'The waiting list has room for two.',
  'At most 2 guests can be on the waiting list.',
  'The queue is limited to two.',
])('rejects a record when the waiting list is full: %s', async (places) => {
  const create = `Once all chairs are gone, guests are put on the waiting list (\`waiting\`). ${places}`;
  const full = '`full`: neither a chair nor a place on the waiting list is left.';
  const { call, book, sitting: sittingId } = await serve({ create, full });
  const statuses = [(await book()).status, (await book()).status, (await book()).status];
  expect(statuses).toEqual(['booked', 'waiting', 'waiting']);
  expect(await call('POST /places', { sittingId })).toMatchObject({ status: 409, body: { code: 'full' } });
});
