import { describe, expect, it, test } from 'vitest';
import { createJsonFilter, matchesJsonPath, queryJson } from './index.js';

const store = {
  users: [
    { name: 'g', roles: null, age: 3 },
    { name: 'r', roles: ['a'], info: { first: 'bar' } },
    { name: "o'b", info: null },
  ],
  'a/b': [0, 1, 2, 3],
};

const places = (path: string) => queryJson(path, store).map(({ location }) => location.join('/'));

describe('a JSONPath query', () => {
  it.each([
    ['$.users[1].info.first', ['users/1/info/first']],
    ["$['a/b'][1:3]", ['a/b/1', 'a/b/2']],
    ["$['a/b'][-1]", ['a/b/3']],
    ["$['a/b'][::-2]", ['a/b/3', 'a/b/1']],
    ['$.users[0,2].name', ['users/0/name', 'users/2/name']],
    ['$..first', ['users/1/info/first']],
    ['$.nope', []],
    ['$.users.*.age', ['users/0/age']],
    ["$.users[?@.name == 'r']", ['users/1']],
    ['$.users[?@.roles == null]', ['users/0']],
    ['$.users[?@.roles]', ['users/0', 'users/1']],
    ['$.users[?!@.info]', ['users/0']],
    ['$.users[?count(@.roles[*]) == 1]', ['users/1']],
    ["$.users[?value(@..first) == 'bar']", ['users/1']],
    ['$.users[?length(@.name) == 3]', ['users/2']],
    ['$.users[?@.age > 2 && @.age < 4 || @.info == null]', ['users/0', 'users/2']],
    ['$.users[?@ == $.users[1]]', ['users/1']],
    ['$.users[?@.nope == @.neither]', ['users/0', 'users/1', 'users/2']],
    ['$.users[?@.roles[?@ == $.users[1].roles[0]]]', ['users/1']],
    ["$.users[?match(@.name, 'r.*')]", ['users/1']],
    ["$.users[?search(@.name, '.b')]", ['users/2']],
    ['$.users[?match(@.age, "3")]', []],
    ["$.users[?search(@.name, '(?=b)')]", []],
  ])('%s selects %j', (path, expected) => expect(places(path)).toEqual(expected));

  it.each([`"'"`, `"o'b"`, `"[a-z]['][a-z]"`, String.raw`'o\'b'`])(
    'accepts an apostrophe in the regular expression %s',
    (pattern) => expect(places(`$.users[?search(@.name, ${pattern})]`)).toEqual(['users/2']),
  );

  it('selects values at any depth', () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 5000; depth += 1) deep = { down: deep };
    expect(queryJson("$..[?@ == 'end']", deep)).toHaveLength(1);
  });

  it('can select 200,000 values', () => {
    expect(queryJson('$[*]', new Array(200_000).fill(0))).toHaveLength(200_000);
  });
});

describe('the limits of a JSONPath query', () => {
  const rows = Array.from({ length: 300 }, (_, id) => ({ id, tags: ['a', 'b'], text: 'x'.repeat(20_000) }));
  const nested = '$..[?count($..[?count($..[?count($..*)>=0])<0])<0]';
  const tooLong = /it takes more than [\d,]+ steps/;

  test.each([
    nested,
    '$..[?count($..[?count($..*) >= 0]) < 0]',
    `$${'[*,*,*,*,*,*,*,*,*,*]'.repeat(3)}`,
    '$..[?count($[*][*,*,*,*,*,*,*,*,*,*]) < 0]',
    '$..[?$ != $]',
    '$..[?$[0].text != $[1].text && $[0].text != $[1].text]',
    '$..[?match($[0].text, $[1].text) && !match($[0].text, $[1].text)]',
    '$..[?count($[::-1]) < 0]',
  ])('stop %s within 2 seconds', (path) => {
    const before = process.cpuUsage().user;
    expect(() => queryJson(path, rows)).toThrow(tooLong);
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2000);
  });

  test('stop a costly query that finds nothing', () => expect(() => matchesJsonPath(nested, rows)).toThrow(tooLong));

  test('count the steps of a filter for each page of values', () => {
    const filter = createJsonFilter('count($..[?count($..*) > 999999]) > 0 || @.id == 7');
    expect(filter(rows, (row) => row)).toEqual([rows[7]]);
    const costly = createJsonFilter('count($..[?count($..[?count($..*) >= 0]) < 0]) < 0');
    const wide = [Object.fromEntries(rows.map((row) => [row.id, row]))];
    expect(() => costly(wide, (value) => value)).toThrow(tooLong);
  });

  test('count the steps of a filter over all its pages', () => {
    const filter = createJsonFilter('count($..*) < 0', 2000);
    const page = rows.slice(0, 40);
    expect(filter(page, (row) => row)).toEqual([]);
    expect(() => filter(page, (row) => row)).toThrow(tooLong);
  });

  test('stop a slow regular expression after 500 ms', () => {
    const path = '$[?match(@, "(a|a)*b")]';
    expect(() => queryJson(path, ['a'.repeat(50)])).toThrow(/regular expressions take longer than 500 ms/);
  });

  test('reject a path that is too long', () => {
    expect(() => queryJson(`$${'.a'.repeat(6000)}`, rows)).toThrow(/12001 characters/);
  });
});
