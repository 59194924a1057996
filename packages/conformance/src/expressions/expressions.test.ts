import { describe, expect, it } from 'vitest';
import { evaluateCondition } from './evaluate-condition.js';
import { type ExpressionScope, evaluateText } from './evaluate-expression.js';
import { interpolateValue } from './interpolate.js';
import { writePointer } from './json-pointer.js';
import { parseCondition } from './parse-condition.js';

const scope: ExpressionScope = {
  inputs: { n: 7, 'dotted.name': 'whole', env: { token: 't' }, list: [1, 2] },
  outputs: { made: true },
  steps: new Map([['first', { order: { 'a/b': [10, 20] }, text: "it's" }]]),
  workflows: new Map([['logIn', { inputs: { user: 'u' }, outputs: { token: 'x' } }]]),
  message: {
    url: 'http://h/a?q=1',
    method: 'GET',
    request: { headers: { tenantid: 'acme' }, query: { q: '1' }, path: { id: '5' }, body: { a: 1 } },
    response: {
      status: 404,
      headers: { 'x-count': '3' },
      body: { status: 'success', page: 1, nothing: null, items: [{ id: 'a' }] },
      text: '',
    },
  },
  sourceUrl: (name) => (name === 'shop' ? 'http://h' : undefined),
  component: (section, name) => (section === 'parameters' && name === 'tenant' ? 'acme' : undefined),
};

describe('evaluateText', () => {
  it.each([
    ['$url', 'http://h/a?q=1'],
    ['$method', 'GET'],
    ['$statusCode', 404],
    ['$request.header.tenantId', 'acme'],
    ['$request.query.q', '1'],
    ['$request.path.id', '5'],
    ['$request.body#/a', 1],
    ['$response.header.X-Count', '3'],
    ['$response.body#/items/0/id', 'a'],
    ['$response.body#/nothing', null],
    ['$inputs.n', 7],
    ['$inputs.dotted.name', 'whole'],
    ['$inputs.env.token', 't'],
    ['$outputs.made', true],
    ['$steps.first.outputs.order#/a~1b/1', 20],
    ['$workflows.logIn.outputs.token', 'x'],
    ['$workflows.logIn.inputs.user', 'u'],
    ['$sourceDescriptions.shop.url', 'http://h'],
    ['$components.parameters.tenant', 'acme'],
  ])('evaluates %s to %j', (text, value) => {
    expect(evaluateText(text, scope)).toEqual({ found: true, value });
  });

  it.each([
    ['$response.body#/items/1', 'the response body has no /items/1'],
    [
      '$response.body.status',
      '"$response.body.status" must select a part of the body with a JSON Pointer, such as $response.body#/name',
    ],
    ['$response.header.etag', 'the response has no header etag'],
    ['$inputs.m', 'the inputs have no value m'],
    ['$steps.second.outputs.x', 'step second has not run'],
    ['$steps.first.order', '"$steps.first.order" must read $steps.<stepId>.outputs.<name>'],
    ['$statusCode.x', '$statusCode has no parts; remove ".x"'],
    ['$5', '"$5" is no runtime expression'],
  ])('reports that %s has no value: %s', (text, why) => {
    expect(evaluateText(text, scope)).toEqual({ found: false, why });
  });
});

describe('interpolate', () => {
  it('keeps the type of a sole expression, and converts embedded expressions to strings', () => {
    const payload = {
      a: '$inputs.n',
      b: '{$inputs.n}',
      c: 'n={$inputs.n}, {$inputs.list}',
      d: '$5',
      e: ['{$inputs.env}'],
      f: '{"x": 1}',
    };
    const expected = { a: 7, b: 7, c: 'n=7, [1,2]', d: '$5', e: [{ token: 't' }], f: '{"x": 1}' };
    expect(interpolateValue(payload, scope)).toEqual({ found: true, value: expected });
  });

  it('reports an expression without a value', () => {
    const why = '$inputs.nobody has no value: the inputs have no value nobody';
    expect(interpolateValue({ deep: ['x {$inputs.nobody}'] }, scope)).toEqual({ found: false, why });
  });
});

describe('writePointer', () => {
  it('replaces, adds and appends values in a copy', () => {
    const payload = { list: [1], deep: { a: 1 } };
    expect(writePointer(payload, '/list/-', 2)).toEqual({ found: true, value: { list: [1, 2], deep: { a: 1 } } });
    expect(writePointer(payload, '/deep/b~1c', 2)).toEqual({
      found: true,
      value: { list: [1], deep: { a: 1, 'b/c': 2 } },
    });
    expect(writePointer(payload, '/none/x', 2)).toEqual({
      found: false,
      why: 'the payload has no value at "none" of /none/x',
    });
    expect(writePointer(payload, '/list/7', 2)).toEqual({
      found: false,
      why: '"7" of /list/7 is not a valid index; the array length is 1',
    });
    expect(payload).toEqual({ list: [1], deep: { a: 1 } });
  });
});

function evaluate(text: string): boolean | undefined | string {
  const parsed = parseCondition(text);
  return 'problem' in parsed ? parsed.problem : evaluateCondition(parsed.condition, scope).holds;
}

describe('evaluateCondition', () => {
  it.each([
    ['$statusCode == 404', true],
    ['$statusCode!=404', false],
    ['$statusCode >= 400 && $statusCode < 500', true],
    ["$response.body#/status == 'success'", true],
    ["$response.body#/status == 'Success'", false],
    ["$steps.first.outputs.text == 'it''s'", true],
    ['$response.header.x-count == 3', true],
    ["$response.body#/page == '1'", true],
    ['$response.body#/nothing == null', true],
    ['!($statusCode == 200) && ($response.body#/page<2)', true],
    ['$statusCode == 200 || $statusCode == 404 && false', false],
    ['($statusCode == 200 || $statusCode == 404) && true', true],
    ['{$statusCode == 404}', true],
    ['$outputs.made', true],
    ['$response.body#/items == $response.body#/items', true],
    // A comparison with a missing value never matches.
    ["$response.body#/gone != 'x'", undefined],
    ['!($response.body#/gone == 1)', undefined],
    ['$response.body#/gone == null', undefined],
    ['$response.body#/gone == 1 || $statusCode == 404', true],
    ['$response.body#/gone == 1 && $statusCode == 200', false],
    ['$response.body#/status < 3', undefined],
    ['$statusCode ==', 'expected a value at the end of "$statusCode =="'],
    ['$statusCode = 200', '"=" is not expected at column 13'],
    ['($statusCode == 200', 'the parenthesis at column 1 is not closed'],
    ['$statusCode == 200 300', 'unexpected "300" at column 20'],
    ['$response.body#/status == success', '"success" is not a literal; put strings in single quotes at column 27'],
    ["$response.body#/status == 'open", 'a string is not closed at column 27'],
  ])('%s -> %s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });
});

it.each([
  ['$inputs.id == 9007199254740993', true],
  ['$inputs.id == 9007199254740992', false],
  ['$inputs.id != 9007199254740992', true],
  ['$inputs.id > 9007199254740992', true],
  ["$inputs.id == '9007199254740993'", true],
  ["$inputs.id == '9007199254740992'", false],
  ['$inputs.id <= 9007199254740993.5', true],
])('evaluates %s without losing digits of large integers', (text, holds) => {
  const parsed = parseCondition(text);
  if (!('condition' in parsed)) throw new Error('it cannot be parsed');
  expect(evaluateCondition(parsed.condition, { ...scope, inputs: { id: 9007199254740993n } }).holds).toBe(holds);
});
