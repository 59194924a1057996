import { describe, expect, it } from 'vitest';
import { type ClubCollection, describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };

async function serve(collections: Readonly<Record<string, ClubCollection>>) {
  const { api } = await describeText('club', describeClub(collections));
  return createSender(await serveDescribed(api));
}

describe('a property named after a reference and its property, such as teamName', () => {
  const teams = { properties: { name: text, city: text } };
  const players = {
    properties: { teamId: text, teamName: text, team_city: text, teamSize: text },
    readOnly: ['teamName', 'team_city', 'teamSize'],
  };

  it('copies the value and follows its changes', async () => {
    const call = await serve({ teams, players });
    const { body: team } = await call('POST /teams', { name: 'Blue', city: 'Porto' });
    const { body: player } = await call('POST /players', { teamId: team.id });
    expect(player).toMatchObject({ teamName: 'Blue', team_city: 'Porto' });
    await call(`PUT /teams/${team.id}`, { name: 'Red', city: 'Faro' });
    expect((await call('GET /players')).body).toMatchObject([{ teamName: 'Red', team_city: 'Faro' }]);
  });

  it.each([
    ['The city of the team.', 'Faro'],
    ['Home city of the team when the player was registered.', 'Porto'],
    ['City of the team at the time of the registration', 'Porto'],
  ])('follows changes or keeps the first value, as described: %s', async (said, later) => {
    const city = { ...text, description: said };
    const call = await serve({ teams, players: { properties: { teamId: text, city }, readOnly: ['city'] } });
    const { body: team } = await call('POST /teams', { name: 'Blue', city: 'Porto' });
    expect((await call('POST /players', { teamId: team.id })).body).toMatchObject({ city: 'Porto' });
    await call(`PUT /teams/${team.id}`, { name: 'Red', city: 'Faro' });
    expect((await call('GET /players')).body).toMatchObject([{ city: later }]);
  });

  it('still has a value if it is required and the referenced record does not exist', async () => {
    const call = await serve({ teams, players: { ...players, required: ['teamName'] } });
    const { body: player } = await call('POST /players', { teamId: 'nobody' });
    expect(player.teamName).toEqual(expect.any(String));
  });

  it.each(['teamname', 'teamId2', 'team_created_at'])('is not copied under the name %s', async (name) => {
    const more = { ...teams.properties, created_at: { type: 'string', format: 'date-time' } };
    const call = await serve({
      teams: { properties: more },
      players: { properties: { teamId: text, [name]: { ...text, const: 'own' } }, readOnly: [name] },
    });
    const { body: team } = await call('POST /teams', { name: 'Blue', created_at: '2026-01-01T00:00:00Z' });
    expect((await call('POST /players', { teamId: team.id })).body[name] ?? 'own').toBe('own');
  });

  it('is not copied if a request sets it', async () => {
    const call = await serve({ teams, players: { properties: { teamId: text, teamName: text } } });
    const { body: team } = await call('POST /teams', { name: 'Blue' });
    expect((await call('POST /players', { teamId: team.id, teamName: 'Ours' })).body.teamName).toBe('Ours');
  });
});

describe('a count or sum of records', () => {
  const state = { type: 'string', enum: ['open', 'paid', 'void'] };
  const fees: ClubCollection = { properties: { teamId: text, state, amount: whole } };

  it.each([
    ['feeCount', '', 3],
    ['number_of_fees', '', 3],
    ['fees', 'Number of fees.', 3],
    ['due', 'Number of fees with status `open`', 1],
    ['settled', "The number of the team's fees that are paid or void.", 2],
    ['valid', 'How many fees the team has, not counting void ones.', 2],
    ['charged', 'How many fees are charged to the team.', 3],
    ['balance', 'Sum of its open fees.', 100],
    ['all', 'The total of all fees', 111],
  ])('is updated when the records change: %s ("%s")', async (name, description, value) => {
    const teams = { properties: { name: text, [name]: { ...whole, description } }, readOnly: [name] };
    const call = await serve({ teams, fees });
    const { body: team } = await call('POST /teams', { name: 'Blue' });
    const { body: other } = await call('POST /teams', { name: 'Red' });
    for (const [amount, each] of [
      [100, 'open'],
      [10, 'paid'],
      [1, 'void'],
    ])
      await call('POST /fees', { teamId: team.id, amount, state: each });
    expect((await call(`GET /teams/${team.id}`)).body[name]).toBe(value);
    expect((await call(`GET /teams/${other.id}`)).body[name]).toBe(0);
    for (const { id, ...fee } of (await call('GET /fees')).body)
      await call(`PUT /fees/${id}`, { ...fee, teamId: other.id });
    const { body: both } = await call('GET /teams');
    expect(both.map((each: Record<string, unknown>) => each[name])).toEqual([0, value]);
  });

  it('can filter a list by a boolean query parameter', async () => {
    const description = 'Only teams with at least one open fee.';
    const parameters = [{ name: 'has_debts', in: 'query', description, schema: { type: 'boolean' } }];
    const call = await serve({ teams: { properties: { name: text }, list: { parameters } }, fees });
    const { body: blue } = await call('POST /teams', { name: 'Blue' });
    const { body: red } = await call('POST /teams', { name: 'Red' });
    await call('POST /fees', { teamId: blue.id, state: 'open' });
    await call('POST /fees', { teamId: red.id, state: 'paid' });
    expect((await call('GET /teams?has_debts=true')).body).toMatchObject([{ name: 'Blue' }]);
    expect((await call('GET /teams?has_debts=false')).body).toMatchObject([{ name: 'Red' }]);
  });

  it.each([
    ['feeCount', 'Number of fees of the last year'],
    ['feeCount', 'Number of unpaid fees'],
    ['feeCount', 'Number of fees charged to somebody'],
    ['due', 'Number of fees that should be paid'],
  ])('is not computed if a word of its description is not understood: %s ("%s")', async (name, description) => {
    const teams = { properties: { name: text, [name]: { ...whole, description, const: 7 } }, readOnly: [name] };
    const call = await serve({ teams, fees });
    const { body: team } = await call('POST /teams', { name: 'Blue' });
    await call('POST /fees', { teamId: team.id, amount: 1, state: 'open' });
    expect((await call(`GET /teams/${team.id}`)).body[name]).not.toBe(1);
  });
});

