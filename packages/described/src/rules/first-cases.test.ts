import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };

interface Records {
  readonly noun: string;
  readonly states: readonly string[];
  readonly members: Readonly<Record<string, object>>;
}

/** Describes records whose creation says in which state they start. */
function describeRecords({ noun, states, members }: Records, creation: string, created: string, intro: string): object {
  const status = { type: 'string', enum: states };
  const shown = { type: 'object', required: ['id', 'status'], properties: { id: text, ...members, status } };
  return {
    openapi: '3.1.0',
    info: { title: 'Records', version: '1', description: intro },
    paths: {
      [`/${noun}s`]: {
        post: {
          operationId: `add${noun}`,
          description: creation,
          requestBody: json({ type: 'object', properties: members }),
          responses: { '201': { description: created, ...json(shown) } },
        },
      },
      [`/${noun}s/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: `get${noun}`, responses: { '200': { description: 'It', ...json(shown) } } },
      },
    },
  };
}

const boat: Records = {
  noun: 'boat',
  states: ['dry', 'ready', 'away'],
  members: { name: text, fuel_percent: { type: 'integer', default: 80 } },
};
const poster: Records = {
  noun: 'poster',
  states: ['proof', 'printing', 'printed'],
  members: { title: text, needsProof: { type: 'boolean', default: false } },
};
const grant: Records = {
  noun: 'grant',
  states: ['given', 'asked', 'refused'],
  members: { purpose: text, sum_wanted: { type: 'number' } },
};

async function startOf(records: Records, said: { creation?: string; created?: string; intro?: string }, body: object) {
  const { creation = '', created = 'It', intro = '' } = said;
  const { api } = await describeText('records', describeRecords(records, creation, created, intro));
  const call = createSender(await serveDescribed(api));
  return (await call(`POST /${records.noun}s`, body)).body.status;
}

test.each<{ says: string; records: Records; bodies: readonly object[]; states: readonly string[] }>([
  ...[
    'A boat with less than 20 percent of fuel joins the fleet as `dry`, any other as `ready`.',
    'If the fuel is below 20 percent the boat starts as `dry`, otherwise it starts as `ready`.',
    'New boats are `ready`, except those entered with less than 20 percent of fuel, which start as `dry`.',
  ].map((says) => ({
    says,
    records: boat,
    bodies: [{ fuel_percent: 19 }, { fuel_percent: 20 }, {}],
    states: ['dry', 'ready', 'ready'],
  })),
  ...[
    'With `needsProof: true` the poster begins as `proof`; otherwise it begins as `printing`.',
    'New posters are `printing` at once, except those ordered with `needsProof: true`, which start as `proof`.',
    'If a look is wanted first (`needsProof: true`), the poster starts as `proof`, otherwise as `printing`.',
  ].map((says) => ({
    says,
    records: poster,
    bodies: [{ needsProof: true }, { needsProof: false }, {}],
    states: ['proof', 'printing', 'printing'],
  })),
  ...[
    'Sums wanted up to 2 000 are given at once (`given`). Above that, the board has to look: status `asked`.',
    'If the sum wanted is at most 2000, the grant is `given`, otherwise it is `asked`.',
    'If the sum wanted is above 2000, a grant starts as `asked`; otherwise as `given`.',
  ].map((says) => ({
    says,
    records: grant,
    bodies: [{ sum_wanted: 2000 }, { sum_wanted: 2001 }],
    states: ['given', 'asked'],
  })),
])(
  'the initial state of a new record depends on the described condition: $says',
  async ({ says, records, bodies, states }) => {
    const places = records === poster ? [{ intro: says }] : [{ creation: says }, { created: says }];
    for (const place of places)
      for (const [index, body] of bodies.entries()) expect(await startOf(records, place, body)).toBe(states[index]);
  },
);

test.each([
  ['A boat with little fuel may join as `dry`, any other as `ready`.', boat, { fuel_percent: 1 }],
  ['If the fuel is low the boat usually starts as `dry`, otherwise as `ready`.', boat, { fuel_percent: 1 }],
  ['If the harbour asks for it, the boat is `away`, otherwise `ready`.', boat, { fuel_percent: 1 }],
])('a vague condition does not change the initial state: %s', async (says, records, body) => {
  expect(await startOf(records, { creation: says, created: 'The boat, now `ready`' }, body)).toBe('ready');
});
