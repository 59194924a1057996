import type { TemplateInput } from '@understudy/kernel/serving';
import { describe, expect, it } from 'vitest';
import { fillResponse } from './fill-response.js';

const random = Object.assign(() => 0.5, { state: () => [1, 2, 3, 4] as const });

type Language = TemplateInput['template']['language'];

async function fill(language: Language, template: string, body: unknown = {}, data = {}): Promise<string | undefined> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method: 'POST', path: '/a/b', url: '/a/b?q=1&q=2', text };
  const { texts } = await fillResponse({
    template: { language, data },
    texts: [template],
    request: { path: { id: '7' }, query: { q: '2' }, headers: { 'x-a': 'me', cookie: 'sid=9' }, body, request },
    origin: 'http://127.0.0.1:4010',
    now: new Date('2026-01-15T09:00:00Z'),
    random,
  });
  return texts[0];
}

describe('renders a template like its original tool', () => {
  it.each<[Language, string, string, unknown?]>([
    [
      'wiremock',
      '{{request.method}} {{request.url}} {{request.path.[1]}} {{request.path.id}}',
      'POST /a/b?q=1&q=2 b 7',
    ],
    [
      'wiremock',
      '{{request.query.q}} {{request.query.q.[1]}} {{request.cookies.sid}} {{request.headers.X-A}}',
      '1 2 9 me',
    ],
    ['wiremock', "{{jsonPath request.body '$.a.b'}}<{{{request.body}}}", '<b><{"a":{"b":"<b>"}}', { a: { b: '<b>' } }],
    ['wiremock', "{{now offset='-1 days' format='yyyy/MM/dd HH:mm' timezone='Europe/Lisbon'}}", '2026/01/14 09:00'],
    ['wiremock', "{{now offset='3 hours' format='epoch'}} {{now}}", '1768478400000 2026-01-15T09:00:00Z'],
    ['wiremock', "{{#if (eq request.method 'POST')}}yes{{else}}no{{/if}} {{math 2 '+' 3}} {{upper 'a'}}", 'yes 5 A'],
    [
      'wiremock',
      "{{#assign 'n'}}x{{/assign}}{{n}}{{#each (range 1 3) as |v i|}}{{v}}:{{i}} {{/each}}",
      'x1:0 2:1 3:2 ',
    ],
    ['wiremock', "{{regexExtract request.path '[a-z]/([a-z])' 'p'}}{{p.0}} {{base64 'hi'}} {{size 'abc'}}", 'b aGk= 3'],
    [
      'mockoon',
      "{{body 'a.0.b'}} {{body 'none' 'or'}} {{{bodyRaw 'a.0.c'}}} {{bodyRaw 'a.0.c'}}",
      '1 or <c> &lt;c&gt;',
      { a: [{ b: 1, c: '<c>' }] },
    ],
    ['mockoon', '{{#repeat 3}}{{@index}}{{#unless @last}}-{{/unless}}{{/repeat}}', '0-,\n1-,\n2\n'],
    ['mockoon', "{{setVar 'x' (add 1 2)}}{{@x}} {{getVar 'x'}} {{join (split 'a b') '+'}}", '3 3 a+b'],
    [
      'mockoon',
      "{{now 'yyyy-MM-dd'}} {{dateTimeShift date='2026-01-31' days=1 format='dd.MM.yy'}}",
      '2026-01-15 01.02.26',
    ],
    [
      'mockoon',
      "{{#switch (urlParam 'id')}}{{#case '7'}}seven{{/case}}{{#default}}other{{/default}}{{/switch}}",
      'seven',
    ],
    [
      'mockserver',
      '{{request.path}} {{request.queryStringParameters.q.1}} {{request.pathParameters.id.0}}',
      '/a/b 2 7',
    ],
    ['mockserver', '{{#jsonPath}}$.a{{/jsonPath}}{{jsonPathResult}} {{now_epoch}}', '1 1768467600', { a: 1 }],
  ])('%s: %s', async (language, template, expected, body) => {
    expect(await fill(language, template, body)).toBe(expected);
  });
});

describe('a template cannot', () => {
  it.each<[string, Language, string]>([
    [
      'read inherited properties',
      'wiremock',
      '{{request.constructor}}{{request.method.constructor}}{{lookup request "__proto__"}}',
    ],
    ['call a faker function that evaluates strings', 'mockoon', "{{faker 'helpers.fake' '{{name}}'}}"],
    ['call an inherited faker function', 'mockoon', "{{faker 'person.constructor' 'x'}}"],
    ['generate a very long string', 'mockoon', "{{faker 'string.alpha' 1000000000}}"],
    ['repeat endlessly', 'mockoon', '{{#repeat 1000000000}}x{{/repeat}}'],
    ['double a string many times', 'mockoon', `{{setVar 'x' 'ab'}}${"{{setVar 'x' (concat @x @x)}}".repeat(60)}{{@x}}`],
    [
      'nest an array many times',
      'mockoon',
      `{{setVar 'x' 'a'}}${"{{setVar 'x' (array @x @x)}}".repeat(60)}{{stringify @x}}`,
    ],
    ['match a costly pattern', 'wiremock', `{{#if (matches '${'a'.repeat(40)}!' '(a+)+')}}{{/if}}`],
    ['include another file', 'wiremock', '{{> secret}}'],
  ])(
    '%s',
    async (_, language, template) => {
      const filled = await fill(language, template).catch((error: Error) => error.message);
      expect(filled ?? '').toMatch(/^$|no function|larger than|more than|longer than|too large|not supported/);
    },
    2000,
  );
});
