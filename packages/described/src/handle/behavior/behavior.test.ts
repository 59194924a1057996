import { fileURLToPath } from 'node:url';
import { readModel } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../describe-api.js';
import { createSender, describeText, serveDescribed } from '../../testing/serve-described.js';

const file = fileURLToPath(new URL('../../testing/workshop.yaml', import.meta.url));

async function serve(model: object) {
  const { api } = await describeApi(file, { model: readModel({ understudy: 1, ...model }) });
  return createSender(await serveDescribed(api));
}

const parts = {
  'parts[].amount': { value: 'round(item.count * item.price, 2)' },
  price: { value: 'self.parts.map(p, p.amount).sum()' },
};

describe('computed properties', () => {
  it('are recalculated on create and replace, whatever the client sends', async () => {
    const call = await serve({ resources: { repairs: { members: parts } } });
    const { body: created } = await call('POST /repairs', {
      clientId: 'c',
      price: 1,
      parts: [{ count: 3, price: 1.1, amount: 9 }],
    });
    expect(created).toMatchObject({ price: 3.3, parts: [{ count: 3, price: 1.1, amount: 3.3 }] });
    const { body: replaced } = await call(`PUT /repairs/${created.id}`, {
      clientId: 'c',
      parts: [
        { count: 1, price: 0.1 },
        { count: 1, price: 0.2 },
      ],
    });
    expect(replaced.price).toBe(0.3);
    expect((await call(`GET /repairs/${created.id}`)).body.price).toBe(0.3);
  });

  it('that depend on other records are up to date in reads and lists', async () => {
    const call = await serve({
      resources: {
        clients: {
          members: {
            repairs: { value: 'of("repairs").size()' },
            spent: { value: 'of("repairs").map(r, r.price).sum()' },
          },
        },
        repairs: {
          members: {
            ...parts,
            clientId: { refersTo: 'clients' },
            clientName: { value: 'find("clients", self.clientId).name' },
          },
          holds: { few: { that: 'of("repairs", find("clients", self.clientId)).size() < 2' } },
        },
      },
    });
    const { body: client } = await call('POST /clients', { name: 'Ada' });
    expect(client).toMatchObject({ repairs: 0, spent: 0 });
    const { body: repair } = await call('POST /repairs', { clientId: client.id, parts: [{ count: 2, price: 5 }] });
    expect(repair).toMatchObject({ clientName: 'Ada', price: 10 });
    expect((await call('GET /clients')).body).toMatchObject([{ repairs: 1, spent: 10 }]);
    const more = [
      await call('POST /repairs', { clientId: client.id }),
      await call('POST /repairs', { clientId: client.id }),
    ];
    expect(more.map(({ status }) => status < 300)).toEqual([true, false]);
  });
});

