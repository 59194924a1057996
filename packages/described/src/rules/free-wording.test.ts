import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const failure = { description: 'Something went wrong.', content: json(ref('Problem')) };
const shown = (name: string) => ({ description: 'Fine.', content: json(ref(name)) });
const action = (operationId: string, description: string) => ({
  parameters: [id('crateId')],
  post: { operationId, description, responses: { 200: shown('Crate'), default: failure } },
});

/** A yard whose description says what happens in sentences of any form. */
const description = {
  openapi: '3.1.0',
  info: {
    title: 'Yard',
    version: '1',
    description:
      'A path that leads nowhere ends in 404 and the reason `nothing-there`. ' +
      'What we cannot take leads to 400 with the reason `bad-input`.',
  },
  paths: {
    '/ships': {
      post: {
        operationId: 'addShip',
        requestBody: { content: json({ type: 'object', properties: { name: { type: 'string' } } }) },
        responses: { 201: shown('Ship'), default: failure },
      },
    },
    '/ships/{shipId}': {
      get: { operationId: 'getShip', parameters: [id('shipId')], responses: { 200: shown('Ship') } },
    },
    '/ships/{shipId}/permits': {
      parameters: [id('shipId')],
      get: {
        operationId: 'listPermits',
        responses: { 200: { description: 'All.', content: json({ type: 'array', items: ref('Permit') }) } },
      },
      post: {
        operationId: 'addPermit',
        requestBody: { content: json({ type: 'object', properties: { port: { type: 'string' } } }) },
        responses: { 201: shown('Permit') },
      },
    },
    '/permits/{permitId}/revocation': {
      post: {
        operationId: 'revokePermit',
        parameters: [id('permitId')],
        responses: { 200: shown('Permit'), 404: failure },
      },
    },
    '/crates': {
      post: {
        operationId: 'addCrate',
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['shipId'],
            properties: {
              shipId: { type: 'string', description: 'Has to be one of our ships; anything else is bad input.' },
            },
          }),
        },
        responses: { 201: shown('Crate'), default: failure },
      },
    },
    '/crates/{crateId}': {
      get: {
        operationId: 'getCrate',
        parameters: [id('crateId')],
        responses: { 200: shown('Crate'), default: failure },
      },
    },
    '/crates/{crateId}/load': action(
      'loadCrate',
      'Possible for an `ashore` crate, which is `aboard` afterwards. In any other state it ends in 409 and `wrong-place`.',
    ),
    '/crates/{crateId}/write-off': action(
      'writeOff',
      'We turn it down (409, `too-late`) for crates that are already delivered.',
    ),
    '/crates/{crateId}/delivery': action('deliver', ''),
    '/crates/{crateId}/seals': {
      parameters: [id('crateId')],
      post: {
        operationId: 'addSeal',
        requestBody: { content: json({ type: 'object', properties: { Colour: { type: 'string' } } }) },
        responses: { 201: shown('Seal') },
      },
    },
  },
  components: {
    schemas: {
      Ship: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } },
      Seal: { type: 'object', required: ['Id'], properties: { Id: { type: 'string' }, Colour: { type: 'string' } } },
      Permit: {
        type: 'object',
        required: ['id', 'shipId', 'revoked'],
        properties: {
          id: { type: 'string' },
          shipId: { type: 'string' },
          port: { type: 'string' },
          revoked: { type: 'boolean' },
        },
      },
      Crate: {
        type: 'object',
        required: ['id', 'shipId'],
        properties: {
          id: { type: 'string' },
          shipId: { type: 'string' },
          state: { type: 'string', enum: ['ashore', 'aboard', 'delivered', 'writtenOff'] },
          Seals: { type: 'array', readOnly: true, items: ref('Seal') },
          writtenOffAt: { type: ['string', 'null'], format: 'date-time' },
        },
      },
      Problem: {
        type: 'object',
        required: ['reason', 'text', 'wrong'],
        properties: {
          reason: { type: 'string' },
          text: { type: 'string' },
          violations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['field'],
              properties: { field: { type: 'string' }, complaint: { type: 'string' } },
            },
          },
        },
      },
    },
  },
};

async function serve() {
  const { api } = await describeText('yard', description);
  const call = createSender(await serveDescribed(api));
  const ship = (await call('POST /ships', { name: 'Ada' })).body;
  const crate = (await call('POST /crates', { shipId: ship.id })).body;
  return { call, ship, crate, act: (name: string) => call(`POST /crates/${crate.id}/${name}`) };
}

it('a new record starts in the first state of the enum', async () => {
  expect((await serve()).crate.state).toBe('ashore');
});

it('a free-form sentence limits the states in which an action is allowed', async () => {
  const { act } = await serve();
  expect((await act('load')).body.state).toBe('aboard');
  const again = await act('load');
  expect([again.status, again.body.reason]).toEqual([409, 'wrong-place']);
});

it('the paths write-off and delivery lead to the states writtenOff and delivered', async () => {
  const { act } = await serve();
  expect((await act('write-off')).body).toMatchObject({ state: 'writtenOff', writtenOffAt: expect.any(String) });
  const { act: actOn } = await serve();
  expect((await actOn('delivery')).body.state).toBe('delivered');
  const late = await actOn('write-off');
  expect([late.status, late.body.reason]).toEqual([409, 'too-late']);
});

it("a 404 has the reason from the API's introduction and lists no violations", async () => {
  const { call } = await serve();
  const { status, body } = await call('GET /crates/none');
  expect([status, body.reason, body.violations ?? []]).toEqual([404, 'nothing-there', []]);
  expect(body.text).not.toBe(body.reason);
});

it('rejects a reference to an unknown record if the property description requires a known one', async () => {
  const { call } = await serve();
  const refused = await call('POST /crates', { shipId: 'none' });
  expect([refused.status, refused.body.reason]).toEqual([400, 'bad-input']);
});

it('an action finds a record that was created under a parent', async () => {
  const { call, ship } = await serve();
  const { body: permit } = await call(`POST /ships/${ship.id}/permits`, { port: 'Porto' });
  const { body: revoked } = await call(`POST /permits/${permit.id}/revocation`);
  expect(revoked).toMatchObject({ id: permit.id, port: 'Porto', shipId: ship.id, revoked: true });
  expect((await call(`GET /ships/${ship.id}/permits`)).body).toEqual([revoked]);
  expect((await call('POST /permits/none/revocation')).status).toBe(404);
});

it('identical list items get different ids', async () => {
  const { call, crate } = await serve();
  const add = async () => (await call(`POST /crates/${crate.id}/seals`, { Colour: 'red' })).body.Id;
  const ids = [await add(), await add()];
  expect(new Set(ids).size).toBe(2);
  const { Seals } = (await call(`GET /crates/${crate.id}`)).body;
  expect(Seals.map(({ Id }: { Id: string }) => Id)).toEqual(ids);
});
