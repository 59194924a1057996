import { describe, expect, it } from 'vitest';
import type { ExpressionScope } from '../expressions/scope.js';
import { matchesAllCriteria } from './criteria.js';

/** A scope with a response that has this body. */
const answered = (body: unknown): ExpressionScope => ({
  inputs: {},
  outputs: {},
  steps: new Map(),
  workflows: new Map(),
  message: {
    url: 'http://understudy.local/',
    method: 'GET',
    request: { headers: {}, query: {}, path: {}, body: undefined },
    response: { status: 200, headers: {}, body, text: JSON.stringify(body) },
  },
  sourceUrl: () => undefined,
  component: () => undefined,
});

const finds = (condition: string, body: unknown) =>
  matchesAllCriteria([{ context: '$response.body', condition, type: 'jsonpath' }], answered(body));

describe('jsonpath criteria', () => {
  it.each([
    ["$..[?@.a=='x']", true],
    ["$..[?@.a=='y']", false],
    ["$..[?@.a=='x' && @.b==1 && @.c==1]", true],
    ["$..[?@.a=='x' && @.b==1 && @.c==2]", false],
    ["$..[?@.a=='y' && @.b==1 && @.c==1]", false],
    ["$..[?@.a=='y' || @.b==2 || @.c==1]", true],
    ['$.list[?@.n[0].v==1]', true],
    ['$.list[?@.n[0].v==2]', false],
    ['$[?count(@[?@.c==1]) == 1]', true],
  ])('%s holds: %s', (condition, expected) => {
    expect(finds(condition, { list: [{ a: 'x', b: 1, c: 1, n: [{ v: 1 }] }] })).toBe(expected);
  });
});
