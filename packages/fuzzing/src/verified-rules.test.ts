import { expect, it } from 'vitest';
import type { Judged } from './judge-request.js';
import { VerifiedRules } from './verified-rules.js';

const answered = (ruleId: string, pointer: string, isRefused: boolean): Judged => ({
  answer: { status: isRefused ? 400 : 201 } as Judged['answer'],
  wrong: [],
  refusal: { ruleId, pointer, message: '' },
  isRefused,
});

/** True if a server that verifies the rules of eleven other members overlooks these by mistake. */
function isMistake(ruleId: string, ...pointers: string[]): boolean {
  const rules = new VerifiedRules();
  for (let index = 0; index < 11; index += 1)
    rules.note({ operationId: 'add' }, answered('request/body-required', `/body/m${index}`, true));
  for (const pointer of pointers) rules.note({ operationId: 'add' }, answered(ruleId, pointer, false));
  const violates = answered(ruleId, pointers[0] ?? '', false).refusal;
  return rules.isMistake({ violates });
}

it.each([
  ['a required property', 'request/body-required', '/body/name'],
  ['an enum value', 'request/body-enum', '/body/kind'],
  ['a required header', 'request/required-header', '/headers/x-shop'],
])('treats the only rule that a server does not enforce as a mistake: %s', (_what, rule, pointer) => {
  expect([isMistake(rule, pointer), isMistake(rule, pointer, '/body/other')]).toEqual([true, false]);
});

it('treats an unchecked length as a mistake only if the server checks other lengths', () => {
  expect(isMistake('request/body-max-length', '/body/name')).toBe(false);
  const rules = new VerifiedRules();
  for (let index = 0; index < 11; index += 1)
    rules.note({ operationId: 'add' }, answered('request/body-max-length', `/body/m${index}`, true));
  const long = answered('request/body-max-length', '/body/name', false);
  rules.note({ operationId: 'add' }, long);
  expect(rules.isMistake({ violates: long.refusal })).toBe(true);
});

it('treats an unchecked length as a mistake if a response violates it too', () => {
  const rules = new VerifiedRules();
  for (let index = 0; index < 5; index += 1)
    rules.note({ operationId: 'add' }, answered('request/body-minimum', `/body/m${index}`, true));
  const { refusal: violates } = answered('request/body-max-length', '/body/name', false);
  expect(rules.isMistake({ violates, wrong: ['accepted'] })).toBe(false);
  expect(rules.isMistake({ violates, wrong: ['accepted', '/body/name must have at most 5 characters'] })).toBe(true);
  expect(rules.isMistake({ violates, wrong: ['accepted', '/body/end must be a date'] })).toBe(false);
  rules.note({ operationId: 'add' }, answered('request/body-required', '/body/kind', false));
  expect(rules.isMistake({ violates, wrong: ['accepted', '/body/name must have at most 5 characters'] })).toBe(false);
});
