import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const object = (properties: object) => ({ type: 'object', properties });

const rooms = { name: text, price_per_night: number, minimum_fee: number };
const collections = {
  rooms: { properties: rooms },
  stays: {
    properties: {
      ...{ roomId: text, guest: object({ age: whole }), nights: whole, loyal_years: whole },
      ...{ base_fee: number, surcharge: number, rebate: number, tax: number, total_fee: number },
    },
    readOnly: ['base_fee', 'surcharge', 'rebate', 'tax', 'total_fee'],
  },
  rides: {
    properties: { startKm: whole, endKm: whole, distanceKm: whole, ratePerKm: number, cost: number },
    readOnly: ['distanceKm', 'cost'],
  },
  bills: { properties: { hours: whole, hourly_rate: number, net: number, vat: number }, readOnly: ['net', 'vat'] },
};

interface Place {
  readonly introduction?: string;
  readonly creation?: string;
  readonly change?: string;
}

async function membersOf(thing: keyof typeof collections, { introduction = '', creation = '', change }: Place) {
  const all = Object.entries(collections).map(([name, each]) => [name, name === thing ? { ...each, creation } : each]);
  const document = describeClub(Object.fromEntries(all));
  const put = change === undefined ? {} : { description: change };
  const described = JSON.parse(JSON.stringify(document));
  Object.assign(described.paths['/rooms/{id}'].put, put);
  const info = { ...document.info, description: introduction };
  const { writeModel } = await describeText('club', { ...described, info });
  return writeModel().full.resources?.[thing]?.members ?? {};
}

const room = 'find("rooms", self.roomId)';
const rows = [
  ['stays', '`base_fee` = nights × price of the room.', 'base_fee', `round(self.nights * ${room}.price_per_night, 2)`],
  [
    'stays',
    '`base_fee` is nights times the price of the room, but not less than the minimum fee of the room.',
    'base_fee',
    `round(max(self.nights * ${room}.price_per_night, ${room}.minimum_fee), 2)`,
  ],
  [
    'stays',
    '1. `surcharge` = 25 % of the base fee when the guest is younger than 6 (member `guest.age`), otherwise 0.',
    'surcharge',
    'round(self.guest.age < 6 ? self.base_fee * 25 / 100 : 0, 2)',
  ],
  [
    'stays',
    '- `rebate` = 5 % of the base fee per loyal year, 30 % at most.',
    'rebate',
    'round(self.base_fee * min(5 * self.loyal_years, 30) / 100, 2)',
  ],
  [
    'stays',
    '`total_fee` = base + surcharge − rebate.',
    'total_fee',
    'round(self.base_fee + self.surcharge - self.rebate, 2)',
  ],
  ['bills', '`net` equals hours times hourly rate.', 'net', 'round(self.hours * self.hourly_rate, 2)'],
  ['bills', 'The `net` is hours at the hourly rate.', 'net', 'round(self.hours * self.hourly_rate, 2)'],
  ['bills', '`vat` = 20 % of net.', 'vat', 'round(self.net * 20 / 100, 2)'],
  ['rides', '`distanceKm` is `endKm` less `startKm`.', 'distanceKm', 'round(self.endKm - self.startKm)'],
] as const;

describe('a property defined in a description', () => {
  it.each(rows)('is computed for %s from the introduction: %s', async (thing, introduction, name, value) => {
    expect((await membersOf(thing, { introduction }))[name]?.value).toBe(value);
  });

  it.each([
    [
      'rides',
      'cost',
      'The cost is 1.50 for unlocking plus the distance at the rate of the ride.',
      '1.5 + self.distanceKm * self.ratePerKm',
    ],
    [
      'rides',
      'cost',
      'Its cost is the distance at the rate of the ride plus 1.50.',
      'self.distanceKm * self.ratePerKm + 1.5',
    ],
    ['bills', 'net', 'The net is the hours at the hourly rate.', 'self.hours * self.hourly_rate'],
  ] as const)(
    'is computed for %s.%s from the description of the create operation: %s',
    async (thing, name, creation, value) => {
      expect((await membersOf(thing, { creation }))[name]?.value).toBe(`round(${value}, 2)`);
    },
  );

  it.each([
    ['bills', '`net` is shown in green.'],
    ['bills', '`net` is usually hours times hourly rate.'],
    ['bills', '`net` = hours times the weather.'],
    ['rides', 'The cost is a matter of plus and minus.'],
    ['stays', 'The tax is known.'],
  ] as const)('is not computed for %s from an unclear sentence: %s', async (thing, said) => {
    const names = { bills: 'net', rides: 'cost', stays: 'tax' };
    expect((await membersOf(thing, { introduction: said, creation: said }))[names[thing]]?.value).toBeUndefined();
  });

  it.each([
    ['Stays that are booked already keep their fees.', 'create'],
    ['Stays already booked do not change.', 'create'],
    ['Existing stays keep their figures until they are edited.', ['create', 'change']],
    ['Rooms keep their keys.', undefined],
    [undefined, undefined],
  ])('is recomputed when a referenced record changes, unless its update says otherwise: %s', async (change, on) => {
    const introduction = '`base_fee` = nights × price of the room.';
    const found = await membersOf('stays', { introduction, ...(change === undefined ? {} : { change }) });
    expect(found['base_fee']?.on).toEqual(on);
  });
});
