import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const day = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };
const says = (schema: object, description: string) => ({ ...schema, description });
const nullable = (schema: { type: string }) => ({ ...schema, type: [schema.type, 'null'] });
const one = (...values: string[]) => ({ type: 'string', enum: values });

type Collections = Parameters<typeof describeClub>[0];

async function modelOf(collections: Collections) {
  const { writeModel } = await describeText('club', describeClub(collections));
  return writeModel().full;
}

async function serve(collections: Collections) {
  const { api } = await describeText('club', describeClub(collections));
  return createSender(await serveDescribed(api));
}

describe('a property that a create request omits', () => {
  const rooms = { properties: { name: text, rate: whole, beds: whole }, required: ['name'] };
  const rentOf = async (description: string) => {
    const bookings = { properties: { roomId: text, rent: says(whole, description) }, required: ['roomId'] };
    return (await modelOf({ rooms, bookings })).resources?.['bookings']?.members?.['rent'];
  };
  const rate = { value: 'find("rooms", self.roomId).rate', on: 'create', given: true };

  it.each([
    'What the guest pays. The rate of the room is taken if you say nothing.',
    'The rate of the room applies if it is left out.',
    'If omitted, the rate of the room is used.',
    'When you send nothing, it becomes the rate of the room.',
    'Defaults to the rate of the room.',
    'By default, the rate of the room.',
    'The rate of the room is copied when this is not given.',
    'If the rent is missing, we take the rate of the room.',
    "The room's rate is used unless it is given.",
  ])('gets the described default: %s', async (description) => {
    expect(await rentOf(description)).toEqual(rate);
  });

  it.each([
    'If omitted, the weather decides.',
    'The rate of the room is lowered if you say nothing.',
    'The rate of the room.',
  ])('gets no default from: %s', async (description) => {
    expect((await rentOf(description))?.given).toBeUndefined();
  });
});

describe('a derived state', () => {
  const boats = (description: string, more: object = {}) => ({
    properties: { name: text, state: says(one('sold', 'out', 'home'), description), soldAt: nullable(moment), ...more },
    readOnly: ['state', 'soldAt'],
  });
  const trips = { properties: { boatId: text, status: one('under_way', 'back') } };
  const value =
    '(self.soldAt != null) ? "sold" : (of("trips").exists(each, each.status == "under_way")) ? "out" : "home"';

  it.each([
    'We derive it:\n\n1. `sold`: the club gave it away.\n2. `out`: a trip with it is under way.\n3. `home`: none of these.',
    'The first that applies:\n- `sold` - it was sold\n- `out` - there is a trip that is under way\n- `home` - otherwise',
  ])('is the first one whose condition is true: %s', async (description) => {
    const found = (await modelOf({ boats: boats(description), trips })).resources?.['boats']?.members?.['state']?.value;
    expect(
      String(found).replace(
        '.filter(each, each.status == "under_way").size() > 0',
        '.exists(each, each.status == "under_way")',
      ),
    ).toBe(value);
  });

  it.each([
    '- `sold`: the club gave it away.\n- `out`: the moon is full.\n- `home`: none of these.',
    '- `sold`: the club gave it away.\n- `out`: a trip with it is under way.',
  ])('is not guessed from: %s', async (description) => {
    const { resources } = await modelOf({ boats: boats(description), trips });
    expect(resources?.['boats']?.members?.['state']?.value).toBeUndefined();
  });

  it.each([
    ['upcoming running finished', 'startsOn', 'endsOn'],
    ['planned active ended', 'startDate', 'endDate'],
    ['scheduled in_progress completed', 'start', 'end'],
  ])('depends on the current date: %s', async (states, start, end) => {
    const properties = { [start]: day, [end]: day, phase: one(...states.split(' '), 'cancelled') };
    const call = await serve({ regattas: { properties, required: [start, end, 'phase'], readOnly: ['phase'] } });
    const phaseOf = async (from: string, until: string) =>
      (await call('POST /regattas', { [start]: from, [end]: until })).body.phase;
    const phases = [
      await phaseOf('2026-02-01', '2026-02-03'),
      await phaseOf('2026-01-15', '2026-01-15'),
      await phaseOf('2026-01-02', '2026-01-14'),
    ];
    expect(phases).toEqual(states.split(' '));
  });
});

