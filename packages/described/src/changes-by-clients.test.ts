import { describe, expect, it } from 'vitest';
import { answers, collection, inPath, json, list, object, servePaths, text } from './testing/describe-collection.js';

describe('a new record', () => {
  it('is enabled unless its request says otherwise', async () => {
    const flag = { type: 'boolean' };
    const hook = object({ id: text, name: text, enabled: { type: ['boolean', 'null'] }, is_active: flag, muted: flag });
    const send = await servePaths('hooks', collection('hooks', hook));
    const { body: made } = await send('POST /hooks', { name: 'A' });
    expect(made).toMatchObject({ enabled: true, is_active: true });
    expect(made).not.toHaveProperty('muted');
    expect((await send('POST /hooks', { enabled: false })).body).toMatchObject({ enabled: false, is_active: true });
  });

  it('has no address of its own that its pattern forbids', async () => {
    const url = { type: 'string', format: 'uri', pattern: '^https://files[.]example[.]com/', readOnly: true };
    const send = await servePaths('scans', collection('scans', object({ id: text, url })));
    expect((await send('POST /scans', {})).body.url ?? 'https://files.example.com/').toMatch(new RegExp(url.pattern));
  });
});

describe('a change whose body is a list of one', () => {
  it('changes the record of its path', async () => {
    const tool = object({ tool_id: text, name: text, color: text });
    const one = object({ tools: list(tool) });
    const paths = collection('tools', tool, object({ name: text, color: text }));
    const put = { operationId: 'changeTool', requestBody: json(one), responses: answers(one) };
    const send = await servePaths('tools', { ...paths, '/tools/{id}': { ...paths['/tools/{id}'], put } });
    const { tool_id: id } = (await send('POST /tools', { name: 'Saw', color: 'red' })).body;
    expect((await send(`PUT /tools/${id}`, { tools: [{ name: 'Axe', color: 'blue' }] })).body).toEqual({
      tools: [{ tool_id: id, name: 'Axe', color: 'blue' }],
    });
    expect((await send(`GET /tools/${id}`)).body).toMatchObject({ name: 'Axe', color: 'blue' });
  });
});

describe('a description whose successes have a list of errors', () => {
  it('has the same list in its errors', async () => {
    const error = object({ code: { type: 'string', enum: ['BAD_REQUEST', 'NOT_FOUND'] }, detail: text });
    const coin = object({ coin: object({ id: text, name: text }), errors: list(error) });
    const send = await servePaths('coins', {
      '/coins': { post: { operationId: 'mint', requestBody: json(object({ name: text })), responses: answers(coin) } },
      '/coins/{id}': { ...inPath('id'), get: { operationId: 'coin', responses: answers(coin) } },
    });
    await send('POST /coins', { name: 'Penny' });
    const { status, body } = await send('GET /coins/x');
    expect(status).toBe(404);
    expect(body).toMatchObject({ errors: [{ code: 'NOT_FOUND', detail: expect.any(String) }] });
  });
});

it('a state has the values that its description lists in capitals', async () => {
  const status = {
    type: 'string',
    description: 'Indicates whether the trip is PENDING, COMPLETED, CANCELED, or FAILED.',
  };
  const trip = object({ id: text, name: text, status });
  const send = await servePaths('trips', {
    ...collection('trips', trip, object({ name: text })),
    '/trips/{id}/cancel': { ...inPath('id'), post: { operationId: 'cancelTrip', responses: answers(trip) } },
  });
  const { body: made } = await send('POST /trips', { name: 'A' });
  expect(made.status).toBe('PENDING');
  expect((await send(`POST /trips/${made.id}/cancel`)).body.status).toBe('CANCELED');
});

describe('a list of ids in a record', () => {
  const group = object({ id: text, name: text });
  const person = object({ id: text, name: text, group_ids: list(text), team_ids: list(text) });
  const done = { responses: { 200: { description: 'Done' } } };
  const paths = {
    ...collection('groups', group),
    ...collection('people', person, object({ name: text })),
    '/people/{id}/groups/{group_id}': {
      ...inPath('id', 'group_id'),
      put: { operationId: 'join', ...done },
      delete: { operationId: 'leave', ...done },
    },
    ...Object.fromEntries(
      ['link', 'unlink'].map((verb) => [
        `/people/{id}/${verb}-team`,
        {
          ...inPath('id'),
          post: { operationId: `${verb}Team`, requestBody: json(object({ team_id: text })), ...done },
        },
      ]),
    ),
  };

  it('has the group that a path below it adds, until it removes it', async () => {
    const send = await servePaths('people', paths);
    const { id } = (await send('POST /people', { name: 'Ann' })).body;
    const own = (await send('POST /groups', { name: 'Loyal' })).body.id;
    await send(`PUT /people/${id}/groups/${own}`);
    expect((await send(`GET /people/${id}`)).body.group_ids).toEqual([own]);
    await send(`DELETE /people/${id}/groups/${own}`);
    expect((await send(`GET /people/${id}`)).body.group_ids).toEqual([]);
  });

  it('has the id that an action links, until it unlinks it', async () => {
    const send = await servePaths('people', paths);
    const { id } = (await send('POST /people', { name: 'Ann' })).body;
    await send(`POST /people/${id}/link-team`, { team_id: 't1' });
    expect((await send(`GET /people/${id}`)).body.team_ids).toEqual(['t1']);
    await send(`POST /people/${id}/unlink-team`, { team_id: 't1' });
    expect((await send(`GET /people/${id}`)).body.team_ids).toEqual([]);
  });
});

