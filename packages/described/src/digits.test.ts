import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const account = `{ $ref: '#/components/schemas/Account' }`;
const description = `openapi: 3.0.3
info: { title: Accounts, version: '1' }
paths:
  /accounts:
    get:
      operationId: listAccounts
      parameters: [{ name: owner, in: query, schema: { type: integer, format: int64 } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: ${account} } } } } }
    post:
      operationId: createAccount
      requestBody: { required: true, content: { application/json: { schema: ${account} } } }
      responses: { '201': { description: ok, content: { application/json: { schema: ${account} } } } }
  /accounts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: getAccount
      responses:
        '200': { description: ok, content: { application/json: { schema: ${account} } } }
        '404': { description: none }
    patch:
      operationId: changeAccount
      requestBody: { content: { application/json: { schema: { properties: { owner: { type: integer } } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: ${account} } } } }
  /limits:
    get:
      operationId: getLimits
      responses: { '200': { description: ok, content: { application/json: { example: { most: 9223372036854775807 } } } } }
components:
  schemas:
    Account:
      type: object
      required: [owner]
      properties:
        id: { type: integer, format: int64 }
        owner: { type: integer, format: int64, maximum: 9223372036854775807 }
        rate: { type: number }
        limit: { type: integer, format: int64, default: 9007199254740997 }
`;

it('a described API stores, finds, changes and returns numbers with all their digits', async () => {
  const { api } = await describeText('accounts', description);
  const simulators = await serveDescribed(api);
  const send = createSender(simulators);
  const stored = (owner: string) =>
    `{"id":9007199254740993,"owner":${owner},"rate":12345678901234567.89,"limit":9007199254740997}`;
  const made = await send(
    'POST /accounts',
    '{"id":9007199254740993,"owner":9223372036854775807,"rate":12345678901234567.89}',
  );
  expect(made.text).toBe(stored('9223372036854775807'));
  expect((await send('POST /accounts', '{"id":9007199254740992,"owner":1}')).status).toBe(201);
  expect((await send('POST /accounts', '{"owner":9223372036854775808}')).status).toBe(400);
  expect((await send('GET /accounts/9007199254740993')).text).toBe(made.text);
  expect((await send('GET /accounts/9007199254740994')).status).toBe(404);
  expect((await send('GET /accounts?owner=9223372036854775807')).text).toBe(`[${made.text}]`);
  expect((await send('GET /accounts?owner=9223372036854775806')).text).toBe('[]');
  const changed = await send('PATCH /accounts/9007199254740993', '{"owner":9007199254740999}');
  expect(changed.text).toBe(stored('9007199254740999'));
  expect((await send('GET /limits')).text).toBe('{"most":9223372036854775807}');
  const journal = await send('GET /_sim/journal');
  expect(journal.status).toBe(200);
  expect(journal.text).toContain('"owner":9223372036854775807');
  const record = await send('GET /_sim/records/accounts/accounts/9007199254740993');
  expect(record.text).toContain('"owner":9007199254740999');
});
