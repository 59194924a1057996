import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const object = (properties: Schema) => ({ type: 'object', properties, required: Object.keys(properties) });
const key = { name: 'id', in: 'path', required: true, schema: text };
const shown = (status = 200) => ({ [status]: { description: 'It', ...json({ $ref: '#/components/schemas/Bill' }) } });
const keys = (name: string) => ({ requestBody: json(object({ [name]: { type: 'array', items: text } })) });
const results = (members: Schema) => ({
  200: { description: 'Results', ...json(object({ results: { type: 'array', items: object(members) } })) },
});
const refused = { 409: { description: 'It is not `open` (`not_open`).', ...json(object({ code: text })) } };

const bills = (bulk: Schema) => ({
  ...{ openapi: '3.1.0', info: { title: 'Bills', version: '1' } },
  paths: {
    '/bills': {
      get: {
        operationId: 'listBills',
        responses: {
          200: { description: 'All', ...json({ type: 'array', items: { $ref: '#/components/schemas/Bill' } }) },
        },
      },
      post: { operationId: 'addBill', requestBody: json(object({ title: text })), responses: shown(201) },
    },
    '/bills/{id}': { parameters: [key], get: { operationId: 'getBill', responses: shown() } },
    '/bills/{id}/approve': {
      parameters: [key],
      post: {
        operationId: 'approveBill',
        description: 'Only an `open` bill can be approved.',
        responses: { ...shown(), ...refused },
      },
    },
    ...bulk,
  },
  components: {
    schemas: { Bill: object({ id: text, title: text, status: { type: 'string', enum: ['open', 'approved'] } }) },
  },
});

async function approveTwice(path: string, list: string, members: Schema) {
  const operation = { operationId: 'approveMany', ...keys(list), responses: results(members) };
  const { api } = await describeText('bills', bills({ [path]: { post: operation } }));
  const send = createSender(await serveDescribed(api));
  const [one, other] = [
    (await send('POST /bills', { title: 'A' })).body.id,
    (await send('POST /bills', { title: 'B' })).body.id,
  ];
  await send(`POST /bills/${one}/approve`);
  const { body } = await send(`POST ${path}`, { [list]: [one, other] });
  return { body, one, other };
}

describe('a bulk request', () => {
  it.each([
    ['/bills/bulk-approve', 'ids'],
    ['/bills/approve-many', 'billIds'],
    ['/bills/batch_approve', 'ids'],
  ])('%s performs the single-record action for each id, and returns the results in order', async (path, list) => {
    const code = { type: ['string', 'null'] };
    const { body, one, other } = await approveTwice(path, list, { id: text, ok: { type: 'boolean' }, error: code });
    expect(body).toEqual({
      results: [
        { id: one, ok: false, error: 'not_open' },
        { id: other, ok: true, error: null },
      ],
    });
  });

  it('returns the new state or the refusal of each record', async () => {
    const result = { type: 'string', enum: ['open', 'approved', 'refused'] };
    const { body, one, other } = await approveTwice('/bills/bulk-approve', 'ids', {
      billId: text,
      result,
      code: { type: ['string', 'null'] },
    });
    expect(body.results).toMatchObject([
      { billId: one, result: 'refused', code: 'not_open' },
      { billId: other, result: 'approved' },
    ]);
  });

  it.each([
    ['/bills/bulk-approve', { color: text }],
    ['/bills/approve-all', { id: text, ok: { type: 'boolean' } }],
  ])('%s is not recognized if its path or its result properties do not match', async (path, members) => {
    const operation = { operationId: 'approveMany', ...keys('ids'), responses: results(members) };
    const { writeModel } = await describeText('bills', bills({ [path]: { post: operation } }));
    expect(writeModel().full.operations?.['approveMany']?.as).toBeUndefined();
  });
});
