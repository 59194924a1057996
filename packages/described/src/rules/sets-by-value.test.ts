import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const time = { type: ['string', 'null'], format: 'date-time' };
const flag = { type: 'boolean' };
const loan = {
  type: 'object',
  properties: {
    id: text,
    title: text,
    note: text,
    status: { type: 'string', enum: ['lent', 'returned', 'lost'] },
    returned_at: time,
    lost_at: time,
    isReserved: flag,
    reservedAt: time,
  },
};
const change = {
  type: 'object',
  properties: { ...loan.properties, archived: { type: 'boolean' }, event: text, return: flag, dry_return: flag },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: 'Done', ...json(loan) } };
const description = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans': { post: { operationId: 'lend', requestBody: json(loan), responses: ok } },
    '/loans/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      patch: { operationId: 'changeLoan', requestBody: json(change), responses: ok },
    },
  },
};
const now = '2026-01-15T09:00:00.000Z';

async function lend(model: object) {
  const { api, writeModel } = await describeText('loans', description, {
    model: readModel({ understudy: 1, ...model }),
  });
  const send = createSender(await serveDescribed(api));
  const { body } = await send('POST /loans', { title: 'Drill', status: 'lent' });
  const patch = async (sent: object) => (await send(`PATCH /loans/${body.id}`, sent)).body;
  return { patch, model: writeModel() };
}

it('a new state sets its timestamp, which the full model lists', async () => {
  const { patch, model } = await lend({});
  expect(await patch({ status: 'returned' })).toMatchObject({ status: 'returned', returned_at: now });
  expect(await patch({ event: 'lose' })).toMatchObject({ title: 'Drill' });
  const { stamps } = model.full.resources?.['loans'] ?? {};
  expect(stamps).toEqual({
    status: { returned: { returned_at: '=now' }, lost: { lost_at: '=now' } },
    isReserved: { true: { reservedAt: '=now' }, false: { reservedAt: '=null' } },
  });
  expect(model.full.because).toHaveProperty(['/resources/loans/stamps', 'rule'], 'lifecycle/state-stamps');
  expect(model.readable.resources?.['loans']).not.toHaveProperty('stamps');
});

it('a boolean property sets its timestamp when true and clears it when false', async () => {
  const { patch } = await lend({});
  expect(await patch({ isReserved: true })).toMatchObject({ isReserved: true, reservedAt: now });
  expect(await patch({ isReserved: false })).toMatchObject({ isReserved: false, reservedAt: null });
});

it('the flag "return" sets the state, but the flag "dry_return" does not', async () => {
  const { patch } = await lend({});
  expect(await patch({ dry_return: true })).toMatchObject({ status: 'lent' });
  expect(await patch({ return: true })).toMatchObject({ status: 'returned', returned_at: now });
});

it('a model can change which properties a value sets', async () => {
  const { patch, model } = await lend({
    resources: { loans: { stamps: { status: { returned: null, lost: { note: '=old.title + "!"' } } } } },
    operations: { changeLoan: { flags: { archived: { true: { status: 'lost', lost_at: '=now' } } } } },
  });
  expect((await patch({ status: 'returned' })).returned_at).not.toBe(now);
  expect(await patch({ archived: true })).toMatchObject({ status: 'lost', lost_at: now, note: 'Drill!' });
  expect(model.readable.operations?.['changeLoan']).toHaveProperty('flags.archived.true.status', 'lost');
});

it('a lifecycle transition overrides the state that the operation sets', async () => {
  const { patch } = await lend({
    operations: { changeLoan: { set: { status: 'lost', note: 'checked' } } },
    resources: {
      loans: { lifecycle: { member: 'status', transitions: { back: { on: 'changeLoan', to: 'returned' } } } },
    },
  });
  expect(await patch({ title: 'Drill' })).toMatchObject({ status: 'returned', note: 'checked' });
});

it.each([
  'When the loan was returned or lost.',
  'The moment when the loan was returned or lost; null before.',
  'Set when it is returned or lost, and null in every other status.',
])('a timestamp is set in each state that its description lists: %s', async (said) => {
  const properties = { ...loan.properties, closed_at: { ...time, readOnly: true, description: said } };
  const { api } = await describeText('loans', {
    ...description,
    paths: {
      '/loans': {
        post: {
          operationId: 'lend',
          requestBody: json(loan),
          responses: { 200: { description: 'Done', ...json({ ...loan, properties }) } },
        },
      },
      '/loans/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        patch: {
          operationId: 'changeLoan',
          requestBody: json(change),
          responses: { 200: { description: 'Done', ...json({ ...loan, properties }) } },
        },
      },
    },
  });
  const send = createSender(await serveDescribed(api));
  const { body } = await send('POST /loans', { title: 'Drill', status: 'lent' });
  expect(body.closed_at).toBeNull();
  expect((await send(`PATCH /loans/${body.id}`, { title: 'Saw' })).body.closed_at).toBeNull();
  expect((await send(`PATCH /loans/${body.id}`, { status: 'lost' })).body.closed_at).toBe(now);
});
