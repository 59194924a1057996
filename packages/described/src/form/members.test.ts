import { describe, expect, it } from 'vitest';
import { emptySandbox } from '../testing/serve-described.js';
import { refusalOf, serveRental } from '../testing/serve-rental.js';

describe('modelled keys', () => {
  it('follow the modelled format, and are numbered separately for each value of a property', async () => {
    const { call } = await serveRental({
      resources: {
        bikes: { key: { member: 'bikeId', form: 'bike-{A2}{digits:4}' } },
        rentals: { key: { member: 'rentalId', form: '{shop}-{sequence:3}', per: 'shop' } },
      },
    });
    expect((await call('POST /bikes', { kind: 'city' })).body.bikeId).toMatch(/^bike-[A-Z]{2}\d{4}$/);
    const keys: string[] = [];
    for (const shop of ['north', 'south', 'north']) keys.push((await call('POST /rentals', { shop })).body.rentalId);
    expect(keys).toEqual(['north-001', 'south-001', 'north-002']);
    expect((await call('GET /rentals/north-002')).body.shop).toBe('north');
  });

  it('are taken from the request if their form is "given"', async () => {
    const { call } = await serveRental({ resources: { bikes: { key: { member: 'kind', form: 'given' } } } });
    expect((await call('POST /bikes', { kind: 'cargo' })).status).toBe(201);
    expect((await call('GET /bikes/cargo')).status).toBe(200);
    const { status, text } = await call('POST /bikes', { kind: '' });
    expect([status, text]).toEqual([422, expect.stringContaining('The request must give kind')]);
  });
});

describe('modelled properties', () => {
  it('are stored and readable by expressions but never returned if they are hidden', async () => {
    const { call } = await serveRental({
      resources: {
        bikes: { members: { secret: { hidden: true }, kind: { value: '"for " + self.secret', on: 'create' } } },
      },
    });
    const { body } = await call('POST /bikes', { kind: 'x', secret: 'Eve' });
    expect(body).toMatchObject({ kind: 'for Eve' });
    const listed = await call('GET /bikes');
    expect([
      body.secret,
      (await call(`GET /bikes/${body.bikeId}`)).body.secret,
      listed.text.includes('secret'),
    ]).toEqual([undefined, undefined, false]);
  });

  it('sort a list by the order of their ranks', async () => {
    const { call } = await serveRental({
      resources: { bikes: { members: { size: { ranks: ['small', 'medium', 'large'] } }, order: 'size' } },
    });
    for (const size of ['large', 'small', 'medium']) await call('POST /bikes', { kind: 'a', size });
    const sizesOf = async (query: string) =>
      (await call(`GET /bikes${query}`)).body.found.map((each: { size: string }) => each.size);
    expect(await sizesOf('')).toEqual(['small', 'medium', 'large']);
    expect(await sizesOf('?sort=-size')).toEqual(['large', 'medium', 'small']);
  });

  it('get demo values from their sample generator', async () => {
    const { call } = await serveRental(
      { resources: { bikes: { members: { owner: { sample: 'airline.seat' } } } }, seeds: { bikes: { count: 5 } } },
      { sandbox: { ...emptySandbox, seed: { rental: { '*': 5 } } } as never },
    );
    const { found } = (await call('GET /bikes')).body;
    expect(found).toHaveLength(5);
    for (const { owner } of found) expect(owner).toMatch(/^\d+[A-Z]$/);
    expect(await refusalOf({ resources: { bikes: { members: { owner: { sample: 'airline.seta' } } } } })).toMatch(
      /airline.seta.*Did you mean "airline.seat"/,
    );
  });
});

it('rejects unknown names in a model and suggests the nearest one', async () => {
  const ofBikes = (bikes: object) => refusalOf({ resources: { bikes } });
  expect(await ofBikes({ members: { kidn: { default: 'a' } } })).toContain('Did you mean "kind"?');
  expect(await ofBikes({ unique: { one: { members: ['onwer'] } } })).toContain('Did you mean "owner"?');
  expect(await ofBikes({ order: '-sise' })).toContain('Did you mean "size"?');
  expect(await ofBikes({ key: { member: 'bikeID' } })).toContain('Did you mean "bikeId"?');
  const ofOperation = (operations: object) => refusalOf({ operations });
  expect(await ofOperation({ listBikes: { list: 'bikes', where: { kidn: 'self.kind == value' } } })).toContain(
    'Did you mean "kind"?',
  );
  expect(await ofOperation({ getBike: { read: 'bikes', key: 'path.bikeIds' } })).toContain('Did you mean "bikeId"?');
  expect(await ofOperation({ retireBikes: { answer: { n: '=body.idss' } } })).toContain('Did you mean "ids"?');
  expect(await ofOperation({ addExtra: { add: 'rentals.extra[]' } })).toContain('Did you mean "extras"?');
});
