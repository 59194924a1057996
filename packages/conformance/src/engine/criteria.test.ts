import { describe, expect, it } from 'vitest';
import type { ScenarioFile } from '../arazzo/model.js';
import type { ExpressionScope } from '../expressions/evaluate-expression.js';
import { checkCriteria, matchesAllCriteria } from './criteria.js';

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

const file: ScenarioFile = {
  ...{ file: 'a.arazzo.yaml', api: undefined, findings: [], imports: new Map(), lineOf: () => undefined },
  document: { arazzo: '1.0.1', info: { title: 'A', version: '1' }, sourceDescriptions: [], workflows: [] },
};

const finds = (condition: string, body: unknown) =>
  matchesAllCriteria([{ context: '$response.body', condition, type: 'jsonpath' }], answered(body));

describe('a jsonpath criterion', () => {
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
  ])('%s evaluates to %s', (condition, expected) => {
    expect(finds(condition, { list: [{ a: 'x', b: 1, c: 1, n: [{ v: 1 }] }] })).toBe(expected);
  });
});

it.each([
  ["$response.body#/subject == 'a'", 'Expected /subject to be "a", got "b".'],
  ["'a' == $response.body#/subject", 'Expected /subject to be "a", got "b".'],
  ['$statusCode == 201', 'Expected the status to be 201, got 200.'],
  ["$response.body#/subject != 'b'", /does not hold/],
])('explains why %s does not hold', (condition, message) => {
  const [finding] = checkCriteria([{ condition }], answered({ subject: 'b' }), file, '');
  expect(finding?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

describe('a criterion that takes too long', () => {
  const rows = Array.from({ length: 200 }, (_, id) => ({ id, text: 'a'.repeat(50) }));

  it.each([
    ['jsonpath', '$..[?count($..[?count($..[?count($..*)>=0])<0])<0]', /more than 500,000 steps/],
    ['jsonpath', "$..[?match(@.text, '(a|a)*b')]", /longer than 500 ms/],
    ['regex', '(a|a)*b', /longer than 500 ms/],
  ] as const)('fails and reports the limit: %s %s', (type, condition, message) => {
    const scope = answered(type === 'regex' ? rows[0]?.text : rows);
    const [finding] = checkCriteria([{ context: '$response.body', condition, type }], scope, file, '');
    expect(finding).toMatchObject({ ruleId: 'criterion/syntax', message: expect.stringMatching(message) });
  });
});
