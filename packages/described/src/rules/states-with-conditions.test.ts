import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const key = (name: string) => ({ name, in: 'path', required: true, schema: text });
const refusal = (description: string) => ({ description, ...json({ type: 'object', properties: { code: text } }) });

interface Said {
  /** About the moves of a loan. */
  readonly move?: string;
  readonly refused?: string;
  /** About the change of a desk. */
  readonly change?: string;
  readonly desks?: string;
  readonly loans?: string;
}

/** Describes desks, loans at them, and remarks on loans. */
function describeDesks({ move, refused = '', change, desks = 'Desks.', loans = 'Loans.' }: Said): object {
  const states = { type: 'string', enum: ['new', 'open', 'shut'] };
  const steps = ['asked', 'seen', 'granted', 'denied'];
  const collection = (name: string, schema: string, sent: object, more = {}) => ({
    get: {
      tags: [name],
      responses: { '200': { description: 'All', ...json({ type: 'array', items: schemaOf(schema) }) } },
    },
    post: {
      ...{ tags: [name], operationId: `add${schema}`, requestBody: json({ type: 'object', properties: sent }) },
      responses: { '201': { description: 'It', ...json(schemaOf(schema)) } },
      ...more,
    },
  });
  const shown = (schema: string) => ({ '200': { description: 'It', ...json(schemaOf(schema)) } });
  return {
    openapi: '3.1.0',
    info: { title: 'Desks', version: '1' },
    tags: [
      { name: 'desks', description: desks },
      { name: 'loans', description: loans },
    ],
    paths: {
      '/desks': collection('desks', 'Desk', { name: text, limit: { type: 'integer' } }),
      '/desks/{id}': {
        parameters: [key('id')],
        get: { responses: shown('Desk') },
        patch: {
          ...{ tags: ['desks'], operationId: 'changeDesk', description: change },
          requestBody: json({
            type: 'object',
            properties: { name: text, state: { type: 'string', enum: ['open', 'shut'] } },
          }),
          responses: {
            ...shown('Desk'),
            '409': refusal('`bad_step`, when the desk cannot go from its state to the one asked for.'),
          },
        },
      },
      '/loans': collection('loans', 'Loan', { deskId: text, amount: { type: 'integer' } }),
      '/loans/{id}': { parameters: [key('id')], get: { responses: shown('Loan') } },
      '/loans/{id}/moves': {
        parameters: [key('id')],
        post: {
          ...{ tags: ['loans'], operationId: 'moveLoan', description: move },
          requestBody: json({ type: 'object', required: ['to'], properties: { to: { type: 'string', enum: steps } } }),
          responses: { ...shown('Loan'), '409': refusal(refused) },
        },
      },
      '/loans/{loanId}/remarks': { parameters: [key('loanId')], ...collection('remarks', 'Remark', { author: text }) },
    },
    components: {
      schemas: {
        Desk: {
          type: 'object',
          required: ['id', 'state'],
          properties: {
            ...{ id: text, name: text, limit: { type: 'integer' }, state: states },
            openedAt: { type: ['string', 'null'], format: 'date-time', description: 'When the desk was unlocked.' },
          },
        },
        Loan: {
          type: 'object',
          required: ['id', 'deskId', 'state'],
          properties: {
            ...{ id: text, deskId: text, amount: { type: 'integer' } },
            state: { type: 'string', enum: steps, description: 'A new loan is `asked`.' },
          },
        },
        Remark: { type: 'object', required: ['id', 'loanId'], properties: { id: text, loanId: text, author: text } },
      },
    },
  };
}

async function serve(said: Said) {
  const { api } = await describeText('desks', describeDesks(said));
  const call = createSender(await serveDescribed(api));
  const { body: desk } = await call('POST /desks', { name: 'A', limit: 10 });
  const lend = async (amount: number) => (await call('POST /loans', { deskId: desk.id, amount })).body.id;
  const told = async (request: string, body: object) => {
    const { status, body: answer } = await call(request, body);
    return status < 300 ? answer.state : answer.code;
  };
  return { call, desk, lend, told };
}

