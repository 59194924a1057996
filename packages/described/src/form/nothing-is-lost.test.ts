import { ContractError, isObject } from '@understudy/contract';
import { type BehaviorModel, readModel } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';
import { refusalOf, serveRental } from '../testing/serve-rental.js';

/** A description from which the rules infer a reference and a unique member. */
const club = {
  openapi: '3.1.0',
  info: { title: 'Club', version: '1' },
  paths: {
    '/teams': { post: creation('addTeam', 'Team') },
    '/teams/{id}': { get: { ...reading('Team'), operationId: 'getTeam' } },
    '/players': { post: creation('addPlayer', 'Player') },
    '/players/{id}/retire': {
      post: { ...reading('Player'), operationId: 'retirePlayer', description: 'An `active` player becomes `left`.' },
    },
    '/players/{id}': {
      get: { ...reading('Player'), operationId: 'getPlayer' },
      patch: { ...creation('changePlayer', 'Player', '200'), ...reading('Player') },
    },
  },
  components: {
    schemas: {
      Team: { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } } },
      Player: {
        type: 'object',
        properties: {
          id: { type: 'integer', readOnly: true },
          email: { type: 'string', description: 'Unique.' },
          team_id: { type: 'integer', description: 'The team of the player.' },
          rank: { type: 'string' },
          status: { type: 'string', enum: ['active', 'left'], readOnly: true },
        },
      },
    },
  },
};

function creation(operationId: string, name: string, status = '201') {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
  const refusals = { 409: { description: 'Taken.' }, 422: { description: 'The team does not exist.' } };
  return {
    operationId,
    requestBody: { content },
    responses: { [status]: { description: 'Done', content }, ...refusals },
  };
}

function reading(name: string) {
  const { requestBody, operationId, ...read } = creation('', name, '200');
  return { ...read, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] };
}

describe('a model that sets properties keeps the inferred checks:', () => {
  it.each([
    {},
    { addPlayer: { set: { rank: 'new' } }, changePlayer: { set: { rank: 'old' } } },
    {
      addPlayer: { create: 'players', set: { rank: 'new' } },
      changePlayer: { update: 'players', set: { rank: 'old' } },
    },
  ])('%j', async (operations) => {
    const { api } = await describeText('club', club, { model: readModel({ operations }) });
    const call = createSender(await serveDescribed(api));
    const { id } = (await call('POST /teams', { name: 'Reds' })).body;
    const player = { email: 'ada@example.com', team_id: id };
    const created = await call('POST /players', player);
    expect([
      created.status,
      (await call('POST /players', { ...player, email: 'a@example.com', team_id: 99_999 })).status,
      (await call('POST /players', player)).status,
      (await call(`PATCH /players/${created.body.id}`, { team_id: 99_999 })).status,
    ]).toEqual([201, 422, 409, 422]);
  });
});

