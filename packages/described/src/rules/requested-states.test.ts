import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const states = ['asked', 'accepted', 'declined', 'mended', 'dropped'];
const moment = { type: ['string', 'null'], format: 'date-time' };
const repair = { $ref: '#/components/schemas/Repair' };
const described = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    ...{ id: text, item: text, status: { type: 'string', enum: states } },
    ...{ mendedAt: moment, droppedAt: moment, declineReason: { type: ['string', 'null'] } },
  },
};

/** Describes repairs, with an action whose request names a state. */
function describeRepairs(body: object, refused: string, tag = 'Repairs.'): object {
  const shown = { description: 'It', ...json(repair) };
  return {
    openapi: '3.1.0',
    info: { title: 'Repairs', version: '1' },
    tags: [{ name: 'repairs', description: tag }],
    components: { schemas: { Repair: described } },
    paths: {
      '/repairs': {
        get: {
          operationId: 'listRepairs',
          responses: { '200': { description: 'All', ...json({ type: 'array', items: repair }) } },
        },
        post: {
          operationId: 'askRepair',
          description: 'A new repair is `asked`.',
          requestBody: json({ type: 'object', properties: { item: text } }),
          responses: { '201': shown },
        },
      },
      '/repairs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'getRepair', responses: { '200': shown } },
      },
      '/repairs/{id}/moves': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        post: {
          operationId: 'moveRepair',
          tags: ['repairs'],
          requestBody: json({ type: 'object', properties: { ...body, reason: text } }),
          responses: {
            '200': shown,
            '409': { description: refused, ...json({ type: 'object', properties: { code: text } }) },
          },
        },
      },
    },
  };
}

async function serve(...said: Parameters<typeof describeRepairs>) {
  const { api } = await describeText('repairs', describeRepairs(...said));
  const call = createSender(await serveDescribed(api));
  const { body: made } = await call('POST /repairs', { item: 'Radio' });
  return { call, move: async (body: object) => (await call(`POST /repairs/${made.id}/moves`, body)).body };
}

const table = `
Possible moves:

| From | To | Sets |
|---|---|---|
| \`asked\` | \`accepted\` or \`declined\` | nothing |
| \`accepted\` | \`mended\`, \`dropped\` | the time |

Everything else is refused with \`wrong_move\`.`;

it.each([
  [table],
  ['`asked` → `accepted`, `declined`; `accepted` → `mended`, `dropped`. Any other move is a 409 with `wrong_move`.'],
  ['From `asked` it goes to `accepted` or `declined`, from `accepted` to `mended` or `dropped`. No other step exists.'],
])('an action moves the record to the state in its request body: %s', async (says) => {
  const { move } = await serve({ to: { type: 'string', enum: states } }, 'Refused: `wrong_move`.', says);
  expect(await move({ to: 'mended' })).toMatchObject({ code: 'wrong_move' });
  expect(await move({ to: 'asked' })).toMatchObject({ code: 'wrong_move' });
  expect(await move({ to: 'accepted' })).toMatchObject({ status: 'accepted', mendedAt: null });
  expect(await move({ to: 'accepted' })).toMatchObject({ code: 'wrong_move' });
  expect(await move({ to: 'mended' })).toMatchObject({
    status: 'mended',
    mendedAt: expect.any(String),
    droppedAt: null,
  });
});

it.each([
  [{ accept: { type: 'boolean' } }, { accept: true }, { accept: false }],
  [{ accepted: { type: 'boolean' } }, { accepted: true }, { accepted: false }],
  [{ decision: { type: 'string', enum: ['accept', 'decline'] } }, { decision: 'accept' }, { decision: 'decline' }],
  [{ outcome: { type: 'string', enum: ['accepted', 'declined'] } }, { outcome: 'accepted' }, { outcome: 'declined' }],
])('a decision sets the matching state, and only once: %o', async (body, yes, no) => {
  const { move } = await serve(body, 'It has been decided before (`decided`).');
  expect(await move({ ...no, reason: 'Too old' })).toMatchObject({ status: 'declined', declineReason: 'Too old' });
  expect(await move(yes)).toMatchObject({ code: 'decided' });
  const other = await serve(body, 'It has been decided before (`decided`).');
  expect(await other.move({ ...yes, reason: 'Fine' })).toMatchObject({ status: 'accepted', declineReason: null });
});

it.each([
  'Only for `asked` repairs. `take` turns the repair into `accepted`, `leave` into `declined`.',
  'The repair has to be `asked`. `take` moves it to `accepted` and `leave` moves it to `declined`.',
  'Only `asked` repairs can be decided. `take` sets it to `accepted`, `leave` to `declined`.',
])('a request value sets the state that the description assigns to it: %s', async (says) => {
  const { move } = await serve(
    { choice: { type: 'string', enum: ['take', 'leave'] } },
    'It has been decided before (`decided`).',
  );
  expect(await move({ choice: 'take' })).toMatchObject({ status: 'asked' });
  const described = describeRepairs(
    { choice: { type: 'string', enum: ['take', 'leave'] } },
    'It has been decided before (`decided`).',
  );
  const paths = (described as { paths: Record<string, { post: object }> }).paths;
  Object.assign(paths['/repairs/{id}/moves']?.post ?? {}, { description: says });
  const { api } = await describeText('repairs', described);
  const send = createSender(await serveDescribed(api));
  const { body } = await send('POST /repairs', { item: 'Radio' });
  expect((await send(`POST /repairs/${body.id}/moves`, { choice: 'leave' })).body).toMatchObject({
    status: 'declined',
  });
  expect((await send(`POST /repairs/${body.id}/moves`, { choice: 'take' })).body).toMatchObject({ code: 'decided' });
});

it('demo records have different states with matching timestamps', async () => {
  const to = { type: 'string', enum: states };
  const { api } = await describeText('repairs', describeRepairs({ to }, 'Refused: `wrong_move`.', table));
  const call = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { repairs: { '*': 30 } } } }),
  );
  const { body } = await call('GET /repairs');
  const found = new Set(body.map(({ status }: { status: string }) => status));
  expect(found.size).toBeGreaterThan(2);
  for (const each of body)
    expect([each.status, each.mendedAt !== null]).toEqual([each.status, each.status === 'mended']);
});

it.each([
  [{ kind: { type: 'string', enum: ['small', 'large'] } }, { kind: 'small' }],
  [{ to: { type: 'string', enum: ['accepted', 'Prague'] } }, { to: 'accepted' }],
  [{ urgent: { type: 'boolean' } }, { urgent: true }],
])('reads no state change from the request property: %o', async (body, sent) => {
  const { move } = await serve(body, 'Refused.');
  expect(await move(sent)).toMatchObject({ status: 'asked' });
});