const refused =
  '`bad_step` if this state cannot be reached from the present one; `above_limit` or `few_remarks` otherwise.';

describe('the conditions for a target state', () => {
  it.each([
    '* **seen** – from `asked`. The `amount` may not be higher than the `limit` of the desk.\n* **granted** – from `seen`, provided that two remarks or more have come in.\n* **denied** – from `asked` or `seen`.',
    'Steps:\n\n- `seen`: only from `asked`. `amount` must not exceed the `limit` of the desk.\n- `granted`: only from `seen`, if it has at least two remarks.\n- `denied`: from `asked` or `seen`.',
    '1. `seen` - from `asked`. The amount cannot be above the limit of the desk.\n2. `granted` - from `seen`. There must be two remarks at least.\n3. `denied` - from `asked`, `seen`.',
    '- **seen** (from `asked`). The amount may not be above the `limit` of the desk.\n- **granted** (from `seen`). It needs two remarks or more.\n- **denied** (from `asked` or `seen`).',
  ])('apply only to that state: %s', async (move) => {
    const { lend, told, call } = await serve({ move, refused });
    const high = await lend(11);
    expect(await told(`POST /loans/${high}/moves`, { to: 'granted' })).toBe('bad_step');
    expect(await told(`POST /loans/${high}/moves`, { to: 'seen' })).toBe('above_limit');
    expect(await told(`POST /loans/${high}/moves`, { to: 'denied' })).toBe('denied');
    const low = await lend(10);
    expect(await told(`POST /loans/${low}/moves`, { to: 'seen' })).toBe('seen');
    expect(await told(`POST /loans/${low}/moves`, { to: 'granted' })).toBe('few_remarks');
    for (const author of ['a', 'b']) await call(`POST /loans/${low}/remarks`, { author });
    expect(await told(`POST /loans/${low}/moves`, { to: 'granted' })).toBe('granted');
  });
});

describe('a tag description about states', () => {
  it.each([
    'A desk begins as `new`. Unlocking turns it into `open`, and an open desk is eventually `shut`. There are no other ways to go.',
    'A desk starts as `new`. Unlocking makes it `open`; from there it ends as `shut`. There is no way back.',
    'A desk starts out as `new`. Unlocking takes it to `open`. An open desk is finally `shut`. No other steps are possible.',
  ])('defines the allowed transitions and their timestamp: %s', async (desks) => {
    const { desk, told, call } = await serve({ desks, change: 'Changes a desk. A new one can be changed freely.' });
    expect(desk).toMatchObject({ state: 'new', openedAt: null });
    expect(await told(`PATCH /desks/${desk.id}`, { state: 'shut' })).toBe('bad_step');
    expect(await told(`PATCH /desks/${desk.id}`, { state: 'open' })).toBe('open');
    expect((await call(`GET /desks/${desk.id}`)).body.openedAt).toEqual(expect.any(String));
    expect(await told(`PATCH /desks/${desk.id}`, { name: 'B' })).toBe('open');
    expect(await told(`PATCH /desks/${desk.id}`, { state: 'shut' })).toBe('shut');
    expect(await told(`PATCH /desks/${desk.id}`, { state: 'open' })).toBe('bad_step');
  });

  it.each(['A desk begins as `new`. Perhaps it should become `open`.', 'Desks can be `new`, `open` or `shut`.'])(
    'defines no transitions: %s',
    async (desks) => {
      const { desk, told } = await serve({ desks, change: 'Changes a desk.' });
      expect(await told(`PATCH /desks/${desk.id}`, { state: 'shut' })).toBe('shut');
    },
  );
});

it.each([
  'The first remark takes an asked loan to `seen`, nobody has to do that by hand.',
  'With the first remark, loans go on. A remark moves an asked loan to `seen`.',
])('creating a nested record changes the state of its parent: %s', async (loans) => {
  const { lend, call } = await serve({ loans });
  const loan = await lend(1);
  await call(`POST /loans/${loan}/remarks`, { author: 'a' });
  expect((await call(`GET /loans/${loan}`)).body.state).toBe('seen');
});