describe('statements of a model take effect:', () => {
  it('headers that an override adds to a response can use the record in it', async () => {
    const { call } = await serveRental({
      responses: { addBike: { placed: { pass: true, headers: { Location: '="/bikes/" + self.bikeId' } } } },
    });
    const { body, status, headers } = await call('POST /bikes', { kind: 'city' });
    expect([status, headers.get('location')]).toEqual([201, `/bikes/${body.bikeId}`]);
  });

  it('a header of an override replaces the header of the operation, ignoring case', async () => {
    const headers = { 'Content-Type': 'application/json;v=2', location: '/mine' };
    const { call } = await serveRental({ responses: { addBike: { own: { pass: true, headers } } } });
    const sent = await call('POST /bikes', { kind: 'city' });
    expect([sent.headers.get('content-type'), sent.headers.get('location')]).toEqual([
      'application/json;v=2; charset=utf-8',
      '/mine',
    ]);
  });

  // biome-ignore-start lint/suspicious/noThenProperty: the form has this member.
  it('a resource can be created by a secondary effect alone', async () => {
    const people = {
      schema: '#/components/schemas/Rider',
      key: { member: 'nick' },
      members: { rentals: { hidden: true } },
    };
    const note = { create: 'people', set: { nick: '=self.shop', rentals: '=self.rentalId' } };
    const { call } = await serveRental({
      resources: { people, rentals: { key: { member: 'rentalId' } } },
      operations: {
        rentBike: { create: 'rentals', then: { note } },
        retireBikes: { answer: { known: '=all("people").map(p, p.nick + " " + p.rentals)' } },
      },
    });
    const { body: rental } = await call('POST /rentals', { shop: 'north' });
    expect((await call('POST /bikes/retire', {})).body).toEqual({ known: [`north ${rental.rentalId}`] });
    expect(await refusalOf({ resources: { peple: { key: { member: 'nick' } } } })).toContain(
      'There is no resource "peple"',
    );
  });

  // biome-ignore-end lint/suspicious/noThenProperty: only above.

  it('a property is set only by the stated operation', async () => {
    const { call } = await serveRental({
      resources: { bikes: { members: { boughtOn: { value: 'today', on: ['changeBike'] } } } },
    });
    const { bikeId, boughtOn } = (await call('POST /bikes', { kind: 'city' })).body;
    expect(boughtOn).not.toBe('2026-01-15');
    expect((await call(`PATCH /bikes/${bikeId}`, { kind: 'cargo' })).body.boughtOn).toBe('2026-01-15');
  });

  it('an error names the property that its condition states', async () => {
    const { call } = await serveRental({
      errors: { body: { about: '=error.field' } },
      resources: { bikes: { holds: { short: { that: 'self.kind.size() < 5', field: 'kind' } } } },
    });
    expect((await call('POST /bikes', { kind: 'mountain' })).body).toMatchObject({ about: 'kind' });
  });

  it('the modelled response of a list operation can use the listed records', async () => {
    const { call } = await serveRental({
      operations: { listBikes: { list: 'bikes', answer: { info: { all: '=results.size()' }, found: '=results' } } },
    });
    await call('POST /bikes', { kind: 'city' });
    await call('POST /bikes', { kind: 'cargo' });
    expect((await call('GET /bikes?kind=cargo')).body).toMatchObject({ info: { all: 1 }, found: [{ kind: 'cargo' }] });
    expect((await call('GET /bikes?kind=none')).body).toEqual({ info: { all: 0 }, found: [] });
  });

  it('requests set only writable properties', async () => {
    const { call } = await serveRental({ resources: { bikes: { writable: ['kind', 'size'] } } });
    const { body } = await call('POST /bikes', { kind: 'city', size: 'small', owner: 'Eve' });
    expect([body.size, body.owner]).toEqual(['small', undefined]);
    expect((await call(`PATCH /bikes/${body.bikeId}`, { kind: 'city', owner: 'Eve' })).body.owner).toBeUndefined();
  });

  it('a hidden property outside the schema can be set and used in expressions', async () => {
    const { call } = await serveRental({
      resources: { bikes: { members: { held: { hidden: true }, owner: { value: 'self.held', on: 'changeBike' } } } },
      operations: {
        addBike: { create: 'bikes', set: { held: '="by " + body.kind' } },
        rentBike: {
          create: 'rentals',
          // biome-ignore lint/suspicious/noThenProperty: the form has this member.
          then: { hold: { update: 'bikes', key: 'self.bikeId', set: { held: 'by a rental' } } },
        },
      },
    });
    const { bikeId, held } = (await call('POST /bikes', { kind: 'city' })).body;
    expect([held, (await call(`PATCH /bikes/${bikeId}`, { kind: 'city' })).body.owner]).toEqual([undefined, 'by city']);
    await call('POST /rentals', { bikeId });
    expect((await call(`PATCH /bikes/${bikeId}`, { kind: 'city' })).body.owner).toBe('by a rental');
  });
});
describe('a model keeps the inferred behavior that it does not state:', () => {
  it('the effect of an operation whose response body is stated', async () => {
    const { call } = await serveRental({
      operations: {
        getBike: { answer: { kind: '=self.kind', size: 'small' } },
        listCharges: { answer: [{ what: 'none' }] },
      },
    });
    const { bikeId } = (await call('POST /bikes', { kind: 'city' })).body;
    expect((await call(`GET /bikes/${bikeId}`)).body).toEqual({ kind: 'city', size: 'small' });
    expect((await call('GET /bikes/none')).status).toBe(404);
    expect((await call('GET /charges')).body).toEqual([{ what: 'none' }]);
  });

  it('the inferred conditions of an operation whose effect is stated', async () => {
    const stated = { addPlayer: { create: 'players' }, retirePlayer: { act: 'players' } };
    const modelOf = async (operations: object) =>
      (await describeText('club', club, { model: readModel({ operations }) })).writeModel().full;
    expect(await modelOf(stated)).toEqual(await modelOf({}));
  });

  it('the other properties of a transition with the same name', async () => {
    const { api } = await describeText('club', club, {
      model: readModel({
        resources: { players: { lifecycle: { transitions: { retire: { on: ['retirePlayer', 'changePlayer'] } } } } },
      }),
    });
    const call = createSender(await serveDescribed(api));
    const { id } = (await call('POST /players', { email: 'ada@example.com' })).body;
    expect((await call(`PATCH /players/${id}`, {})).body.status).toBe('left');
    expect((await call(`POST /players/${id}/retire`)).status).toBe(409);
  });

  it('the inferred constraints of a resource whose writable properties are stated', async () => {
    const full = (
      await describeText('club', club, { model: readModel({ resources: { players: { writable: ['rank'] } } }) })
    ).writeModel();
    expect(full.full).toMatchObject({
      resources: {
        players: { writable: ['rank'], unique: { email: {} }, members: { team_id: { refersTo: 'teams' } } },
      },
    });
  });
});

