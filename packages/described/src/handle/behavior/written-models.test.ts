import { readModel } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../../testing/serve-described.js';

const description = `
openapi: 3.1.0
info: { title: Claims, version: '1' }
paths:
  /people:
    post:
      operationId: hire
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, rate: { type: integer } } } } } }
      responses: { '201': { description: Hired, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } }
  /people/{personId}:
    parameters: [{ name: personId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPerson, responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }, '404': { $ref: '#/components/responses/Problem' } } }
  /claims:
    post:
      operationId: startClaim
      parameters: [{ $ref: '#/components/parameters/Who' }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewClaim' } } } }
      responses: { '200': { description: Repeated, content: { application/json: { schema: { $ref: '#/components/schemas/Claim' } } } }, '201': { description: Started, content: { application/json: { schema: { $ref: '#/components/schemas/Claim' } } } }, '401': { $ref: '#/components/responses/Problem' } }
  /claims/{claimId}:
    parameters: [{ name: claimId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getClaim, responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Claim' } } } }, '404': { $ref: '#/components/responses/Problem' } } }
    put:
      operationId: rewriteClaim
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewClaim' } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Claim' } } } }, '404': { $ref: '#/components/responses/Problem' } }
    patch:
      operationId: stepClaim
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [status], properties: { status: { enum: [sent, paid] } } } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Claim' } } } }, '404': { $ref: '#/components/responses/Problem' }, '409': { $ref: '#/components/responses/Problem' } }
  /payouts:
    post:
      operationId: payOut
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { ids: { type: array, items: { type: string } } } } } } }
      responses: { '200': { description: Done, content: { application/json: { schema: { type: object, properties: { paid: { type: array, items: { type: string } }, failed: { type: array, items: {} }, amount: { $ref: '#/components/schemas/Money' }, at: { type: integer } } } } } } }
  /teapot:
    get:
      operationId: brew
      responses: { '200': { description: Tea, content: { application/json: { schema: { type: object, properties: { cups: { type: integer } } } } } }, '409': { $ref: '#/components/responses/Problem' } }
components:
  parameters:
    Who: { name: X-Person, in: header, required: true, schema: { type: string } }
  responses:
    Problem: { description: No, content: { application/problem+json: { schema: { type: object, properties: { title: { type: string }, code: { type: string }, pointer: { type: string } } } } } }
  schemas:
    Money: { type: string, pattern: '^\\d+\\.\\d\\d$' }
    Person:
      type: object
      required: [id, name]
      properties: { id: { type: string }, name: { type: string }, rate: { type: integer }, double: { type: integer }, fixed: { type: integer } }
    NewClaim:
      type: object
      required: [purpose]
      properties: { purpose: { type: string }, cents: { type: integer } }
    Claim:
      type: object
      required: [id, purpose, status]
      properties: { id: { type: string }, purpose: { type: string }, cents: { type: integer }, status: { type: string, enum: [draft, sent, paid] } }
`;

const lifecycle = {
  member: 'status',
  initial: 'draft',
  transitions: {
    send: { on: 'stepClaim', when: 'body.status == "sent"', from: 'draft', to: 'sent' },
    pay: { on: 'stepClaim', when: 'body.status == "paid"', from: 'sent', to: 'paid' },
  },
};

async function serve(model: object) {
  const { api } = await describeText('claims', description, { model: readModel({ understudy: 1, ...model }) });
  return createSender(await serveDescribed(api), { 'x-person': 'ada' });
}

describe('a replacement', () => {
  it('leaves the members that its request does not describe', async () => {
    const call = await serve({
      resources: { claims: { lifecycle } },
      operations: { rewriteClaim: { replace: 'claims' } },
    });
    const { body } = await call('POST /claims', { purpose: 'Trip', cents: 5 });
    await call(`PATCH /claims/${body.id}`, { status: 'sent' });
    const { body: rewritten } = await call(`PUT /claims/${body.id}`, { purpose: 'Fair' });
    expect(rewritten).toEqual({ id: body.id, purpose: 'Fair', status: 'sent' });
    expect((await call(`PATCH /claims/${body.id}`, { status: 'paid' })).body.status).toBe('paid');
  });
});

describe('a value of the creation', () => {
  it('can use members that are always up to date, in any order', async () => {
    const members = {
      fixed: { value: 'self.double + 1', on: 'create' },
      double: { value: 'all("people").size() * 100 + self.rate * 2' },
    };
    const call = await serve({ resources: { people: { members } } });
    await call('POST /people', { name: 'Eve', rate: 1 });
    expect((await call('POST /people', { name: 'Ada', rate: 4 })).body).toMatchObject({ double: 108, fixed: 109 });
  });
});

describe('a repeated request', () => {
  it('has the status that the model states', async () => {
    const idempotent = { header: 'X-Once', status: 200 };
    const call = await serve({ operations: { startClaim: { create: 'claims', idempotent } } });
    const send = () => call('POST /claims', { purpose: 'Trip' }, { 'x-once': '7' });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
  });
});

describe('an exception', () => {
  it('without a body is the error of its name, and with one has the described media type', async () => {
    const call = await serve({
      errors: { dry: { status: 409, message: 'No water' } },
      responses: {
        brew: {
          dry: { if: 'headers["x-dry"] != null', status: 409 },
          told: { status: 409, answer: { title: 'Told' } },
        },
      },
    });
    const refused = [await call('GET /teapot', undefined, { 'x-dry': '1' }), await call('GET /teapot')];
    expect(refused.map(({ body, headers }) => [body.title, headers.get('content-type')?.split(';')[0]])).toEqual([
      ['No water', 'application/problem+json'],
      ['Told', 'application/problem+json'],
    ]);
  });
});
