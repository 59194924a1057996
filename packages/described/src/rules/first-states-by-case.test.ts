import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const flag = { type: 'boolean' };
const states = (...values: string[]) => ({ type: 'string', enum: values });

const members = {
  parcels: { weight: whole, fragile: flag, handler: text, status: states('checked', 'waiting', 'stored') },
  memberships: { income: whole, trial: flag, status: states('pending', 'reviewed', 'active') },
  scooters: { battery_percent: whole, guided: flag, status: states('charging', 'parked', 'reserved') },
};

type Thing = keyof typeof members;

async function firstState(thing: Thing, creation: string, sent: object): Promise<string> {
  const properties = members[thing];
  const readOnly = ['status', 'handler'];
  const { api } = await describeText(
    'depot',
    describeClub({ [thing]: { properties, readOnly, required: ['status'], creation } }),
  );
  const call = createSender(await serveDescribed(api));
  return (await call(`POST /${thing}`, sent)).body.status;
}

describe('a conditional initial state', () => {
  it.each<[Thing, string]>([
    ['parcels', 'With `fragile: true` the parcel begins as `waiting`, otherwise as `stored`.'],
    ['parcels', 'Some need a look: sent with `fragile: true` it goes to `waiting`, all others to `stored`.'],
    ['parcels', 'Without `fragile: true` the parcel is put into `stored`, any other into `waiting`.'],
    ['memberships', 'A membership starts as `active`. For a test (`trial: true`) it starts as `pending`.'],
    ['memberships', 'New memberships are `active`, except those with `trial: true`, which start as `pending`.'],
    ['scooters', 'If `guided` is true the new scooter is `reserved`, else it is `parked`.'],
    ['scooters', 'The scooter opens as `parked`; with `guided: true` it is created as `reserved`.'],
  ])('of %s depends on a boolean in the request: %s', async (thing, creation) => {
    const [name = '', yes, no] = {
      parcels: ['fragile', 'waiting', 'stored'],
      memberships: ['trial', 'pending', 'active'],
      scooters: ['guided', 'reserved', 'parked'],
    }[thing];
    expect(await firstState(thing, creation, { [name]: true })).toBe(yes);
    expect(await firstState(thing, creation, { [name]: false })).toBe(no);
    expect(await firstState(thing, creation, {})).toBe(no);
  });

  it.each<[Thing, string]>([
    ['parcels', 'Parcels with a weight above 1 000 enter the depot as `checked`, all others as `stored`.'],
    ['parcels', 'The parcel starts as `stored`. It is created as `checked` if the weight is above 1,000.'],
    ['memberships', 'A membership whose income is above 1000 opens as `reviewed`, any other as `active`.'],
    ['memberships', 'Incomes up to and including 1000 are active at once (`active`). Above that: status `reviewed`.'],
    ['scooters', 'A scooter with less than 10 percent of battery is entered as `charging`, any other as `parked`.'],
    ['scooters', 'Scooters whose battery percent is below 10 are `charging`; everything else is `parked`.'],
    ['scooters', 'When its battery percent is under 10 it begins as `charging`, otherwise as `parked`.'],
  ])('of %s depends on a number in the request: %s', async (thing, creation) => {
    const [name = '', beyond, within, other, usual] = {
      parcels: ['weight', 1001, 1000, 'checked', 'stored'] as const,
      memberships: ['income', 1001, 1000, 'reviewed', 'active'] as const,
      scooters: ['battery_percent', 9, 10, 'charging', 'parked'] as const,
    }[thing];
    expect(await firstState(thing, creation, { [name]: beyond })).toBe(other);
    expect(await firstState(thing, creation, { [name]: within })).toBe(usual);
  });

  it.each<[Thing, string]>([
    ['parcels', 'Starts as `stored`. With `fragile: true` it can be `waiting` later.'],
    ['parcels', 'With `fragile: true` the parcel is not `waiting`. It starts as `stored`.'],
    ['parcels', 'Starts as `stored`. With `handler: robot` the parcel is `waiting`.'],
    ['parcels', 'If the handler is a robot the parcel is `waiting`. It starts as `stored`.'],
    ['memberships', 'Usually `pending` with `trial: true`. It starts as `active`.'],
    ['scooters', 'It starts as `parked`. A scooter with less than 10 percent of battery must be `charging` first.'],
  ])('of %s is not guessed from: %s', async (thing, creation) => {
    const sent = { fragile: true, trial: true, battery_percent: 5 };
    expect(['stored', 'active', 'parked']).toContain(await firstState(thing, creation, sent));
  });
});
