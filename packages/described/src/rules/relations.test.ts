import { describe, expect, it } from 'vitest';
import { type ClubCollection, describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const teams: ClubCollection = { properties: { name: text } };

async function serve(collections: Readonly<Record<string, ClubCollection>>, more = {}) {
  const { api } = await describeText('club', describeClub({ teams, ...collections }, more));
  return createSender(await serveDescribed(api));
}

describe('a property named like a foreign key', () => {
  it('rejects an unknown id with the described status and code', async () => {
    const call = await serve({
      players: {
        properties: { name: text, teamId: text },
        onCreate: { '422': 'Invalid.', '409': 'There is no such team (`unknown_team`).' },
      },
    });
    expect(await call('POST /players', { name: 'Ada', teamId: 'nobody' })).toMatchObject({
      status: 409,
      body: { code: 'unknown_team' },
    });
    const { body: team } = await call('POST /teams', { name: 'Blue' });
    expect((await call('POST /players', { name: 'Ada', teamId: team.id })).status).toBe(201);
    expect((await call('POST /players', { name: 'Ada' })).status).toBe(201);
  });

  it('rejects an unknown id inside list items', async () => {
    const entries = { type: 'array', items: { type: 'object', properties: { team_id: text } } };
    const call = await serve({ cups: { properties: { entries }, onCreate: { '404': 'No such team' } } });
    expect((await call('POST /cups', { entries: [{ team_id: 'nobody' }] })).status).toBe(404);
  });

  it('rejects an unknown id with the generic 404 of the create operation', async () => {
    const call = await serve({ cups: { properties: { homeTeamId: text }, onCreate: { '404': 'Not found' } } });
    expect((await call('POST /cups', { homeTeamId: 'nobody' })).status).toBe(404);
  });

  it('accepts any id if no error response is about the referenced resource', async () => {
    const call = await serve({
      players: { properties: { teamId: text }, onCreate: { '409': 'There is no such sponsor.' } },
      sponsors: { properties: { name: text }, onCreate: { '404': 'There is no such player.' } },
      fans: { properties: { team_id: text }, onCreate: { '404': 'There is no such sponsor.' } },
    });
    expect((await call('POST /players', { teamId: 'nobody' })).status).toBe(201);
    expect((await call('POST /fans', { team_id: 'nobody' })).status).toBe(201);
  });

  it('is not a reference if its type differs or its name does not match exactly', async () => {
    const onCreate = { '404': 'Not found' };
    const call = await serve({
      players: { properties: { teamId: { type: 'integer' } }, onCreate },
      fans: { properties: { externalTeamId: text, team: text }, onCreate },
    });
    expect((await call('POST /players', { teamId: 7 })).status).toBe(201);
    expect((await call('POST /fans', { externalTeamId: 'x', team: 'Blue' })).status).toBe(201);
  });
});

describe('deleting a record that other records reference', () => {
  const players = { properties: { teamId: text } };

  it.each([
    ['The team still has players', 409],
    ['The team has players (`team_has_players`).', 409],
    ['The team is in use', 409],
    ['The team has unpaid players', 204],
    ['The team plays today', 204],
  ])('with the 409 description "%s" returns %d', async (description, status) => {
    const call = await serve({ teams: { ...teams, onDelete: { '409': description } }, players });
    const { body: team } = await call('POST /teams', { name: 'Blue' });
    const { body: player } = await call('POST /players', { teamId: team.id });
    const refused = await call(`DELETE /teams/${team.id}`);
    expect(refused.status).toBe(status);
    if (status === 204) return;
    if (description.includes('`')) expect(refused.body.code).toBe('team_has_players');
    await call(`DELETE /players/${player.id}`);
    expect((await call(`DELETE /teams/${team.id}`)).status).toBe(204);
  });
});

it.each([
  ['Deletes the team and all its players.', 0],
  ['Takes the team and all of its players out.', 0],
  ['Deletes the team and keeps its players.', 1],
  ['Deletes the team, not its players.', 1],
  ['Deletes the team.', 1],
])('the delete operation "%s" leaves %d players', async (deletion, left) => {
  const call = await serve({ teams: { ...teams, deletion }, players: { properties: { teamId: text } } });
  const { body: team } = await call('POST /teams', { name: 'Blue' });
  await call('POST /players', { teamId: team.id });
  expect((await call(`DELETE /teams/${team.id}`)).status).toBe(204);
  expect((await call('GET /players')).body).toHaveLength(left);
});

it.each([
  'A team with players cannot be deleted and answers 409.',
  "A team with players can't be deleted.",
  'A team that a player of any year refers to cannot be removed (409).',
  'As long as one player points to the team, it is not deleted.',
  'Deletes the team. The deletion of a team with its players is refused.',
])('the delete operation "%s" is rejected while the team has players', async (deletion) => {
  const onDelete = { '409': 'The request conflicts with other records.' };
  const call = await serve({ teams: { ...teams, deletion, onDelete }, players: { properties: { teamId: text } } });
  const { body: team } = await call('POST /teams', { name: 'Blue' });
  await call('POST /players', { teamId: team.id });
  expect((await call(`DELETE /teams/${team.id}`)).status).toBe(409);
  expect((await call('GET /players')).body).toHaveLength(1);
});

it('a property is a reference if its description names the referenced resource', async () => {
  const captainId = { ...text, description: 'The player who leads this one.' };
  const call = await serve({
    players: { properties: { captainId }, onCreate: { '422': '`captainId` points at nothing.' } },
  });
  expect((await call('POST /players', { captainId: 'nobody' })).status).toBe(422);
  const { body: captain } = await call('POST /players', {});
  expect((await call('POST /players', { captainId: captain.id })).status).toBe(201);
});

it('a readOnly reference is copied from the record that the request references', async () => {
  const call = await serve({
    players: { properties: { teamId: text } },
    goals: { properties: { playerId: text, teamId: { ...text, readOnly: true } }, readOnly: ['teamId'] },
  });
  const { body: team } = await call('POST /teams', { name: 'Blue' });
  const { body: player } = await call('POST /players', { teamId: team.id });
  expect((await call('POST /goals', { playerId: player.id })).body.teamId).toBe(team.id);
});

describe('a unique property', () => {
  it.each([
    ['its description', { email: { ...text, description: 'Unique' } }, {}],
    ['a 409 response', { email: text }, { '409': 'A member with this e-mail address already exists' }],
    ['a 409 response with an error code', { email: text }, { '409': 'The email is taken (`email_taken`).' }],
  ])('declared by %s rejects a duplicate on create and replace, ignoring case', async (_by, members, onCreate) => {
    const call = await serve({ members: { properties: { ...members, name: text }, onCreate } });
    expect((await call('POST /members', { email: 'a@club.example', name: 'A' })).status).toBe(201);
    const { body: other } = await call('POST /members', { email: 'b@club.example', name: 'A' });
    const again = await call('POST /members', { email: 'A@club.example', name: 'B' });
    expect(again.status).toBe(409);
    if (Object.values(onCreate).join().includes('`')) expect(again.body.code).toBe('email_taken');
    expect((await call(`PUT /members/${other.id}`, { email: 'a@club.example' })).status).toBe(409);
    expect((await call(`PUT /members/${other.id}`, { email: 'b@club.example', name: 'C' })).status).toBe(200);
  });

  it('is not inferred from "unique identifier" or "should be unique"', async () => {
    const call = await serve({
      members: {
        properties: {
          card: { ...text, description: 'The unique identifier of the card' },
          nick: { ...text, description: 'Should be unique' },
        },
        onCreate: { '409': 'The member being registered already exists in the parent club with this card' },
      },
    });
    for (const status of [201, 201])
      expect((await call('POST /members', { card: '1', nick: 'n' })).status).toBe(status);
  });

  it('can be unique per parent record', async () => {
    const shirt = { type: 'integer', description: 'Each number is used once per team.' };
    const call = await serve({ players: { properties: { teamId: text, shirt } } });
    const { body: blue } = await call('POST /teams', { name: 'Blue' });
    const { body: red } = await call('POST /teams', { name: 'Red' });
    expect((await call('POST /players', { teamId: blue.id, shirt: 7 })).status).toBe(201);
    expect((await call('POST /players', { teamId: red.id, shirt: 7 })).status).toBe(201);
    expect((await call('POST /players', { teamId: blue.id, shirt: 7 })).status).toBe(409);
  });

  it('can be a pair of properties', async () => {
    const call = await serve({
      entries: {
        properties: { teamId: text, cup: text },
        onCreate: { '409': 'An entry with the same team id and cup already exists' },
      },
    });
    expect((await call('POST /entries', { teamId: 'a', cup: 'x' })).status).toBe(201);
    expect((await call('POST /entries', { teamId: 'a', cup: 'y' })).status).toBe(201);
    expect((await call('POST /entries', { teamId: 'a', cup: 'x' })).status).toBe(409);
  });
});
