import { expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const number = { type: 'number' };
const flag = { type: 'boolean' };
const day = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };

const properties = {
  name: text,
  surname: text,
  price: number,
  orderDate: day,
  created: moment,
  state: { type: 'string', enum: ['open', 'sold', 'lost'] },
  places_free: { type: 'integer' },
  top_speed_kmh: number,
  note: { type: ['string', 'null'] },
  ownerId: text,
  skipperId: { type: 'integer' },
  visits: { type: 'array', items: { type: 'object', properties: { id: text } } },
  labels: { type: 'array', items: text },
  fittings: { type: 'array', items: text },
};

const first = {
  name: 'Blue boat',
  surname: 'Alpha',
  price: 10,
  orderDate: '2026-01-10',
  created: '2026-01-10T12:00:00Z',
  state: 'open',
  places_free: 2,
  top_speed_kmh: 30,
  note: 'x',
  ownerId: 'o1',
  labels: ['a', 'b'],
  fittings: ['sail', 'oar'],
};
const second = {
  name: 'Green boat',
  surname: 'Boat',
  price: 20,
  orderDate: '2026-02-20',
  created: '2026-02-20T12:00:00Z',
  state: 'sold',
  places_free: 0,
  top_speed_kmh: 60,
  note: null,
  ownerId: 'o2',
  labels: ['c'],
  fittings: ['oar'],
};