describe('references', () => {
  const relations = { repairs: { members: { clientId: { refersTo: 'clients', deleted: 'refuse' } } } };

  it('to unknown records are rejected, and nothing is stored', async () => {
    const call = await serve({
      resources: relations,
      errors: { reference: { status: 422, message: 'Unknown client {self.clientId}' } },
    });
    const refused = await call('POST /repairs', { clientId: 'nobody' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Unknown client nobody');
    expect((await call('GET /repairs')).body).toEqual([]);
  });

  it('prevent the deletion of the referenced record or cascade it', async () => {
    const call = await serve({ resources: relations, errors: { state: { message: 'Already {self.status}' } } });
    const { body: client } = await call('POST /clients', { name: 'Ada' });
    const { body: repair } = await call('POST /repairs', { clientId: client.id });
    const prevented = await call(`DELETE /clients/${client.id}`);
    expect([prevented.status, prevented.text]).toEqual([409, expect.stringContaining('has one of repairs')]);
    expect((await call(`GET /clients/${client.id}`)).status).toBe(200);

    const follow = await serve({
      resources: { repairs: { members: { clientId: { refersTo: 'clients', deleted: 'remove' } } } },
    });
    const { body: other } = await follow('POST /clients', { name: 'Eve' });
    await follow('POST /repairs', { clientId: other.id });
    expect((await follow(`DELETE /clients/${other.id}`)).status).toBe(204);
    expect((await follow(`GET /repairs/${repair.id}`)).status).toBe(404);
  });
});

describe('a lifecycle', () => {
  const lifecycle = {
    member: 'status',
    initial: 'open',
    transitions: {
      edit: { on: 'replaceRepair', from: 'open' },
      finish: {
        on: 'finishRepair',
        from: 'open',
        to: 'finished',
        set: { finishedAt: '=now' },
        needs: { empty: 'self.parts.size() > 0' },
      },
    },
  };

  it('starts in its initial state and sets properties in a transition', async () => {
    const call = await serve({ resources: { repairs: { lifecycle } } });
    const { body: repair } = await call('POST /repairs', { clientId: 'c', parts: [{ count: 1, price: 1 }] });
    expect(repair).toMatchObject({ status: 'open', finishedAt: null });
    const { body: finished } = await call(`POST /repairs/${repair.id}/finish`);
    expect(finished).toMatchObject({ status: 'finished', finishedAt: '2026-01-15T09:00:00.000Z' });
  });

  it('changes state when a computed property meets a condition', async () => {
    const transitions = {
      busy: { when: 'self.price >= 10 && self.clientName == "open"', from: 'open', to: 'finished' },
    };
    const members = {
      price: { value: 'all("clients").size() * 10' },
      clientName: { value: 'all("clients").size() < 9 ? self.status : ""' },
    };
    const call = await serve({ resources: { repairs: { members, lifecycle: { ...lifecycle, transitions } } } });
    const { body: repair } = await call('POST /repairs', { clientId: 'c' });
    expect(repair).toMatchObject({ status: 'open', price: 0 });
    await call('POST /clients', { name: 'Ada' });
    const { body } = await call(`GET /repairs/${repair.id}`);
    expect(body).toMatchObject({ status: 'finished', clientName: 'finished', price: 10 });
    expect((await call('GET /repairs')).body).toMatchObject([{ status: 'finished', clientName: 'finished' }]);
  });

  it('reports a failed condition in plain words', async () => {
    const members = { clientId: { refersTo: 'clients', where: 'target.name != "Eve"' } };
    const call = await serve({
      resources: { repairs: { lifecycle, members, holds: { cheap: { that: 'self.bay != "9"' } } } },
      operations: { createRepair: { create: 'repairs', needs: { invalid: 'body.bay != "8"' } } },
    });
    const [ada, eve] = [await call('POST /clients', { name: 'Ada' }), await call('POST /clients', { name: 'Eve' })];
    const start = (bay: string, client = ada) => call('POST /repairs', { clientId: client.body.id, bay });
    const { body: repair } = await start('1');
    for (const sent of [await start('8'), await start('9'), await call(`POST /repairs/${repair.id}/finish`)])
      expect(sent.text).toMatch(/"The request is (?:invalid|not possible in this state)"/);
    expect((await start('1', eve)).text).toMatch(/The client .* cannot be used"/);
  });

  it('rejects requests that its state or a condition forbids, with the modelled error', async () => {
    const call = await serve({
      resources: { repairs: { lifecycle } },
      errors: { state: { status: 409, message: 'Already {self.status}' }, empty: { status: 422, code: 'no_parts' } },
    });
    const { body: empty } = await call('POST /repairs', { clientId: 'c' });
    expect((await call(`POST /repairs/${empty.id}/finish`)).status).toBe(422);
    const { body: repair } = await call('POST /repairs', { clientId: 'c', parts: [{ count: 1, price: 1 }] });
    await call(`POST /repairs/${repair.id}/finish`);
    const again = await call(`POST /repairs/${repair.id}/finish`);
    expect(again.status).toBe(409);
    expect(again.text).toContain('Already finished');
    expect((await call(`PUT /repairs/${repair.id}`, { clientId: 'c' })).status).toBe(409);
    expect((await call(`GET /repairs/${repair.id}`)).body.parts).toHaveLength(1);
  });
});

describe('constraints across records', () => {
  it('keep values unique, ignoring case', async () => {
    const call = await serve({ resources: { clients: { unique: { email: { members: ['email'] } } } } });
    expect((await call('POST /clients', { name: 'Ada', email: 'a@b.example' })).status).toBe(201);
    expect((await call('POST /clients', { name: 'Eve', email: 'A@b.example' })).status).toBe(409);
    expect((await call('POST /clients', { name: 'Eve' })).status).toBe(201);
  });

  it('enforce conditions such as non-overlapping time ranges', async () => {
    const free = '!others("repairs").exists(o, o.bay == self.bay && o.start < self.end && self.start < o.end)';
    const call = await serve({
      resources: { repairs: { holds: { free: { that: free, otherwise: 'taken', message: 'The bay is taken' } } } },
      errors: { taken: { status: 409 } },
    });
    const at = (bay: string, from: number) => ({
      clientId: 'c',
      bay,
      start: `2026-01-20T${from}:00:00Z`,
      end: `2026-01-20T${from + 2}:00:00Z`,
    });
    expect((await call('POST /repairs', at('1', 10))).status).toBe(201);
    expect((await call('POST /repairs', at('1', 12))).status).toBe(201);
    expect((await call('POST /repairs', at('2', 11))).status).toBe(201);
    const refused = await call('POST /repairs', at('1', 11));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('The bay is taken');
  });
});

describe('lists', () => {
  it('can be filtered by conditions on computed properties and sorted as modelled', async () => {
    const call = await serve({
      resources: { repairs: { members: { ...parts, number: { form: 'R-{sequence:3}' } }, order: '-number' } },
      operations: { listRepairs: { where: { minPrice: 'self.price >= value' } } },
    });
    for (const price of [5, 10, 20]) await call('POST /repairs', { clientId: 'c', parts: [{ count: 1, price }] });
    const { body } = await call('GET /repairs?minPrice=10');
    expect(body.map(({ number, price }: { number: string; price: number }) => [number, price])).toEqual([
      ['R-003', 20],
      ['R-002', 10],
    ]);
  });
});

describe('an operation without a resource', () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Stock', version: '1' },
    paths: {
      '/boxes': {
        post: {
          operationId: 'addBox',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } },
          responses: {
            201: {
              description: 'Created',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
            },
          },
        },
      },
      '/boxes/{id}': {
        get: {
          operationId: 'getBox',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
            },
          },
        },
      },
      '/report': {
        get: {
          operationId: 'getReport',
          parameters: [{ name: 'least', in: 'query', schema: { type: 'integer' } }],
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { boxes: { type: 'integer' }, at: { type: 'string' } } },
                },
              },
            },
            422: { description: 'Invalid' },
          },
        },
      },
    },
    components: {
      schemas: {
        Box: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', readOnly: true }, weight: { type: 'integer' } },
        },
      },
    },
  };

  it('returns the modelled body unless a condition fails', async () => {
    const getReport = {
      answer: { boxes: '=all("boxes").filter(b, b.weight >= query.least).size()', at: '=now' },
      needs: { invalid: 'query.least >= 0' },
    };
    const model = readModel({ understudy: 1, operations: { getReport } });
    const { api } = await describeText('stock', description, { model });
    const call = createSender(await serveDescribed(api));
    for (const weight of [1, 5, 9]) await call('POST /boxes', { weight });
    expect((await call('GET /report?least=5')).body).toEqual({ boxes: 2, at: '2026-01-15T09:00:00.000Z' });
    expect((await call('GET /report?least=-1')).status).toBe(422);
  });
});

