import { describe, expect, it } from 'vitest';
import { allowedStates } from './allowed-states.js';
import { NeedReader } from './need-reader.js';
import { ProseReader } from './prose-reader.js';
import { readStateChange } from './state-changes.js';
import { readStatements } from './statements.js';
import type { Kind } from './vocabulary.js';

const none = { members: new Map(), references: [], lists: new Map(), makers: new Set<string>(), leaving: new Map() };
const states = ['drafted', 'waiting', 'inTransit', 'delivered', 'lost'].map((value) => ({
  member: 'status',
  value,
  words: value === 'inTransit' ? 'in transit' : value,
}));
const parcel: Kind = { ...none, nouns: ['parcel'], states, stateMember: 'status' };
const depot: Kind = { ...none, nouns: ['depot'], states: [] };
const driver: Kind = { ...none, nouns: ['driver'], states: [] };
const kinds = new Map([
  ['parcels', parcel],
  ['depots', depot],
  ['drivers', driver],
]);
const scope = { vocabulary: { kinds, about: new Set() } as never, variable: 'self', kind: parcel };
const action = { scope, verbs: new Set(['ship', 'hold']), otherVerbs: new Set(['open']) };

function read(sentence: string, kind = parcel) {
  return readStatements(sentence, () => false).map(({ text, said }) => {
    const need = new NeedReader(new ProseReader(), { ...action, scope: { ...scope, kind } }).need(text, said);
    const change = readStateChange(text, said, { ...scope, kind });
    const allowed = need && allowedStates(need.condition, kind);
    return {
      ...(allowed && { allowed }),
      ...(change && { to: change.to }),
      ...(change?.from && { allowed: change.from }),
    };
  });
}

describe('sentences about states', () => {
  it.each([
    ['A parcel is a thing on its way that needs to be carried and delivered.', {}],
    ['Holding a lost parcel is final and cannot be undone.', {}],
    ['Possible for a `waiting` parcel, which is `inTransit` afterwards.', { allowed: ['waiting'], to: 'inTransit' }],
    ['This request turns a drafted parcel into a waiting parcel.', { allowed: ['drafted'], to: 'waiting' }],
    ['The parcel counts as delivered from that moment.', { to: 'delivered' }],
    [
      'We refuse the request for parcels that are already delivered or lost.',
      { allowed: ['drafted', 'waiting', 'inTransit'] },
    ],
    ['Delivered parcels can no longer be held back.', { allowed: ['drafted', 'waiting', 'inTransit', 'lost'] }],
    [
      'It is too late for that when the parcel is in transit.',
      { allowed: ['drafted', 'waiting', 'delivered', 'lost'] },
    ],
    ['The parcel has to be `waiting` (409, `not-waiting`).', { allowed: ['waiting'] }],
    ['Opens for `drafted` and `waiting` parcels; otherwise 409 `too_late`.', { allowed: ['drafted', 'waiting'] }],
    ['For waiting parcels (`not_waiting` otherwise, 409).', { allowed: ['waiting'] }],
    ['Concerns waiting parcels, any other is 409 `not_waiting`.', { allowed: ['waiting'] }],
    ['The parcel is waiting - otherwise 409 `not_waiting`.', { allowed: ['waiting'] }],
    [
      'Not while the parcel is in transit (409 `moving`, field `status`).',
      { allowed: ['drafted', 'waiting', 'delivered', 'lost'] },
    ],
    [
      'Nothing can be shipped any more once the parcel is lost.',
      { allowed: ['drafted', 'waiting', 'inTransit', 'delivered'] },
    ],
    ['No parcel may be shipped while it is drafted.', { allowed: ['waiting', 'inTransit', 'delivered', 'lost'] }],
    ['Nobody can ship a parcel after it is lost.', { allowed: ['drafted', 'waiting', 'inTransit', 'delivered'] }],
    ['A parcel that is not waiting is turned down.', { allowed: ['waiting'] }],
    ['Works only while the parcel is drafted.', { allowed: ['drafted'] }],
    ['Ships a waiting parcel at once.', { allowed: ['waiting'] }],
    [
      'With the label a drafted parcel turns into a waiting parcel and the depot is told.',
      { allowed: ['drafted'], to: 'waiting' },
    ],
    ['A delivered parcel is put back to `waiting`.', { allowed: ['delivered'], to: 'waiting' }],
    ['Needs a waiting parcel.', { allowed: ['waiting'] }],
    ['Anything but a drafted parcel is a conflict.', { allowed: ['drafted'] }],
    [
      'Once the parcel is lost there is no way back and the request is rejected.',
      { allowed: states.slice(0, 4).map((each) => each.value) },
    ],
    ['Parcels can be held back up to the moment the parcel is in transit.', { allowed: ['drafted', 'waiting'] }],
    ['Lost parcels stay as they are.', { allowed: states.slice(0, 4).map((each) => each.value) }],
  ])('are read: %s', (text, claim) => {
    expect(read(text)).toEqual([claim]);
  });

  it.each([
    'A parcel cannot be lost while a driver is waiting.',
    'Parcels are delivered by a driver.',
    'Once a parcel has been delivered, it must be opened.',
    'If a parcel is lost or the driver is waiting, it must be opened.',
    'While it is waiting you can still hand it to somebody else.',
    'The time at which the parcel was delivered.',
    'Usually a waiting parcel is picked up at noon.',
    'Only the driver can see waiting parcels of the depot.',
    'A drafted parcel cannot be opened.',
    'Waiting parcels cannot be worth more than 100.',
    'Lost parcels cannot cost more than 20.',
  ])('are not read: %s', (text) => {
    expect(read(text).filter((claim) => 'allowed' in claim || 'to' in claim)).toEqual([]);
  });
});

it.each([
  ['Owner only, and only for claims in draft or rejected (409 `locked`).', ['draft', 'rejected']],
  ['Only for rejected claims.', ['rejected']],
  ['Refused for claims in draft or rejected.', ['paid']],
])('a state with the name of a refusal is none: %s', (sentence, allowed) => {
  const named = ['draft', 'rejected', 'paid'].map((value) => ({ member: 'status', value, words: value }));
  expect(read(sentence, { ...none, nouns: ['claim'], states: named, stateMember: 'status' })).toEqual([{ allowed }]);
});