it.each([
  ['How many jobs have been signed off for the sailor so far.', '"done"'],
  ['Number of jobs of the sailor that were called off.', '"dropped"'],
])('counts the records on which an action was performed: %s', async (description, state) => {
  const act = (operationId: string, done: string) => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    post: {
      operationId,
      responses: {
        '200': {
          description: done,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/jobs' } } },
        },
      },
    },
  });
  const status = { type: 'string', enum: ['planned', 'done', 'dropped'] };
  const { writeModel } = await describeText(
    'yard',
    describeClub(
      {
        sailors: { properties: { name: text, jobCount: { ...whole, description } }, readOnly: ['jobCount'] },
        jobs: { properties: { sailorId: text, status }, readOnly: ['status'] },
      },
      {
        '/jobs/{id}/signoff': act('signOffJob', 'Done.'),
        '/jobs/{id}/calloff': act('callOffJob', 'The job is dropped.'),
      },
    ),
  );
  const value = `of("jobs").filter(each, each.status == ${state}).size()`;
  expect(writeModel().full.resources?.['sailors']?.members?.['jobCount']?.value).toBe(value);
});

describe('a line item', () => {
  const rows = {
    rolls: ['rollId', { rollName: text, unitPrice: whole }, { rollName: 'Rye', unitPrice: 3 }],
    tools: ['toolId', { name: text, toolPrice: whole }, { name: 'Rye', toolPrice: 3 }],
    courses: ['course_id', { unit_price: whole, course_name: text }, { unit_price: 3, course_name: 'Rye' }],
  } as const;

  it.each(Object.entries(rows))(
    'copies the name and the price of the record it references: %s',
    async (things, [reference, own, copied]) => {
      const line = { type: 'object', properties: { [reference]: text, ...own, note: text } };
      const lines = { properties: { lines: { type: 'array', items: line } }, readOnly: ['lines'] };
      const body = {
        'application/json': { schema: { type: 'object', properties: { [reference]: text, note: text } } },
      };
      const order = { 'application/json': { schema: { $ref: '#/components/schemas/orders' } } };
      const addLine = {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        post: {
          operationId: 'addLine',
          requestBody: { content: body },
          responses: { '200': { description: 'It', content: order } },
        },
      };
      const { api } = await describeText(
        'club',
        describeClub(
          { [things]: { properties: { name: text, price: whole } }, orders: lines },
          { '/orders/{id}/lines': addLine },
        ),
      );
      const call = createSender(await serveDescribed(api));
      const { body: thing } = await call(`POST /${things}`, { name: 'Rye', price: 3 });
      const { body: made } = await call('POST /orders', {});
      await call(`POST /orders/${made.id}/lines`, { [reference]: thing.id, note: 'a' });
      await call(`PUT /${things}/${thing.id}`, { name: 'Oat', price: 4 });
      await call(`POST /orders/${made.id}/lines`, { [reference]: thing.id, note: 'b' });
      const { lines: kept } = (await call(`GET /orders/${made.id}`)).body;
      expect(kept[0]).toMatchObject({ ...copied, note: 'a' });
      expect(Object.values(kept[1])).toEqual(expect.arrayContaining(['Oat', 4]));
    },
  );
});