describe('two paths that match the same requests', () => {
  it('read a record by its id and by the other member', async () => {
    const part = object({ part_id: text, part_code: text, name: text });
    const { '/parts': all } = collection('parts', part, object({ part_code: text, name: text }));
    const read = (name: string) => ({ ...inPath(name), get: { operationId: `get_${name}`, responses: answers(part) } });
    const paths = { '/parts': all ?? {}, '/parts/{part_code}': read('part_code'), '/parts/{part_id}': read('part_id') };
    const send = await servePaths('parts', paths);
    const { part_id } = (await send('POST /parts', { part_code: 'A-1', name: 'Bolt' })).body;
    expect((await send(`GET /parts/${part_id}`)).body).toMatchObject({ name: 'Bolt' });
    expect((await send('GET /parts/A-1')).body).toMatchObject({ part_id });
  });
});

describe('a creation that also changes', () => {
  const shelf = object({ id: text, name: text, rows: { type: 'integer' } });
  const paths = {
    ...collection('shelves', shelf),
    '/shelves': {
      ...collection('shelves', shelf)['/shelves'],
      put: {
        operationId: 'createShelves',
        requestBody: json(object({ shelves: list(shelf) })),
        responses: answers(object({ shelves: list(shelf) })),
      },
      post: {
        operationId: 'updateOrCreateShelves',
        requestBody: json(object({ shelves: list(shelf) })),
        responses: answers(object({ shelves: list(shelf) })),
      },
    },
  };

  it('changes the record whose id it has, and stores others', async () => {
    const send = await servePaths('shelves', paths);
    const { body: made } = await send('PUT /shelves', { shelves: [{ name: 'A', rows: 3 }, { name: 'B' }] });
    const [{ id }, other] = made.shelves;
    expect(other.id).not.toBe(id);
    const { body: next } = await send('POST /shelves', { shelves: [{ id, name: 'C' }, { name: 'D' }] });
    expect(next.shelves[0]).toEqual({ id, name: 'C', rows: 3 });
    expect(next.shelves[1].id).not.toBe(id);
    expect((await send('GET /shelves')).body.shelves.map(({ name }: { name: string }) => name)).toEqual([
      'C',
      'B',
      'D',
    ]);
  });
});

describe('a list in the body of a PUT below a record', () => {
  const entry = object({ details: text, made_by: text, at: text });
  const member = object({ id: text, name: text });
  const several = (operationId: string, name: string, item: object) => ({
    put: {
      operationId,
      requestBody: json(object({ [name]: list(item) })),
      responses: answers(object({ [name]: list(item) })),
    },
  });
  const paths = {
    ...collection('clubs', object({ id: text, name: text, members: list(member) }), object({ name: text })),
    '/clubs/{id}/members': { ...inPath('id'), ...several('createMembers', 'members', member) },
    '/clubs/{id}/history': {
      ...inPath('id'),
      ...several('createHistory', 'records', entry),
      get: { operationId: 'history', responses: answers(object({ records: list(entry) })) },
    },
  };

  it('adds each item to the list of the record', async () => {
    const send = await servePaths('clubs', paths);
    const { id } = (await send('POST /clubs', { name: 'Chess' })).body;
    await send(`PUT /clubs/${id}/members`, { members: [{ id: 'm1' }, { id: 'm2' }] });
    expect((await send(`GET /clubs/${id}`)).body.members).toMatchObject([{ id: 'm1' }, { id: 'm2' }]);
  });

  it('stores each item that the list below it shows', async () => {
    const send = await servePaths('clubs', paths);
    const { id } = (await send('POST /clubs', { name: 'Chess' })).body;
    await send(`PUT /clubs/${id}/history`, { records: [{ details: 'Moved' }] });
    expect((await send(`GET /clubs/${id}/history`)).body.records).toMatchObject([{ details: 'Moved' }]);
  });
});

describe('the version of a record', () => {
  it('grows with each change', async () => {
    const note = object({ id: text, title: text, version: { type: 'integer' } });
    const paths = collection('notes', note, object({ title: text }));
    const put = { operationId: 'changeNote', requestBody: json(object({ title: text })), responses: answers(note) };
    const send = await servePaths('notes', { ...paths, '/notes/{id}': { ...paths['/notes/{id}'], put } });
    const { body: made } = await send('POST /notes', { title: 'A' });
    expect(made.version).toBe(1);
    expect((await send(`PUT /notes/${made.id}`, { title: 'B' })).body).toMatchObject({ title: 'B', version: 2 });
    expect((await send(`GET /notes/${made.id}`)).body).toMatchObject({ title: 'B', version: 2 });
  });
});

describe('a request with an idempotency key in its body', () => {
  it('is answered once', async () => {
    const gift = object({ id: text, name: text });
    const send = await servePaths('gifts', collection('gifts', gift, object({ name: text, idempotency_key: text })));
    const create = async (key: string) =>
      (await send('POST /gifts', { name: 'Tea', idempotency_key: key })).body.id as string;
    const first = await create('k1');
    expect(await create('k1')).toBe(first);
    expect(await create('k2')).not.toBe(first);
  });
});
