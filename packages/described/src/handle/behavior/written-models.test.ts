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
      properties: { id: { type: string }, purpose: { type: string }, cents: { type: integer }, created_at: { type: string, format: date-time }, status: { type: string, enum: [draft, sent, paid] } }
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

describe('an operation on several records', () => {
  it('meets the conditions of the operation on one record that it repeats', async () => {
    const amount = '=results.filter(r, r.ok).map(r, r.self.cents).sum() / 100';
    const answer = {
      paid: '=results.filter(r, r.ok).map(r, r.item)',
      failed: '=results.filter(r, !r.ok).map(r, [r.item, r.code])',
      ...{ amount, at: '=now' },
    };
    const call = await serve({
      errors: { state: { status: 409, code: 'illegal' }, missing: { code: 'unknown' }, dear: { status: 422 } },
      resources: { claims: { lifecycle } },
      operations: {
        stepClaim: {
          act: 'claims',
          needs: { dear: 'body.status != "paid" || find("claims", path.claimId).cents < 9000' },
        },
        payOut: { each: 'body.ids', act: 'claims', as: 'stepClaim', key: 'item', with: { status: 'paid' }, answer },
      },
    });
    const ids: string[] = [];
    for (const cents of [1050, 200, 9900]) ids.push((await call('POST /claims', { purpose: 'Trip', cents })).body.id);
    const [first, draft, dear] = ids;
    for (const id of [first, dear]) await call(`PATCH /claims/${id}`, { status: 'sent' });
    const { body } = await call('POST /payouts', { ids: [first, first, draft, dear, 'none'] });
    const failed = [
      [first, 'illegal'],
      [draft, 'illegal'],
      [dear, 'dear'],
      ['none', 'unknown'],
    ];
    expect(body).toEqual({ paid: [first], failed, amount: '10.50', at: 1768467600 });
    expect((await call(`GET /claims/${draft}`)).body.status).toBe('draft');
  });
});

describe('a replacement', () => {
  it('leaves the members that its request does not describe', async () => {
    const call = await serve({
      resources: { claims: { lifecycle } },
      operations: { rewriteClaim: { replace: 'claims' } },
    });
    const { body } = await call('POST /claims', { purpose: 'Trip', cents: 5 });
    await call(`PATCH /claims/${body.id}`, { status: 'sent' });
    const { body: rewritten } = await call(`PUT /claims/${body.id}`, { purpose: 'Fair' });
    expect(rewritten).toEqual({ id: body.id, purpose: 'Fair', status: 'sent', created_at: body.created_at });
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

describe('a reference', () => {
  it.each(['refuse', 'invent'])('to an unknown record follows http.unknownIds: %s', async (unknownIds) => {
    const members = { purpose: { refersTo: 'people' } };
    const call = await serve({ http: { unknownIds }, resources: { claims: { members } } });
    expect((await call('POST /claims', { purpose: 'nobody' })).status).toBe(unknownIds === 'refuse' ? 422 : 201);
  });
});

describe('the time of a creation', () => {
  it('is none of the request if its description lacks it', async () => {
    const call = await serve({});
    const { body } = await call('POST /claims', { purpose: 'Trip', created_at: '2020-01-01T00:00:00Z' });
    expect(body.created_at).toBe('2026-01-15T09:00:00.000Z');
  });
});

describe('the error of a condition', () => {
  const errors = { invalid: { message: 'Invalid' }, closed: { status: 409, message: 'The claim is {self.status}' } };

  it('has its own message and member before those of its kind', async () => {
    const call = await serve({
      errors: { ...errors, duplicate: { message: 'Duplicate' } },
      resources: {
        people: { unique: { name: { members: ['name', 'rate'], field: 'name', message: '{self.name} is taken' } } },
        claims: { holds: { cheap: { that: 'self.cents < 99', field: 'cents', message: 'Too much' } } },
      },
      operations: {
        startClaim: { needs: { invalid: { that: 'body.purpose != "-"', field: 'purpose', message: 'No purpose' } } },
      },
    });
    await call('POST /people', { name: 'Ada', rate: 1 });
    const refused = [
      await call('POST /people', { name: 'ADA', rate: 1 }),
      await call('POST /claims', { purpose: 'Trip', cents: 100 }),
      await call('POST /claims', { purpose: '-' }),
    ];
    expect(refused.map(({ body }) => [body.title, body.pointer])).toEqual([
      ['ADA is taken', '/name'],
      ['Too much', '/cents'],
      ['No purpose', '/purpose'],
    ]);
  });

  it('is about the record, of which an unknown one is not found', async () => {
    const call = await serve({
      errors: { ...errors, body: { title: '=error.message', code: '=self == null ? error.code : self.purpose' } },
      operations: { rewriteClaim: { needs: { closed: 'find("claims", path.claimId).purpose == "Trip"' } } },
    });
    const { body } = await call('POST /claims', { purpose: 'Fair' });
    const closed = await call(`PUT /claims/${body.id}`, { purpose: 'Trip' });
    expect(closed.body).toEqual({ title: `The claim is ${body.status}`, code: 'Fair' });
    expect((await call('PUT /claims/none', { purpose: 'Trip' })).status).toBe(404);
  });

  it('says by default what its status means', async () => {
    const needs = { no: 'false' };
    const said = async (status: number) => {
      const call = await serve({ errors: { no: { status } }, operations: { brew: { needs, answer: { cups: 1 } } } });
      return (await call('GET /teapot')).body.title;
    };
    expect([await said(403), await said(404), await said(422), await said(409)]).toEqual([
      'The caller is not allowed to do this',
      'There is no such record',
      'The request is invalid',
      'The request is not possible in this state',
    ]);
  });

  it('about who calls comes before the check of the request', async () => {
    const call = await serve({
      errors: { unauthenticated: { code: 'who_are_you' } },
      operations: { startClaim: { needs: { unauthenticated: 'headers["x-person"] == "ada"' } } },
    });
    for (const sender of ['eve', '']) {
      const refused = await call('POST /claims', { purpose: 'Trip' }, { 'x-person': sender });
      expect([refused.status, refused.body.code]).toEqual([401, 'who_are_you']);
    }
    expect((await call('POST /claims', {})).status).toBe(400);
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