describe('conditions of an operation apply to', () => {
  const forbidden = 'self.kind != "secret"';
  it.each(['read', 'file'])('a %s', async (effect) => {
    const id = effect === 'read' ? 'getBike' : 'downloadManual';
    const { call } = await serveRental({
      operations: { [id]: { [effect]: 'bikes', key: 'path.bikeId', needs: { forbidden } } },
      errors: { forbidden: { status: 403 } },
    });
    const made = await Promise.all(['city', 'secret'].map((kind) => call('POST /bikes', { kind })));
    const paths = made.map(({ body }) => `GET /bikes/${body.bikeId}${effect === 'read' ? '' : '/manual'}`);
    const statuses = [];
    for (const path of paths) statuses.push((await call(path)).status);
    expect(statuses).toEqual([200, 403]);
  });

  it('a sign-in', async () => {
    const { call } = await serveRental({
      operations: {
        openSession: { login: 'riders', by: { nick: 'body.nick' }, needs: { forbidden: 'self.level > 0' } },
      },
    });
    for (const level of [0, 1]) await call('POST /riders', { nick: `rider${level}`, level });
    const enter = async (nick: string) => (await call('POST /session', { nick })).status;
    expect([await enter('rider0'), await enter('rider1')]).toEqual([401, 200]);
  });
});

it('null removes each statement of a model or is rejected with an error', async () => {
  const { writeModel } = await describeText('club', club);
  const places: string[][] = [];
  const visit = (value: unknown, path: string[]) => {
    if (path.length > 0) places.push(path);
    if (isObject(value) && path.length < 6)
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
  };
  const { resources, operations } = writeModel().full as BehaviorModel;
  visit({ resources, operations }, []);
  for (const path of places) {
    const lines = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), null);
    const served = async () => await describeText('club', club, { model: readModel(lines) });
    const refusal = await served().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect([path, refusal]).toEqual([path, refusal instanceof ContractError ? expect.anything() : undefined]);
  }
}, 60_000);

describe('rejects a statement without effect and reports its place:', () => {
  const bikes = { list: 'bikes' };
  it.each([
    [
      '/resources/bikes/members/kind/on: There is no event, transition or operation "chnage". Did you mean "change"?',
      { resources: { bikes: { members: { kind: { value: '"a"', on: 'chnage' } } } } },
    ],
    [
      '/resources/bikes/members/kind/on: It has no effect without "value"',
      { resources: { bikes: { members: { kind: { on: 'create' } } } } },
    ],
    [
      '/resources/bikes/writable/0: There is no member "kidn". Did you mean "kind"?',
      { resources: { bikes: { writable: ['kidn'] } } },
    ],
    [
      '/responses/addBike/one/answer: It has no effect beside "pass"',
      { responses: { addBike: { one: { pass: true, answer: { a: 1 } } } } },
    ],
    [
      '/responses/addBike/one/status: It has no effect beside "pass"',
      { responses: { addBike: { one: { pass: true, status: 202 } } } },
    ],
    ['/operations/addBike/where: It has no effect without "list"', { operations: { addBike: { where: {} } } }],
    [
      '/operations/openSession/answer: "self" and "results" have no value',
      { operations: { openSession: { answer: { bearer: '=self.nick' } } } },
    ],
    [
      '"as" needs one, too: act, with the resource of changeBike',
      { operations: { openSession: { each: 'body.nick', as: 'changeBike', answer: { bearer: '=results.size()' } } } },
    ],
    [
      '/operations/listBikes/item: It has no effect without "add" or "remove"',
      { operations: { listBikes: { ...bikes, item: 'query.kind' } } },
    ],
    [
      '/operations/listBikes/with: It has no effect without "each"',
      { operations: { listBikes: { ...bikes, with: {} } } },
    ],
    ['/operations/listBikes/by: It has no effect without "login"', { operations: { listBikes: { ...bikes, by: {} } } }],
    [
      '/operations/listBikes/if: It has no effect without "stream"',
      { operations: { listBikes: { ...bikes, if: true } } },
    ],
    [
      '/resources/rentals/members/shop/missing: It has no effect without "refersTo"',
      { resources: { rentals: { members: { shop: { missing: 'reference' } } } } },
    ],
    [
      '/resources/rentals/members/shop/given: It has no effect without "value"',
      { resources: { rentals: { members: { shop: { given: false } } } } },
    ],
  ])('%s', async (message, lines) => {
    expect(await refusalOf(lines)).toContain(message);
  });
});

describe('a model that changes an inferred statement need not repeat it:', () => {
  it('the error of a unique property can be changed, and a transition added', async () => {
    const { api } = await describeText('club', club, {
      model: readModel({
        resources: {
          players: {
            unique: { email: { otherwise: 'reference' } },
            lifecycle: { transitions: { leave: { on: 'changePlayer', from: 'left' } } },
          },
        },
      }),
    });
    const call = createSender(await serveDescribed(api));
    const player = { email: 'ada@example.com' };
    const { id } = (await call('POST /players', player)).body;
    expect([(await call('POST /players', player)).status, (await call(`PATCH /players/${id}`, {})).status]).toEqual([
      422, 409,
    ]);
  });

  it('a statement that is not inferred must be complete', async () => {
    expect(await refusalOf({ resources: { bikes: { holds: { one: { message: 'No' } } } } })).toContain(
      '/resources/bikes/holds/one/that is required',
    );
    expect(await refusalOf({ resources: { bikes: { unique: { one: {} } } } })).toContain('members');
  });
});
