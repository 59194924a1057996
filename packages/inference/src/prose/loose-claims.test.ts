import { describe, expect, it } from 'vitest';
import { readLooseClaim } from './loose-claims.js';
import { readStatements } from './statements.js';

const states = ['drafted', 'waiting', 'inTransit', 'delivered', 'lost'];
const subject = {
  states,
  nouns: ['parcel'],
  participles: new Set<string>(),
  reached: new Map(),
  verbs: new Set(['ship']),
};
const others = new Set(['depot', 'depots', 'driver', 'drivers']);
const read = (text: string) => readStatements(text).map((each) => readLooseClaim(each, subject, others));

describe('a sentence about states that fits no form', () => {
  it.each([
    ['Possible for a `waiting` parcel, which is `inTransit` afterwards.', { allowed: ['waiting'], to: 'inTransit' }],
    ['This request turns a drafted parcel into a waiting parcel.', { allowed: ['drafted'], to: 'waiting' }],
    ['The parcel counts as delivered from that moment.', { to: 'delivered' }],
    ['We refuse the request for parcels that are already delivered or lost.', { excluded: ['delivered', 'lost'] }],
    ['Delivered parcels can no longer be held back.', { excluded: ['delivered'] }],
    ['It is too late for that when the parcel is in transit.', { excluded: ['inTransit'] }],
    ['The parcel has to be `waiting` (409, `not-waiting`).', { allowed: ['waiting'] }],
    ['A parcel that is not waiting is turned down.', { allowed: ['waiting'] }],
    ['Works only while the parcel is drafted.', { allowed: ['drafted'] }],
    ['Ships a waiting parcel at once.', { allowed: ['waiting'], isWeak: true }],
    [
      'With the label a drafted parcel turns into a waiting parcel and the depot is told.',
      { allowed: ['drafted'], to: 'waiting' },
    ],
    ['A delivered parcel is put back to `waiting`.', { allowed: ['delivered'], to: 'waiting' }],
  ])('%s', (text, claim) => {
    expect(read(text)).toEqual([{ isLoose: true, ...claim }]);
  });

  it.each([
    'A parcel cannot be lost while a driver is waiting.',
    'Parcels are delivered by a driver.',
    'While it is waiting you can still hand it to somebody else.',
    'The time at which the parcel was delivered.',
    'Usually a waiting parcel is picked up at noon.',
    'Only the driver can see waiting parcels of the depot.',
  ])('%s is not read', (text) => {
    expect(read(text).filter((claim) => claim !== undefined)).toEqual([]);
  });
});
