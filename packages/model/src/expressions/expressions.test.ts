import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { SchemaReader } from '../schema/flat-schema.js';
import { checkExpression } from './check-expression.js';
import { compileExpression } from './compile-expression.js';
import { type ExpressionContext, ExpressionError, type RecordReader } from './expression-context.js';
import { expressionFunctions } from './functions.js';

const customers = [
  { id: 'c1', name: 'Ada' },
  { id: 'c2', name: 'Eve' },
];

const records: RecordReader = {
  find: (resource, key) => (resource === 'customers' ? (customers.find(({ id }) => id === key) ?? null) : null),
  all: (resource) => (resource === 'customers' ? customers : []),
  read: (resource, key, member) => Object(records.find(resource, key))[member] ?? null,
  of: () => [],
  countOf: () => 0,
  others: () => [],
  next: (form) => form,
  transitions: () => [],
  meta: () => null,
  remembered: () => [],
  like: () => null,
};

function evaluate(text: string, values: Readonly<Record<string, unknown>> = {}, steps = 10_000): unknown {
  const now = new Date('2026-03-01T12:00:00Z');
  const context: ExpressionContext = { values, records, now, budget: { steps }, locals: [] };
  return compileExpression(text).evaluate(context);
}

describe('arithmetic', () => {
  it.each([
    ['0.1 + 0.2', 0.3],
    ['7 / 2', 3.5],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(3 * 19.99 * (1 - 10 / 100.0), 2)', 53.97],
    ['[0.1, 0.2, 0.3].sum()', 0.6],
    ['1 / 0', null],
    ['1 + null', null],
    ['null > 3', false],
  ])('evaluates %s to %s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });
});

describe('integers beyond the precision of a double', () => {
  it('keep their digits', () => {
    const self = { id: 9007199254740993n };
    expect(evaluate('self.id + 2', { self })).toBe(9007199254740995n);
    expect(evaluate('self.id == 9007199254740992', { self })).toBe(false);
    expect(evaluate('self.id > 9007199254740992', { self })).toBe(true);
  });
});

describe('missing properties', () => {
  it('evaluate to null even if nested, so conditions on them do not hold', () => {
    expect(evaluate('self.a.b.c', { self: {} })).toBeNull();
    expect(evaluate('self.a.b > 1 || self.c', { self: {} })).toBe(false);
  });

  it('are not read from the prototype', () => {
    expect(evaluate('self.constructor', { self: {} })).toBeNull();
    expect(evaluate('self["__proto__"]', { self: {} })).toBeNull();
    expect(evaluate('"x".length', {})).toBeNull();
  });
});

describe('dates and times', () => {
  it.each([
    ['"2026-02-28T23:00:00Z" < now', true],
    ['"2026-03-01" == "2026-03-01T00:00:00Z"', true],
    ['"2026-03-01" <= now && now <= "2026-03-01"', true],
    ['date(now + days(30))', '2026-03-31'],
    ['days(now - timestamp("2026-02-01T12:00:00Z"))', 28],
    ['"2026-03-01T13:00:00+01:00" == "2026-03-01T12:00:00Z"', true],
    ['1772366400 < now', false],
    ['today', '2026-03-01'],
  ])('evaluates %s to %s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });
});

describe('lists and records', () => {
  it('can be mapped, filtered and looked up', () => {
    const self = { lines: [{ n: 2 }, { n: 5 }] };
    expect(evaluate('self.lines.filter(l, l.n > 2).map(l, l.n * 10)', { self })).toEqual([50]);
    expect(evaluate('self.lines.exists(l, l.n == 5) && !self.lines.all(l, l.n == 5)', { self })).toBe(true);
    expect(evaluate('find("customers", "c2").name')).toBe('Eve');
    expect(evaluate('all("customers").map(c, all("customers").map(d, c.name + d.name))[1][0]')).toBe('EveAda');
  });
});

describe('an expression', () => {
  it.each([
    ['self.lines.', /is no expression/],
    ['fetch("http://localhost")', /There is no function fetch\(\)/],
    ['rond(1.5)', /Did you mean "round"/],
    ['find(self.resource, 1)', /takes the name of a resource as a text/],
    ['self.code.matches("(a")', /matches\(\) has a wrong pattern: Invalid regular expression/],
    ['matches(self.code, "a", "!")', /matches\(\) has a wrong pattern: .*flags/],
    ['sortBy(self.lines, l, l.code)', /sortBy\(\) takes a name and an expression/],
    ['self.lines.all()', /all\(\) takes a name and an expression/],
    ['self.code.find("orders")', /find\(\) cannot follow a value/],
    ['round(1, 2, 3)', /takes 1 to 2 values, but has 3/],
    [`1${' + 1'.repeat(600)}`, /characters|no expression/],
  ])('is rejected: %s', (text, message) => {
    expect(() => compileExpression(text)).toThrow(message);
  });

  it('stops after too many steps', () => {
    const list = Array.from({ length: 200 }, (_none, index) => index);
    const text = 'list.map(a, list.map(b, list.exists(c, c == 300)))';
    expect(() => evaluate(text, { list })).toThrow(ExpressionError);
  });

  it('is rejected if it has unknown names or wrong types', () => {
    const schemas = new SchemaReader({});
    const order = {
      type: 'object',
      properties: {
        total: { type: 'number' },
        lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } },
      },
    };
    const types = {
      schemas,
      values: new Map<string, unknown>([['self', order]]),
      resources: new Map([['orders', order]]),
    };
    const problemsOf = (text: string) => checkExpression(compileExpression(text), types);
    expect(problemsOf('self.lines.map(l, l.amount).sum() + find("orders", self.total).total')).toEqual([]);
    expect(problemsOf('self.totl')).toEqual([expect.stringContaining('Did you mean "total"?')]);
    expect(problemsOf('self.lines.map(l, l.amunt)')).toEqual([expect.stringContaining('Did you mean "amount"?')]);
    expect(problemsOf('of("order")')).toEqual([expect.stringContaining('Did you mean "orders"?')]);
    expect(problemsOf('slef.total > 1')).toEqual([expect.stringContaining('Did you mean "self"?')]);
    expect(problemsOf('self.lines - self.total')).toEqual(['There is no - of array.']);
    expect(problemsOf('self.total * self.lines.size() > 3 ? self.lines.map(l, l.amount).sum() : null')).toEqual([]);
    const fitting = (text: string, type: string) => checkExpression(compileExpression(text), types, { type });
    expect(fitting('self.lines.size()', 'integer')).toEqual([]);
    expect(fitting('self.total > 3 ? null : self.total', 'string')).toEqual([]);
    expect(fitting('self.total > 3', 'integer')).toEqual(['It is a condition, where a number or text is expected.']);
    expect(fitting('self.lines', 'number')).toEqual(['It is a list, where a number or text is expected.']);
    expect(fitting('self.total', 'array')).toEqual(['It is a number or text, where a list is expected.']);
  });
});

it('the documentation lists all expression functions', async () => {
  const rows = Object.entries(expressionFunctions).map(
    ([
      name,
      {
        parameters: [least, most],
        isMethod,
        says,
      },
    ]) => {
      const count = least === most ? `${least}` : `${least} to ${most}`;
      return `| \`${name}\`${isMethod === true ? ' (.)' : ''} | ${count} | ${says} |`;
    },
  );
  const page = await readFile(new URL('../../../../docs/behavior-model.md', import.meta.url), 'utf8');
  const table = /\| function \| values \| gives \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '';
  expect(table.trimEnd().split('\n')).toEqual(rows);
});
