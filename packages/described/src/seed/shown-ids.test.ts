import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const shown = 'account_in71c4amph0vgo2qllky';
const account = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const ok = (schema: unknown, more: object = {}) => ({
  description: 'ok',
  content: { 'application/json': { schema, ...more } },
});
const accounts = { type: 'array', items: { $ref: '#/components/schemas/Account' } };

/** An API of accounts that shows an id in one place. */
function describeAccounts(place: { parameter?: object; schema?: object; response?: object }) {
  return {
    openapi: '3.1.0',
    info: { title: 'Accounts', version: '1' },
    paths: {
      '/accounts': {
        get: { operationId: 'listAccounts', responses: { '200': ok(accounts) } },
        post: {
          operationId: 'createAccount',
          requestBody: ok({ type: 'object', properties: { name: { type: 'string' } } }),
          responses: { '201': ok({ $ref: '#/components/schemas/Account' }) },
        },
      },
      '/accounts/{account_id}': {
        parameters: [
          { name: 'account_id', in: 'path', required: true, schema: { type: 'string' }, ...place.parameter },
        ],
        get: {
          operationId: 'getAccount',
          responses: { '200': ok({ $ref: '#/components/schemas/Account' }, place.response) },
        },
      },
      '/accounts/{account_id}/cards/{card_id}': {
        parameters: [
          { name: 'account_id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'card_id', in: 'path', required: true, schema: { type: 'string' }, example: 'card_x1' },
        ],
        get: { operationId: 'getCard', responses: { '200': ok({ $ref: '#/components/schemas/Account' }) } },
        delete: { operationId: 'deleteCard', responses: { '204': { description: 'gone' } } },
      },
      '/accounts/{account_id}/cards': {
        parameters: [{ name: 'account_id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'listCards', responses: { '200': ok(accounts) } },
        post: {
          operationId: 'createCard',
          requestBody: ok({ type: 'object' }),
          responses: { '201': ok({ $ref: '#/components/schemas/Account' }) },
        },
      },
    },
    components: { schemas: { Account: { ...account, ...place.schema } } },
  };
}

const record = { id: shown, name: 'My first account' };

describe('demo data contains the id that the description shows', () => {
  it.each([
    ['as the example of the path parameter', { parameter: { example: shown } }],
    ['as a named example of the path parameter', { parameter: { examples: { one: { value: shown } } } }],
    ['in the example of the schema', { schema: { example: record } }],
    ['in the examples of the schema', { schema: { examples: [record] } }],
    ['in the example of the response', { response: { example: record } }],
  ])('%s', async (_where, place) => {
    const { api } = await describeText('accounts', describeAccounts(place));
    const send = createSender(
      await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { accounts: { '*': 3 } } } }),
    );
    expect((await send(`GET /accounts/${shown}`)).body).toMatchObject({ id: shown });
    expect((await send('GET /accounts')).body).toHaveLength(3);
    expect((await send('GET /accounts/other')).status).toBe(404);
    expect((await send(`GET /accounts/${shown}/cards/card_x1`)).body).toMatchObject({ id: 'card_x1' });
  });
});

it('demo data does not use the id in the example of a create request', async () => {
  const thing = {
    type: 'object',
    required: ['code', 'owner_name'],
    properties: { code: { type: 'string' }, owner_name: { type: 'string' } },
  };
  const example = { code: 'blue-chair' };
  const settable = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
  const { api } = await describeText('things', {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: { operationId: 'listThings', responses: { '200': ok({ type: 'array', items: thing }) } },
        post: {
          operationId: 'createThing',
          requestBody: ok(settable, { example }),
          responses: {
            '201': ok(thing, { example: { ...example, owner_name: 'Ada' } }),
            '409': { description: 'taken' },
          },
        },
      },
      '/things/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getThing', responses: { '200': ok(thing) } },
      },
    },
  });
  const send = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { things: { '*': 5 } } } } as never),
  );
  expect((await send('GET /things')).body).toHaveLength(5);
  expect((await send('POST /things', example)).status).toBe(201);
  expect((await send('POST /things', example)).status).toBe(409);
});

it('generates a meaningful value for a required string, not the name of its property', async () => {
  const account = {
    type: 'object',
    required: ['id', 'customer_name'],
    properties: { id: { type: 'string' }, customer_name: { type: 'string' } },
  };
  const { api } = await describeText('accounts', {
    openapi: '3.1.0',
    info: { title: 'Accounts', version: '1' },
    paths: {
      '/accounts': {
        post: {
          operationId: 'createAccount',
          requestBody: ok({ type: 'object', properties: { note: { type: 'string' } } }),
          responses: { '201': ok(account) },
        },
      },
      '/accounts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getAccount', responses: { '200': ok(account) } },
      },
    },
  });
  const send = createSender(await serveDescribed(api));
  const [{ body: one }, { body: other }] = [await send('POST /accounts', {}), await send('POST /accounts', {})];
  expect(one.customer_name).toMatch(/^[A-Z]\S* \S+/);
  expect(other.customer_name).not.toBe(one.customer_name);
  expect((await send(`GET /accounts/${one.id}`)).body).toEqual(one);
});
