import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const text = { type: 'string' };
const visit = { $ref: '#/components/schemas/Visit' };
const states = ['asked', 'fixed', 'open', 'closed', 'missed'];

/** Describes visits. A change can set their state. */
function describeVisits(change: string, refused: string, status = 'The state of the visit.'): object {
  const shown = { content: json(visit), description: 'It' };
  const members = { room: text, day: text, note: text };
  return {
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': {
        get: {
          operationId: 'listVisits',
          responses: { '200': { description: 'All', content: json({ type: 'array', items: visit }) } },
        },
        post: {
          operationId: 'addVisit',
          description: 'A new visit is `asked`.',
          requestBody: { content: json({ type: 'object', properties: members }) },
          responses: { '201': shown },
        },
      },
      '/visits/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'getVisit', responses: { '200': shown, '404': { description: 'None' } } },
        patch: {
          operationId: 'changeVisit',
          description: change,
          requestBody: {
            content: json({ type: 'object', properties: { ...members, status: { type: 'string', enum: states } } }),
          },
          responses: {
            '200': shown,
            '409': {
              description: refused,
              content: json({ type: 'object', required: ['code'], properties: { code: text } }),
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Visit: {
          type: 'object',
          required: ['id', 'status'],
          properties: { id: text, ...members, status: { type: 'string', enum: states, description: status } },
        },
      },
    },
  };
}

async function serve(...said: Parameters<typeof describeVisits>) {
  const { api } = await describeText('visits', describeVisits(...said));
  const call = createSender(await serveDescribed(api));
  const { body } = await call('POST /visits', {});
  return async (change: object) => {
    const { status, body: answer } = await call(`PATCH /visits/${body.id}`, change);
    return status === 200 ? answer.status : answer.code;
  };
}

const refused = 'The step is not possible (`wrong_step`) or the room is in use (`room_taken`).';

describe('the state transitions that an update allows', () => {
  it.each([
    'An `asked` visit can become `fixed` or `missed`; one that is `fixed` can become `open`, and one that is `open` can become `closed`.',
    '`asked` → `fixed`, `missed`; `fixed` → `open`; `open` → `closed`',
    'Possible steps: `asked` to `fixed` or `missed`, `fixed` to `open`, `open` to `closed`. Any other step is answered with 409.',
    'From `asked` it can go to `fixed` or `missed`. From `fixed` it can go to `open`. From `open` to `closed`.',
    'A visit moves from `asked` to `fixed` or `missed`, from `fixed` to `open` and from `open` to `closed`.',
    '- `asked` -> `fixed`, `missed`\n- `fixed` -> `open`\n- `open` -> `closed`',
    'A visit is `asked` first. The office either fixes it (`fixed`) or gives it up (`missed`); a fixed visit ends up as `open`, and an open one becomes `closed`. There is no other way.',
    'An asked visit can be set to fixed or missed. A fixed visit can be changed to open. An open visit can only become closed.',
    '`asked` may be followed by `fixed` or `missed`. `fixed` is followed by `open`. `open` leads to `closed`.',
  ])('are read from the description of the operation: %s', async (change) => {
    const send = await serve(change, refused);
    expect(await send({ status: 'open' })).toBe('wrong_step');
    expect(await send({ status: 'fixed' })).toBe('fixed');
    expect(await send({ status: 'missed' })).toBe('wrong_step');
    expect(await send({ note: 'Bring a ladder' })).toBe('fixed');
    expect(await send({ status: 'open' })).toBe('open');
    expect(await send({ status: 'closed' })).toBe('closed');
    expect(await send({ status: 'asked' })).toBe('wrong_step');
  });

  it('are read from the description of the property', async () => {
    const send = await serve('Changes a visit.', refused, '`asked` → `fixed` → `open` → `closed`');
    expect(await send({ status: 'open' })).toBe('wrong_step');
    expect(await send({ status: 'fixed' })).toBe('fixed');
  });

  it('include the current state, unless the description rejects all other transitions', async () => {
    const steps = 'An `asked` visit can become `fixed`.';
    const send = await serve(`${steps} Any other step is answered with 409 \`not_a_step\`.`, 'Refused.');
    expect(await send({ status: 'asked' })).toBe('not_a_step');
    expect(await (await serve(steps, refused))({ status: 'asked' })).toBe('asked');
  });

  it.each([
    'An `asked` visit usually becomes `fixed`.',
    'If you ask for it, a visit goes from `asked` to `fixed`.',
    'Changes `asked` and `fixed` visits.',
  ])('are not guessed from: %s', async (change) => {
    expect(await (await serve(change, refused))({ status: 'closed' })).toBe('closed');
  });
});

describe('properties that can be changed only in some states', () => {
  it.each([
    "`room` and `day` can be changed while the visit is `asked`; later on they can't (`too_late`).",
    '`room` and `day` can only be changed while the visit is asked (`too_late`).',
    'The room and the day can be changed only as long as the visit is asked (`too_late`).',
    '`room` and `day` cannot be changed once the visit is fixed (`too_late`).',
    'Once the visit is fixed, `room` and `day` can no longer be changed (`too_late`).',
    '`room`, `day` may be changed until the visit is fixed (`too_late`).',
    '**Place and time.** `room` and `day` can be changed while it is `asked` (`too_late`).',
  ])('are rejected in other states: %s', async (change) => {
    const send = await serve(`${change} A visit can be called off at any time.`, refused);
    expect(await send({ room: 'A', day: 'Monday' })).toBe('asked');
    expect(await send({ status: 'fixed' })).toBe('fixed');
    expect(await send({ room: 'B' })).toBe('too_late');
    expect(await send({ note: 'Bring a ladder' })).toBe('fixed');
  });
});
