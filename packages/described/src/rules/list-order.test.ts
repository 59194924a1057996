import { expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const properties = { name: text, price: { type: 'number' }, openedOn: day, closedOn: day };
const boats = [
  { name: 'b', price: 3, openedOn: '2026-01-01', closedOn: '2026-03-01' },
  { name: 'c', price: 1, openedOn: '2026-01-03', closedOn: '2026-03-02' },
  { name: 'a', price: 2, openedOn: '2026-01-02', closedOn: '2026-03-03' },
];

async function listWith(list: object, { info = '', query = '', more = {} } = {}) {
  const description = describeClub({ boats: { properties: { ...properties, ...more }, list } });
  const { api } = await describeText('club', { ...description, info: { ...description.info, description: info } });
  const call = createSender(await serveDescribed(api));
  for (const each of boats) expect((await call('POST /boats', each)).status).toBe(201);
  return (await call(`GET /boats${query}`)).body.map(({ name }: { name: string }) => name).join('');
}

it.each([
  ['Boats by name', 'bca'],
  ['Sorted by name.', 'abc'],
  ['In alphabetical order of their name.', 'abc'],
  ['Ordered by price (descending).', 'bac'],
  ['Boats, the most recent `openedOn` first.', 'cab'],
  ['Boats, most recently opened first.', 'cab'],
  ['Boats in the order in which they close, the earliest first.', 'bca'],
  ['Boats by `openedOn`, earliest first.', 'bac'],
  ['Sorted by name without regard to case.', 'abc'],
  ['Sorted by name, boats of the same name by price, upper and lower case being the same.', 'abc'],
  ['Boats are returned sorted by opening date, with the most recent boats appearing first.', 'cab'],
  ['Sorted by price, with the cheapest boats listed first.', 'cab'],
  ['The list may be sorted by name.', 'bca'],
  ['Sorted by name and price.', 'abc'],
  ['By price, the highest first.', 'bac'],
  ['Boats are ordered by price, and by name within a price.', 'cab'],
  ['The list is sorted by the price from high to low.', 'bac'],
  ['`price` ascending, then `name` descending.', 'cab'],
  ['The boat that opened earliest comes first.', 'bac'],
  ['Alphabetically.', 'abc'],
  ['Boats with an early `closedOn` stand before those with a late one.', 'bca'],
  ['Boats with a high `price` come before those with a low one.', 'bac'],
  [
    'Boats with a late `openedOn` are listed before the ones with an early one; boats of the same day follow each other by name.',
    'cab',
  ],
  ['Boats with a price stand in the harbour.', 'bca'],
  ['Sorted by size and price.', 'bca'],
])('the description "%s" sorts the list as %s', async (description, order) =>
  expect(await listWith({ description })).toBe(order),
);

it('"newest first" and "oldest first" sort by the creation time', async () => {
  const more = { createdAt: { type: 'string', format: 'date-time', readOnly: true } };
  expect(await listWith({ description: 'Newest first.' }, { more })).toBe('acb');
  expect(await listWith({}, { more, info: 'In all lists, the newest record comes first.' })).toBe('acb');
  expect(await listWith({ description: 'The one entered last comes first.' }, { more })).toBe('acb');
  expect(await listWith({ description: 'First come, first served, so the oldest boat is on top.' }, { more })).toBe(
    'bca',
  );
  expect(await listWith({ description: 'Oldest first.' }, { more, info: 'Lists have the newest record first.' })).toBe(
    'bca',
  );
});

it('the default of the sort parameter applies unless the request sends another value', async () => {
  const parameter = {
    name: 'sort',
    in: 'query',
    schema: { ...text, enum: ['name', '-name', 'price'], default: '-name' },
  };
  expect(await listWith({ parameters: [parameter] })).toBe('cba');
  expect(await listWith({ parameters: [parameter] }, { query: '?sort=price' })).toBe('cab');
});

it('sorting by name ignores case', async () => {
  const { api } = await describeText(
    'club',
    describeClub({ boats: { properties, list: { description: 'Sorted by name.' } } }),
  );
  const call = createSender(await serveDescribed(api));
  for (const name of ['beta', 'Alpha', 'Cora']) await call('POST /boats', { name });
  const names = (await call('GET /boats')).body.map((each: { name: string }) => each.name);
  expect(names).toEqual(['Alpha', 'beta', 'Cora']);
});

it.each([
  ['The latest opening is on top. Within one day the lower `price` comes before the higher.', '-openedOn,price'],
  ['Ordered by opening day, the earliest first; boats opened on the same day by price.', 'openedOn,price'],
  ['Newest `openedOn` first. Boats with the same day are ordered by name.', '-openedOn,name'],
  ['The cheapest boat comes first; equal prices are broken by name.', 'price,name'],
  ['Dearest first, ties by name.', '-price,name'],
  ['Ascending by price and, for the same price, by name.', 'price,name'],
  ['Latest `openedOn` first, and for equal days the higher price first.', '-openedOn,-price'],
  ['Sort order: price ascending, name descending.', 'price,-name'],
  ['Boats by price, higher ones first.', '-price'],
  ['Alphabetical by name.', 'name'],
  ['Boats of one harbour have the same prices.', undefined],
])('the description "%s" becomes the order %s in the model', async (description, order) => {
  const { writeModel } = await describeText('club', describeClub({ boats: { properties, list: { description } } }));
  expect(writeModel().full.operations?.['list-boats']?.order).toBe(order);
});
