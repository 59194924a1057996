import { describe, expect, it } from 'vitest';
import { answers, collection, json, list, object, servePaths, text } from './testing/describe-collection.js';

describe('a list with a flag that includes more', () => {
  const state = { type: 'string', enum: ['ACTIVE', 'ARCHIVED'] };
  const flag = { type: 'boolean' };
  it.each([
    ['a flag', 'include_disabled', { enabled: flag }, { enabled: false }],
    ['a flag of the same name', 'includeHidden', { hidden: flag }, { hidden: true }],
    ['a value', 'includeArchived', { badge_status: state }, { badge_status: 'ARCHIVED' }],
  ])('leaves out the records with %s without it', async (_what, name, members, hidden) => {
    const badge = object({ id: text, ...members });
    const { '/badges': all, ...item } = collection('badges', badge) as Record<string, { get: object }>;
    const get = { ...all?.get, parameters: [{ name, in: 'query', schema: flag }] };
    const send = await servePaths('badges', { '/badges': { ...all, get }, ...item });
    await send('POST /badges', {});
    await send('POST /badges', hidden);
    expect((await send('GET /badges')).body.badges).toHaveLength(1);
    expect((await send(`GET /badges?${name}=true`)).body.badges).toHaveLength(2);
  });
});

describe('a search by POST', () => {
  const filter = object({
    color: object({ exact: text, fuzzy: text }),
    owner_filter: object({ owner_ids: list(text) }),
    created_at: object({ start_at: text }),
  });
  const search = object({
    query: object({ filter, sort: object({ field: text }) }),
    tags: list(text),
    limit: { type: 'integer' },
    cursor: text,
  });
  const bike = object({ id: text, color: text, owner_id: text, tags: list(text) });
  const paths = {
    ...collection('bikes', bike),
    '/bikes/search': {
      post: {
        operationId: 'searchBikes',
        requestBody: json(search),
        responses: answers(object({ bikes: list(bike), cursor: text })),
      },
    },
  };

  it.each([
    ['all records', {}, ['red', 'red', 'blue']],
    ['records with a value', { query: { filter: { color: { exact: 'blue' } } } }, ['blue']],
    [
      'records with one of several values',
      { query: { filter: { owner_filter: { owner_ids: ['o2', 'o9'] } } } },
      ['red'],
    ],
    ['records by a member of the body', { tags: ['fast'] }, ['blue']],
    ['a page', { limit: 2 }, ['red', 'red']],
  ])('lists %s', async (_what, body, colors) => {
    const send = await servePaths('bikes', paths);
    await send('POST /bikes', { color: 'red', owner_id: 'o1' });
    await send('POST /bikes', { color: 'red', owner_id: 'o2' });
    await send('POST /bikes', { color: 'blue', owner_id: 'o1', tags: ['fast'] });
    const { body: found } = await send('POST /bikes/search', body);
    expect(found.bikes.map(({ color }: { color: string }) => color)).toEqual(colors);
  });

  it('continues at the cursor of its body', async () => {
    const send = await servePaths('bikes', paths);
    for (const color of ['red', 'green', 'blue']) await send('POST /bikes', { color });
    const { body: first } = await send('POST /bikes/search', { limit: 2 });
    const { body: second } = await send('POST /bikes/search', { limit: 2, cursor: first.cursor });
    expect(second.bikes).toMatchObject([{ color: 'blue' }]);
  });
});

it('a list selects by keys, and by a condition on a member', async () => {
  const song = object({ song_id: text, title: text });
  const { '/songs': path, ...item } = collection('songs', song, object({ title: text })) as Record<
    string,
    { get: object }
  >;
  const parameters = ['IDs', 'where'].map((name) => ({ name, in: 'query', schema: text }));
  const send = await servePaths('songs', { '/songs': { ...path, get: { ...path?.get, parameters } }, ...item });
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Six']) ids.push((await send('POST /songs', { title })).body.song_id);
  const listed = async (query: string) =>
    (await send(`GET /songs?${query}`)).body.songs.map(({ title }: { title: string }) => title);
  expect(await listed(`IDs=${ids[0]},${ids[2]}`)).toEqual(['One', 'Six']);
  expect(await listed('where=title%3D%3D%22Two%22')).toEqual(['Two']);
});