describe('a number copied from another record', () => {
  const boats = { properties: { name: text, mileage_km: whole } };
  const trips = (creation: string, description = '') => ({
    properties: { boatId: text, start_km: says(whole, description) },
    required: ['boatId'],
    readOnly: ['start_km'],
    creation,
  });

  it.each([
    'Hands the keys over. The mileage of the boat is read and becomes `start_km`.',
    'The mileage of the boat is noted as `start_km`.',
    'The mileage of the boat is copied to `start_km`.',
    'Reads the mileage of the boat into `start_km`.',
    'Records the mileage of the boat as `start_km`.',
    'The mileage of the boat becomes `start_km`.',
    "The boat's mileage is kept as its `start_km`.",
    'The mileage of the boat is written down as `start_km`.',
  ])('is stored at creation: %s', async (creation) => {
    const { resources } = await modelOf({ boats, trips: trips(creation) });
    const value = { value: 'find("boats", self.boatId).mileage_km', on: 'create' };
    expect(resources?.['trips']?.members?.['start_km']).toEqual(value);
  });

  it.each(['The weather becomes `start_km`.', 'The name of the boat becomes `start_km`.', 'Sets `start_km`.'])(
    'is not guessed from: %s',
    async (creation) => {
      const { resources } = await modelOf({ boats, trips: trips(creation) });
      expect(resources?.['trips']?.members?.['start_km']?.value).toBeUndefined();
    },
  );
});

describe('a computed property', () => {
  const trips = { properties: { sailorId: text, status: one('under_way', 'finished') } };

  it.each(['current_trip_id', 'activeTripId', 'ongoing_trip_id'])(
    'named %s is the id of the unfinished trip',
    async (name) => {
      const sailors = {
        properties: { name: text, [name]: says(nullable(text), 'The trip they are out on, if any.') },
        readOnly: [name],
      };
      const { resources } = await modelOf({ sailors, trips });
      expect(resources?.['sailors']?.members?.[name]?.value).toBe(
        'of("trips").filter(each, !(each.status in ["finished"])).map(each, each.id).last()',
      );
    },
  );

  it.each([
    [
      'True as long as the licence is good and there is no ban.',
      '(!(self.licenceExpiresOn < date(now))) && (self.banned != true)',
    ],
    ['Whether the licence is still valid.', '!(self.licenceExpiresOn < date(now))'],
    ['False once the licence has expired.', '!(self.licenceExpiresOn < date(now))'],
    ['True if the licence has not run out.', '!(self.licenceExpiresOn < date(now))'],
    ['True while the boat is good.', undefined],
  ])('reads a condition on an expiry date, but no unknown condition: %s', async (description, value) => {
    const sailors = {
      properties: {
        licenceExpiresOn: day,
        banned: { type: 'boolean' },
        maySail: says({ type: 'boolean' }, description),
      },
      readOnly: ['maySail'],
    };
    const { resources } = await modelOf({ sailors });
    expect(resources?.['sailors']?.members?.['maySail']?.value).toBe(value);
  });
});

describe('a sequence number', () => {
  const sailors = { properties: { name: text } };

  it.each([
    'Which try at this buoy it is, starting with 1.',
    'Which try at the buoy it is, counted from 1.',
    'Which attempt at that buoy it is. Counting starts with 1.',
  ])('counts the records with the same owner and the same value: %s', async (description) => {
    const properties = { sailorId: text, buoy: whole, attempt: says(whole, description) };
    const { resources } = await modelOf({ sailors, tries: { properties, readOnly: ['attempt'] } });
    const others = 'others("tries").filter(other, other.sailorId == self.sailorId && other.buoy == self.buoy)';
    expect(resources?.['tries']?.members?.['attempt']).toEqual({
      value: `round(${others}.size() == 0 ? 1 : ${others}.map(other, other.attempt).max() + 1)`,
      on: 'create',
    });
  });

  it.each([
    'Handed out by us in the order given: 1, 2, 3 and so on.',
    'Counted from 1 within the race.',
    'Position in the list.',
  ])('numbers the list items of each record from 1: %s', async (description) => {
    const number = { ...says(whole, description), readOnly: true };
    const legs = { type: 'array', items: { type: 'object', properties: { number, name: text } } };
    const call = await serve({ races: { properties: { name: text, legs } } });
    const numbers = async () => {
      const { body } = await call('POST /races', { legs: [{ name: 'Out' }, { name: 'Back' }] });
      return body.legs.map((leg: Readonly<Record<string, unknown>>) => leg['number']);
    };
    expect([await numbers(), await numbers()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});