describe('an invalid model', () => {
  it('is rejected with each unknown name and the nearest known one', async () => {
    const model = {
      resources: {
        repairs: {
          members: { price: { value: 'self.part.size()' } },
          lifecycle: { member: 'status', transitions: { finish: { on: 'finishRepairs' } } },
        },
        clints: { order: 'name' },
      },
    };
    await expect(serve(model)).rejects.toThrow(/self\.part\.size\(\).*Did you mean "parts"/s);
    await expect(serve(model)).rejects.toThrow(/There is no operation "finishRepairs"\. Did you mean "finishRepair"/);
    await expect(serve(model)).rejects.toThrow(/There is no resource "clints"\. Did you mean "clients"/);
  });

  it('is rejected if it does not match the schema of models', () => {
    expect(() => readModel({ understudy: 1, resources: { repairs: { lifecycl: {} } } })).toThrow(/lifecycl/);
    expect(() => readModel({ understudy: 2 })).toThrow(/understudy/);
  });

  it('makes a request fail if an expression reads too many records', async () => {
    const costly = 'all("clients").all(a, all("clients").all(b, all("clients").all(c, c.name != "x")))';
    const call = await serve({ resources: { clients: { holds: { costly: { that: costly } } } } });
    let last = await call('POST /clients', { name: 'n' });
    for (let count = 0; count < 80 && last.status === 201; count += 1)
      last = await call('POST /clients', { name: 'n' });
    expect(last.status).toBe(422);
    expect(last.text).toContain('steps');
  }, 90_000);
});
