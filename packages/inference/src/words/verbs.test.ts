import { expect, it } from 'vitest';
import { listStatesAfter, phrasalVerbIn, verbBehind } from './verbs.js';

it.each([
  ['revocation', 'revoke'],
  ['verification', 'verify'],
  ['termination', 'terminate'],
  ['authorization', 'authorize'],
  ['suspension', 'suspend'],
  ['completion', 'complete'],
  ['removal', 'remove'],
  ['closure', 'close'],
  ['signature', 'sign'],
  ['payment', 'pay'],
])('the verb behind %s is %s', (noun, verb) => {
  expect(verbBehind(noun)).toBe(verb);
});

it.each(['station', 'image', 'department', 'metal', 'mission'])('%s is no action', (noun) => {
  expect(verbBehind(noun)).toBeUndefined();
});

it.each([
  ['stop', 'stopped'],
  ['ship', 'shipped'],
  ['cancel', 'canceled'],
  ['pay', 'paid'],
])('after %s, a thing is %s', (verb, state) => {
  expect(listStatesAfter(verb)[0]).toBe(state);
});

it.each([
  [
    ['call', 'off'],
    ['call', 'off'],
  ],
  [['pickup'], ['pick', 'up']],
  [['checkin'], ['check', 'in']],
  [['shutdown'], []],
  [['update'], []],
  [['mark', 'read'], []],
])('the verb of two words in %s is %s', (words, verb) => {
  expect(phrasalVerbIn(words)).toEqual(verb);
});