async function listWith(name: string, query: string, more: object = {}) {
  const parameter = { name, in: 'query', schema: text, ...more };
  const boats = { properties, list: { parameters: [parameter] } };
  const { api } = await describeText('club', describeClub({ boats }));
  const call = createSender(await serveDescribed(api));
  for (const each of [first, second]) expect((await call('POST /boats', each)).status).toBe(201);
  const { body, status } = await call(`GET /boats?${encodeURIComponent(name)}=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  return body.map((each: typeof first) => each.price);
}

it.each([
  ...['minPrice', 'min_price', 'price_min', 'priceMin', 'price_gte', 'price[gte]', 'price_from', 'priceFrom'],
  ...['filter[price][gte]', 'minimum_price', 'price_greater_than_or_equal', 'price__gte'],
])('%s filters by a minimum price', async (name) => expect(await listWith(name, '20')).toEqual([20]));

it.each(['maxPrice', 'max_price', 'price_max', 'price_lte', 'price[lte]', 'price_to', 'maximumPrice'])(
  '%s filters by a maximum price',
  async (name) => expect(await listWith(name, '10')).toEqual([10]),
);

it.each(['from', 'dateFrom', 'date_from', 'startDate', 'start_date', 'orderDateFrom', 'order_date_from', 'since'])(
  '%s filters by a start date',
  async (name) => expect(await listWith(name, '2026-02-20')).toEqual([20]),
);

it.each(['createdAfter', 'created_after', 'created_gt', 'created[gt]'])(
  '%s filters by an exclusive start time',
  async (name) => {
    expect(await listWith(name, '2026-01-10T12:00:00Z')).toEqual([20]);
    expect(await listWith(name, '2026-01-10T11:59:59Z')).toEqual([10, 20]);
  },
);

it.each([
  ['to', 'Ordered on or before this day', '2026-01-10', [10]],
  ['until', 'Only boats ordered before this day', '2026-02-20', [10]],
  ['to', 'Leaves out boats that were created after this moment', '2026-01-10T12:00:00Z', [10]],
  ['name', 'Matches any part of the name', 'green', [20]],
  ['name', 'The exact name', 'green', []],
  ['name', 'The exact name; case does not matter', 'green BOAT', [20]],
  ['min_speed_kmh', '', '40', [20]],
  ['name_prefix', '', 'Green', [20]],
  ['nameContains', '', 'green', [20]],
  ['name', 'Boats whose name starts with this text; case makes no difference', 'green', [20]],
  ['label', 'Finds boats whose name or surname begins with this text, irrespective of case.', 'al', [10]],
  ['q', 'Search in the surname', 'boat', [20]],
  ['q', 'Search', 'boat', [10, 20]],
  ['boat_state', '', 'sold', [20]],
  ['state_in', '', 'sold,lost', [20]],
  ['state[ne]', '', 'sold', [10]],
  ['owner', '', 'o2', [20]],
  ['label', '', 'b', [10]],
])('%s with the description "%s" filters as described', async (name, description, query, prices) => {
  expect(await listWith(name, query, { description })).toEqual(prices);
});

it.each([
  ['to', 'Ordered on/before this day', '2026-01-10', [10]],
  ['to', 'An end date of the order (not included)', '2026-02-20', [10]],
  ['orderedSince', 'Boats ordered after the start. Output excludes the given day.', '2026-01-10', [20]],
  ['priceOver', 'Prices over this one. A price equal to the given number is not returned.', '10', [20]],
  ['to', '<p>The last day</p>', '2026-01-10', [10]],
  ['price_gte', 'Boats with a price after this one', '20', [20]],
  ['name', 'Boats with this text somewhere in their name', 'green', [20]],
  ['name', 'Search by name. Supports wildcards (*).', 'boat', []],
  ['search', 'A search for texts. It covers the name, the surname and the home port', 'o1', [10]],
])('%s with the description "%s" has the described bound', async (name, description, query, prices) => {
  expect(await listWith(name, query, { description })).toEqual(prices);
});

it.each([
  ['from', 'The first page of the interval', '2026-02-20'],
  ['to', 'Boats that are either unsold or were ordered before this day', '2026-01-20'],
  ['columns', 'Limit the fields received in the partial response: price, name', 'Blue'],
  ['words', 'A comma-separated list of texts that the name contains', 'Green'],
  ['berth', 'The berth. The name of the quay is possible, too. The response contains all boats', 'Green'],
  ['skipper', 'Boats of this skipper', 'Ann'],
  ['visits_in', '', 'v1'],
])('%s with the description "%s" does not filter by what it names in passing', async (name, description, query) => {
  expect(await listWith(name, query, { description })).toEqual([10, 20]);
});

it.each([
  ['sold', '', [20], [10]],
  ['is_sold', '', [20], [10]],
  ['only_sold', '', [20], [10, 20]],
  ['has_note', '', [10], [20]],
  ['free', 'true: with at least one free place', [10], [20]],
  ['include_sold', '', [10, 20], [10]],
  ['include_sold', 'When true, the sold value will be included in the response.', [10, 20], [10, 20]],
  ['bookable', 'With `true`, only open boats with at least one free place.', [10], [20]],
  ['gone', 'Only boats that are no longer open.', [20], [10]],
  ['noted', 'If true, only boats with a note.', [10], [20]],
])('the boolean parameter %s filters the list', async (name, description, whenTrue, whenFalse) => {
  expect(await listWith(name, 'true', { description, schema: flag })).toEqual(whenTrue);
  expect(await listWith(name, 'false', { description, schema: flag })).toEqual(whenFalse);
});

it.each([
  ['min_weight', text, '1000'],
  ['from', { type: 'integer' }, '0'],
  ['before_lunch', text, 'x'],
  ['verbose', flag, 'true'],
])('%s does not filter, because no property matches', async (name, schema, query) => {
  expect(await listWith(name, query, { schema })).toEqual([10, 20]);
});

it('a parameter without effect causes a warning and a note in the journal', async () => {
  const parameters = [
    { name: 'verbose', in: 'query', schema: flag },
    { name: 'minPrice', in: 'query', schema: text },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'fields', in: 'query', schema: text },
  ];
  const { api, explanation } = await describeText(
    'club',
    describeClub({ boats: { properties, list: { parameters } } }),
  );
  expect(explanation.warnings).toEqual([
    expect.objectContaining({
      ruleId: 'description/parameter',
      pointer: '/paths/~1boats/get/parameters/0',
      message: expect.stringContaining('verbose of list-boats has no effect'),
    }),
  ]);
  const call = createSender(await serveDescribed(api));
  await call('GET /boats?verbose=true&minPrice=1');
  await call('GET /boats?limit=1');
  const { body } = await call('GET /_sim/journal');
  const notes = body.entries.map(({ note }: { note?: string }) => note);
  expect(notes).toContain('Without effect: verbose.');
  expect(notes.filter((note: string | undefined) => note?.includes('effect'))).toHaveLength(1);
});

it.each([
  ['living', 'true', '`true` leaves out boats that have sunk, `false` shows nothing but those.', ['b']],
  ['living', 'false', '`true` leaves out boats that have sunk, `false` shows nothing but those.', ['a']],
  ['lost', 'true', '`true` shows only boats that have sunk.', ['a']],
  ['lost', 'false', 'With `true` only those that are lost.', ['a', 'b']],
  ['scheduledFrom', '2026-02-01', 'First day to be returned.', ['b']],
  ['scheduledTo', '2026-02-01', 'Last day to be returned.', ['a']],
])('%s=%s filters as described: %s', async (name, value, description, expected) => {
  const schema = name.startsWith('scheduled') ? day : flag;
  const nullable = { type: ['string', 'null'], format: 'date' };
  const boats = {
    properties: { name: text, scheduledFor: day, sunkOn: nullable },
    list: { parameters: [{ name, in: 'query', schema, description }] },
  };
  const { api } = await describeText('club', describeClub({ boats }));
  const call = createSender(await serveDescribed(api));
  await call('POST /boats', { name: 'a', scheduledFor: '2026-01-05', sunkOn: '2026-01-06' });
  await call('POST /boats', { name: 'b', scheduledFor: '2026-03-05', sunkOn: null });
  const { body } = await call(`GET /boats?${name}=${value}`);
  expect(body.map((each: { name: string }) => each.name).sort()).toEqual(expected);
});

it.each([
  ['Only boats with all of the fittings that are named.', [10]],
  ['May be repeated. A boat is listed only if it has all of them.', [10]],
  ['Boats with one of these fittings.', [10, 20]],
])('several values filter by an array property: %s', async (description, prices) => {
  const schema = { type: 'array', items: text };
  expect(await listWith('fittings', 'sail,oar', { description, schema, explode: false })).toEqual(prices);
});

it.each(['starting_after', 'cursor'])(
  '%s is a page cursor, even if its description starts with "The id of a boat"',
  async (name) => {
    const description = `The id of a boat that ends a page. If a list ends with boat_3, send boat_3 to get what follows.`;
    const parameters = [name, 'limit'].map((each) => ({
      name: each,
      in: 'query',
      schema: each === 'limit' ? { type: 'integer' } : text,
      description: each === 'limit' ? 'Most boats of a page' : description,
    }));
    const boats = { properties, list: { parameters } };
    const { api } = await describeText('club', describeClub({ boats }));
    const call = createSender(await serveDescribed(api));
    const { body: one } = await call('POST /boats', first);
    await call('POST /boats', second);
    expect((await call('GET /boats?limit=1')).body).toHaveLength(1);
    const { body } = await call(`GET /boats?${name}=${one.id}`);
    expect(body.map((each: typeof first) => each.price)).toEqual([20]);
  },
);
