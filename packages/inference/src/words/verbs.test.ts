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
])('derives the verb from the noun %s: %s', (noun, verb) => {
  expect(verbBehind(noun)).toBe(verb);
});

it.each(['station', 'image', 'department', 'metal', 'mission'])('derives no verb from the noun %s', (noun) => {
  expect(verbBehind(noun)).toBeUndefined();
});

it.each([
  ['stop', 'stopped'],
  ['ship', 'shipped'],
  ['cancel', 'canceled'],
  ['pay', 'paid'],
])('derives the state after the verb %s: %s', (verb, state) => {
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
])('finds the phrasal verb in %j: %j', (words, verb) => {
  expect(phrasalVerbIn(words)).toEqual(verb);
});
