import { expect, it } from 'vitest';
import { emptySandbox } from '../testing/serve-described.js';
import { serveRental } from '../testing/serve-rental.js';

const sandbox = { ...emptySandbox, seed: { rental: { '*': 5 } } } as never;
const rentals = {
  members: { since: { value: 'now', on: 'create' } },
  lifecycle: {
    member: 'state',
    initial: 'out',
    transitions: { back: { on: 'returnBike', from: 'out', to: 'back', set: { backAt: '=now' } } },
  },
};

it('seed values take precedence over initial states, transitions and timestamps', async () => {
  const set = { state: 'lost', since: '2025-06-29T09:00:00.000Z', backAt: '=null', shop: 'north' };
  const { call } = await serveRental({ resources: { rentals }, seeds: { rentals: { count: 5, set } } }, { sandbox });
  const shown = (await call('GET /rentals')).body.rentals;
  expect(shown).toHaveLength(5);
  for (const each of shown)
    expect(each).toMatchObject({ state: 'lost', since: '2025-06-29T09:00:00.000Z', backAt: null, shop: 'north' });
});

it('a seed whose expression selects no records leaves the collection empty', async () => {
  const seeds = { bikes: { count: 3 }, rentals: { each: 'all("bikes").filter(b, b.kind == "none")' } };
  const { call } = await serveRental({ resources: { rentals }, seeds }, { sandbox });
  expect((await call('GET /rentals')).body.rentals).toEqual([]);
  expect((await call('GET /bikes')).body.found).toHaveLength(3);
});