it('a search is across all members of its description', async () => {
  const poet = object({ id: text, name: text, alias: text, land: text });
  const { '/poets': path, ...item } = collection('poets', poet) as Record<string, { get: object }>;
  const description = 'Performs a case-insensitive search across the name and alias fields.';
  const parameters = [{ name: 'searchTerm', in: 'query', description, schema: text }];
  const send = await servePaths('poets', { '/poets': { ...path, get: { ...path?.get, parameters } }, ...item });
  await send('POST /poets', { name: 'Fernando', alias: 'Caeiro', land: 'Pt' });
  await send('POST /poets', { name: 'Ada', alias: 'Countess', land: 'Fern' });
  expect((await send('GET /poets?searchTerm=FERN')).body.poets).toMatchObject([{ name: 'Fernando' }]);
});

it('a list selects by a member that a creation puts into an object', async () => {
  const wallet = object({ id: text, balance: object({ currency: text, current: { type: 'number' } }) });
  const { '/wallets': path, ...item } = collection('wallets', wallet, object({ currency: text })) as Record<
    string,
    { get: object }
  >;
  const parameters = [{ name: 'currency', in: 'query', schema: text }];
  const send = await servePaths('wallets', { '/wallets': { ...path, get: { ...path?.get, parameters } }, ...item });
  for (const currency of ['GBP', 'EUR']) await send('POST /wallets', { currency });
  expect((await send('GET /wallets?currency=EUR')).body.wallets).toMatchObject([{ balance: { currency: 'EUR' } }]);
});

it('a call reads the record that the only key of its body names', async () => {
  const check = object({ id: text, name: text });
  const call = (operationId: string, sent: object, answer: object) => ({
    post: { operationId, requestBody: json(sent), responses: { ...answers(answer), 404: { description: 'Unknown' } } },
  });
  const byKey = (others: object = {}) => ({
    ...object({ person_check_id: text, ...others }),
    required: ['person_check_id'],
  });
  const send = await servePaths('checks', {
    '/check/person/create': call('createPerson', object({ name: text }), check),
    '/check/person/get': call('getPerson', byKey(), check),
    '/check/person/update': call('updatePerson', byKey({ name: text }), check),
    '/check/person/list': {
      post: {
        operationId: 'listPersons',
        description: 'Lists all checks in descending order of creation.',
        requestBody: json(object({ count: { type: 'integer' } })),
        responses: answers(object({ checks: list(check) })),
      },
    },
  });
  const { id } = (await send('POST /check/person/create', { name: 'Ann' })).body;
  await send('POST /check/person/create', { name: 'Bea' });
  await send('POST /check/person/update', { person_check_id: id, name: 'Cid' });
  expect((await send('POST /check/person/get', { person_check_id: id })).body).toMatchObject({ id, name: 'Cid' });
  expect((await send('POST /check/person/get', { person_check_id: 'x' })).status).toBe(404);
  const { body } = await send('POST /check/person/list', {});
  expect(body.checks).toMatchObject([{ name: 'Bea' }, { name: 'Cid' }]);
});

describe('an object in the query of a list', () => {
  it('selects by its members, and has the cursor of the page', async () => {
    const lamp = object({ id: text, room: text, metadata: { type: 'object', additionalProperties: text } });
    const { '/lamps': path, ...item } = collection('lamps', lamp) as Record<string, { get: object }>;
    const parameters = [
      { name: 'before/after', in: 'query', schema: object({ before: text, after: text }) },
      { name: 'filter', in: 'query', style: 'deepObject', schema: object({ room: text }) },
      { name: 'metadata', in: 'query', style: 'deepObject', schema: { type: 'object', additionalProperties: text } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ];
    const get = { ...path?.get, parameters, responses: answers(object({ lamps: list(lamp), next_url: text })) };
    const send = await servePaths('lamps', { '/lamps': { ...path, get }, ...item });
    const ids: string[] = [];
    for (const room of ['hall', 'loft', 'hall'])
      ids.push((await send('POST /lamps', { room, metadata: { site: room } })).body.id);
    const listed = async (query: string) =>
      (await send(`GET /lamps?${query}`)).body.lamps.map(({ id }: { id: string }) => ids.indexOf(id));
    expect(await listed('filter%5Broom%5D=hall')).toEqual([0, 2]);
    expect(await listed('metadata%5Bsite%5D=loft')).toEqual([1]);
    expect(await listed(`limit=1&after=${ids[0]}`)).toEqual([1]);
    expect((await send('GET /lamps?limit=1')).body.next_url).toContain(`after=${ids[0]}`);
  });
});
