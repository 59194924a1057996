import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

async function importOf(files: Readonly<Record<string, unknown>>, ...args: string[]) {
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const source = await folderWith(Object.fromEntries(texts));
  const folder = join(await folderWith(), 'made');
  const { code, out, err } = await runCli('import', source, '--folder', folder, '--name', 'shop', '--json', ...args);
  if (err !== '') return { code, err, folder, omissions: [], texts: '' };
  const { omissions, files: written } = JSON.parse(out);
  const contents = await Promise.all(written.map((file: string) => readFile(join(folder, file), 'utf8')));
  const listed = omissions.map(({ place, what }: Record<string, string>) => `${place}: ${what}`);
  return { code, err, folder, omissions: listed, texts: contents.join('\n') };
}

const json = 'application/json';
const item = (name: string, method: string, url: unknown, more = {}) => ({ name, request: { method, url, ...more } });
const postman = (...list: object[]) => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'base', value: 'https://shop.example/shop' }],
  item: list,
});
const newUser = { mode: 'raw', raw: '{"name": "{{name}}"}', options: { raw: { language: 'json' } } };
const ada = { id: 7, name: 'Ada' };

const bru = (name: string, verb: string, rest: string) =>
  `meta {\n  name: ${name}\n  type: http\n  seq: ${name.length}\n}\n\n${verb} {\n  url: https://shop.example/users${rest}`;

/** Tool files and run inputs. The requests behave on the imported description as they do in the tool. */
const requests: readonly (readonly [string, Record<string, unknown>, string[]])[] = [
  [
    'a Postman collection with an environment and examples',
    {
      'shop.json': postman({
        ...item('Add user', 'POST', '{{base}}/users', { body: newUser }),
        response: [{ name: 'ok', code: 201, body: JSON.stringify(ada) }],
      }),
      'env.json': { name: 'Local', values: [{ key: 'name', value: 'Bo', enabled: true }] },
    },
    [],
  ],
  [
    'an Insomnia export of version 4',
    {
      'shop.json': {
        ...{ _type: 'export', __export_format: 4 },
        resources: [
          { _id: 'w', _type: 'workspace', name: 'Shop' },
          {
            _id: 'e',
            _type: 'environment',
            parentId: 'w',
            data: { url: 'http://localhost/api', user: { name: 'Bo' } },
          },
          {
            _id: 'r',
            _type: 'request',
            parentId: 'w',
            name: 'Add',
            method: 'POST',
            url: '{{ _.url }}/users',
            body: { mimeType: json, text: '{"name":"{{ _.user.name }}"}' },
          },
        ],
      },
    },
    [],
  ],
  [
    'an Insomnia collection of version 5',
    {
      'shop.yaml': `type: collection.insomnia.rest/5.0\nname: Shop\ncollection:\n  - name: People\n    children:\n      - name: List\n        url: "{{ _.host }}/users"\n        method: GET\n        parameters: [{ name: limit, value: "2" }]\nenvironments: { name: Base, data: { host: "http://localhost" } }\n`,
    },
    [],
  ],
  [
    'Bruno files with variables and assertions',
    {
      'bruno.json': { name: 'Shop', version: '1' },
      'environments/local.bru': 'vars {\n  name: Bo\n}\nvars:secret [\n  token\n]\n',
      'people/add.bru': bru(
        'Add',
        'post',
        '\n  body: json\n  auth: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n\nbody:json {\n  { "name": "{{name}}" }\n}\n\nassert {\n  res.status: eq 201\n  res.body.name: eq Bo\n}\n\nvars:post-response {\n  id: res.body.id\n}\n',
      ),
      'people/read.bru': bru(
        'Read it',
        'get',
        '/:id\n}\n\nparams:path {\n  id: {{id}}\n}\n\nassert {\n  res.body.name: eq Bo\n}\n',
      ),
    },
    ['--input', 'token=any'],
  ],
  [
    'curl commands',
    {
      'calls.sh': `curl -sX POST https://shop.example/users \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{"name":"O'\\''Hara"}'\ncurl "https://shop.example/users?name=$NAME"\n`,
    },
    ['--input', 'NAME=Bo'],
  ],
];

describe('understudy import carries over requests, which run as in the tool', () => {
  it.each(requests)(
    '%s',
    async (_name, files, inputs) => {
      const { folder, omissions, texts } = await importOf(files);
      expect(omissions).toEqual([]);
      const ran = await runCli('run', '--config', join(folder, 'understudy.config.yaml'), '--api', 'shop', ...inputs);
      expect([ran.code, ran.err, texts], ran.out).toEqual([0, '', expect.stringContaining('successCriteria')]);
      // The first run loads all simulators.
    },
    120_000,
  );
});

const mapping = (request: object, response: object, more = {}) => ({
  request: { method: 'GET', ...request },
  response,
  ...more,
});
const route = (method: string, endpoint: string, ...responses: object[]) => ({
  type: 'http',
  method,
  endpoint,
  responses,
});
const pact = (request: object, response: object) => ({
  ...{ consumer: { name: 'web' }, provider: { name: 'shop' }, metadata: { pactSpecification: { version: '3.0.0' } } },
  interactions: [{ description: 'a user', request, response }],
});

/** Tool files, with calls and the status and body that the tool returns for them. */
const stubs: readonly (readonly [string, Record<string, unknown>, readonly (readonly [string, number, string])[]])[] = [
  [
    'WireMock mappings with a body file, priorities and an absent parameter',
    {
      'mappings/a.json': mapping(
        { urlPathPattern: '/users/.*' },
        { status: 200, bodyFileName: 'ada.json', headers: { 'Content-Type': json } },
      ),
      'mappings/b.json': {
        mappings: [mapping({ urlPath: '/users/9' }, { status: 404, body: 'gone' }, { priority: 1 })],
      },
      'mappings/c.json': mapping(
        { urlPath: '/find', queryParameters: { q: { contains: 'da' }, page: { absent: true } } },
        { jsonBody: [1] },
      ),
      'mappings/d.json': mapping(
        { method: 'POST', url: '/users', bodyPatterns: [{ equalToJson: '{"name":"Ada"}', ignoreExtraElements: true }] },
        { status: 201 },
      ),
      '__files/ada.json': JSON.stringify(ada),
    },
    [
      ['GET /users/7', 200, JSON.stringify(ada)],
      ['GET /users/9', 404, 'gone'],
      ['GET /find?q=Adam', 200, '[1]'],
      ['POST /users {"name":"Ada","age":36}', 201, ''],
    ],
  ],
  [
    'a Mockoon environment with rules, a sequence and a CRUD route',
    {
      'shop.json': {
        ...{
          name: 'Shop',
          lastMigration: 33,
          endpointPrefix: 'api',
          port: 3000,
          headers: [{ key: 'Content-Type', value: json }],
        },
        data: [{ id: 'b', uuid: 'u', name: 'pets', value: '[{"id":"a1","name":"Rex"}]' }],
        routes: [
          route(
            'get',
            'users/:id',
            { statusCode: 200, body: '{"id":7}', default: true },
            {
              statusCode: 404,
              body: '{}',
              rules: [{ target: 'params', modifier: 'id', operator: 'equals', value: '9' }],
            },
          ),
          {
            ...route('get', 'turn', { statusCode: 202, body: '1' }, { statusCode: 200, body: '2' }),
            responseMode: 'SEQUENTIAL',
          },
          { type: 'crud', endpoint: 'pets', responses: [{ bodyType: 'DATABUCKET', databucketID: 'b', default: true }] },
        ],
      },
    },
    [
      ['GET /api/users/9', 404, '{}'],
      ['GET /api/users/1', 200, '{"id":7}'],
      ['GET /api/turn', 202, '1'],
      ['GET /api/turn', 200, '2'],
      ['GET /api/pets', 200, '[]'],
      ['PUT /api/pets/a1 {"id":"a1","name":"Max"}', 404, expect.stringContaining('a1')],
    ],
  ],
  [
    'MockServer expectations with times and values',
    {
      'a.json': [
        {
          httpRequest: { path: '/once' },
          httpResponse: { statusCode: 503 },
          times: { remainingTimes: 1, unlimited: false },
        },
        {
          httpRequest: { path: '/once', queryStringParameters: { a: ['b'] } },
          httpResponse: { body: { type: 'JSON', json: ada } },
        },
        {
          httpRequest: { method: 'POST', path: '/users', body: { type: 'JSON', json: { name: 'Ada' } } },
          httpResponse: { statusCode: 201, body: 'ok' },
        },
      ],
    },
    [
      ['GET /once?a=b', 503, ''],
      ['GET /once?a=b', 200, JSON.stringify(ada)],
      ['POST /users {"name":"Ada"}', 201, 'ok'],
    ],
  ],
  [
    'the examples of a Postman collection',
    {
      'a.json': postman({
        ...item('Get user', 'GET', { raw: '{{base}}/users/:id', variable: [{ key: 'id', value: '7' }] }),
        response: [
          { name: 'ok', code: 200, header: [{ key: 'Content-Type', value: json }], body: JSON.stringify(ada) },
        ],
      }),
    },
    [['GET /shop/users/7', 200, JSON.stringify(ada)]],
  ],
  [
    'a Pact file with rules',
    {
      'web-shop.json': pact(
        { method: 'GET', path: '/users/7', query: { full: ['yes'] } },
        { status: 200, body: ada, matchingRules: { body: { '$.id': { matchers: [{ match: 'type' }] } } } },
      ),
    },
    [['GET /users/7?full=yes', 200, JSON.stringify(ada)]],
  ],
];

describe('understudy import carries over stubs, which answer as in the tool', () => {
  it.each(stubs)('%s', async (_name, files, calls) => {
    const { folder } = await importOf(files);
    const simulators = await start({
      apis: [join(folder, 'shop.yaml')],
      settings: { apis: { shop: { security: 'off' } } },
    });
    const { faults } = JSON.parse(await readFile(join(folder, 'rules.json'), 'utf8'));
    await simulators.control.faults.set(faults);
    for (const [call, status, body] of calls) {
      const [method = '', path = '', sent] = call.split(/ (.*?)(?: ({.*))?$/s);
      const init = sent ? { method, body: sent, headers: { 'content-type': json } } : { method };
      const response = await simulators.fetch(`${simulators.url}${path}`, init);
      expect([call, response.status, (await response.text()).replaceAll(/\s/g, '')]).toEqual([call, status, body]);
    }
  });

  it('proves a provider by the interactions of a Pact file, and fails a wrong one', async () => {
    const expected = (name: string) => ({
      'pact.json': pact({ method: 'GET', path: '/users/7' }, { status: 200, body: { ...ada, name } }),
    });
    const right = await importOf(expected('Ada'));
    const wrong = await importOf(expected('Eve'));
    const run = (scenarios: string) =>
      runCli('run', join(scenarios, 'scenarios'), '--config', join(right.folder, 'understudy.config.yaml'));
    expect((await run(right.folder)).code).toBe(0);
    expect(await run(wrong.folder)).toMatchObject({ code: 1, out: expect.stringContaining("'Eve'") });
  });
});

describe('understudy import lists what it does not carry over, and nothing gets in or out', () => {
  it.each([
    [
      'a script',
      {
        'a.json': postman({
          ...item('A', 'GET', '/a'),
          event: [{ listen: 'test', script: { exec: ['pm.globals.clear()'] } }],
        }),
      },
      'item[A].event[0]: the script "test" of 1 lines is not executed',
    ],
    [
      'an authorization',
      { 'a.json': postman(item('A', 'GET', '/a', { auth: { type: 'hawk' } })) },
      'the authorization "hawk" is not supported',
    ],
    [
      'an unknown field',
      { 'a.json': postman(item('A', 'GET', '/a', { proxy: { host: 'x' } })) },
      'item[A].request.proxy: is not supported',
    ],
    [
      'a tag',
      {
        'a.yaml':
          'type: collection.insomnia.rest/5.0\nname: S\ncollection:\n  - { name: A, method: GET, url: "http://x/{% uuid \'v4\' %}" }\n',
      },
      'the tag {% uuid %} is replaced by the input uuidTag',
    ],
    [
      'a substitution',
      { 'a.sh': 'curl https://x.example/$(whoami)' },
      'a.sh:1: a substitution such as $(…) is not executed',
    ],
    [
      'a template helper',
      { 'a.json': mapping({ url: '/a' }, { body: '{{randomValue}}', transformers: ['response-template'] }) },
      'the template helper "randomValue" is not supported; the stub is left out',
    ],
    [
      'a custom matcher',
      { 'a.json': mapping({ url: '/a', customMatcher: { name: 'mine' } }, {}) },
      'the matcher customMatcher is not supported; the stub is left out',
    ],
    [
      'alternatives',
      { 'a.json': mapping({ urlPattern: '/(a|b)+' }, {}) },
      'cannot be expressed with wildcards; the stub is left out',
    ],
    [
      'a scenario state',
      { 'a.json': mapping({ url: '/a' }, {}, { scenarioName: 'S', newScenarioState: 'B' }) },
      'the state "B" of the scenario "S" is not supported',
    ],
    [
      'a body file outside',
      { 'mappings/a.json': mapping({ url: '/a' }, { bodyFileName: '../../../../../etc/hostname' }), '__files/b': '' },
      'is not below the imported folder',
    ],
    [
      'a callback',
      { 'a.json': [{ httpRequest: { path: '/a' }, httpForward: { host: 'x' } }] },
      'only httpResponse is supported as an action',
    ],
    [
      'a message',
      { 'a.json': { ...pact({}, {}), messages: [{ description: 'm' }] } },
      'messages[m]: a message is not supported',
    ],
    [
      'another file',
      { 'a.json': postman(item('A', 'GET', '/a')), 'b.json': { hello: 1 } },
      'b.json: has no known format',
    ],
  ])('lists %s', async (_name, files, listed) => {
    const { code, omissions } = await importOf(files, '--strict');
    expect([code, omissions.join('\n')]).toEqual([1, expect.stringContaining(listed)]);
  });

  it('follows no link and waits for no pipe', async () => {
    const source = await folderWith({ 'a.json': JSON.stringify(postman(item('A', 'GET', '/a'))) });
    const secret = join(
      await folderWith({ 'secret.json': JSON.stringify(postman(item('Secret', 'GET', '/secret'))) }),
      'secret.json',
    );
    symlinkSync(secret, join(source, 'b.json'));
    execFileSync('mkfifo', [join(source, 'c.json')]);
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
    const { out } = await runCli('import', source, '--folder', join(folder, 'x'), '--name', 'x');
    expect(out).toMatch(/b\.json: is a symbolic link.*\n.*c\.json: is a symbolic link or special file/);
    expect(await readFile(join(folder, 'x', 'x.yaml'), 'utf8')).not.toContain('secret');
    expect(await runCli('import', '/dev/zero')).toMatchObject({
      code: 2,
      err: expect.stringContaining('/dev/zero is no regular file'),
    });
    expect(await runCli('import', join(source, 'c.json'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('is no regular file'),
    });
  });

  it('reads no file that a stranger names in a body, and computes nothing of their texts', async () => {
    const body = { mode: 'raw', raw: '$file("/etc/hostname")' };
    const list = [
      item('A', 'POST', '/a', { body }),
      item('B', 'POST', '/b', { body: { mode: 'raw', raw: 'x {$inputs.x} {{y}}' } }),
    ];
    const { folder } = await importOf({ 'a.json': postman(...list) });
    const run = await runCli(
      'run',
      '--config',
      join(folder, 'understudy.config.yaml'),
      '--api',
      'shop',
      '--input',
      'y=1',
      '--verbose',
    );
    const text = await readFile(join(folder, 'scenarios/shop.arazzo.yaml'), 'utf8');
    expect(text).not.toMatch(/payload: .*\$file/);
    expect(run.code).toBe(0);
  });

  it('writes no secret, and overwrites nothing without --force', async () => {
    const secret = 'S3cr3t-Value-123456';
    const header = [{ key: 'Authorization', value: `Bearer ${secret}` }];
    const auth = {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-Mine' },
        { key: 'value', value: secret },
      ],
    };
    const collection = postman(
      item('A', 'GET', `https://x.example/a?api_key=${secret}`, { header }),
      item('B', 'POST', `/b/${secret}`, { auth, body: { mode: 'raw', raw: `{"password":"${secret}"}` } }),
    );
    const env = { name: 'e', values: [{ key: 'mine', type: 'secret', value: `${secret}9` }] };
    const files = {
      'a.json': collection,
      'e.json': env,
      'w.json': mapping({ url: '/t' }, { jsonBody: { access_token: secret } }),
    };
    const { texts, folder, omissions } = await importOf(files);
    expect(texts).not.toContain(secret);
    expect(omissions.join()).toContain('secrets are replaced by [redacted]');
    const source = await folderWith({ 'a.json': JSON.stringify(collection) });
    const again = ['import', source, '--folder', folder, '--name', 'shop'];
    expect(await runCli(...again)).toMatchObject({ code: 2, err: expect.stringContaining('shop.yaml already exists') });
    expect((await runCli(...again, '--force')).code).toBe(0);
    expect(await readdir(folder)).toContain('shop.yaml');
  });

  it.each([
    ['a.sh', `curl http://x.example/a\n${'\n'.repeat(300_000)}!`],
    ['a.sh', `curl http://x.example/ ${'"$('.repeat(100_000)}`],
    ['a.yaml', `${'---\n\n\n\n\n'.repeat(600)}!`],
    ['a.bru', `get {\n  url: /a\n${' '.repeat(300_000)}x\n${'response: {\n'.repeat(20_000)}}`],
    ['a.json', JSON.stringify(postman(item('A', 'GET', `/{{${' '.repeat(300_000)}x`)))],
    ['a.json', JSON.stringify(mapping({ urlPattern: `${'(a+)+'.repeat(150)}$` }, {}))],
    ['a.json', JSON.stringify(pact({ path: 'a'.repeat(300_000), matchingRules: { '$.path': { match: 'type' } } }, {}))],
  ])('reads hostile texts in time: %s %#', async (name, text) => {
    expect((await importOf({ [name]: text })).err).not.toContain('at ');
  });

  it('learns a service from an HTTP archive', async () => {
    const text = JSON.stringify(ada);
    const entry = (url: string) => ({
      request: { method: 'GET', url, headers: [] },
      response: { status: 200, headers: [], content: { mimeType: json, text } },
    });
    const entries = ['https://shop.example/users/7', 'https://shop.example/users/7'].map(entry);
    const source = await folderWith({ 'a.har': JSON.stringify({ log: { entries } }) });
    const folder = join(await folderWith(), 'learned');
    expect(await runCli('import', join(source, 'a.har'), '--folder', folder)).toMatchObject({ code: 0, err: '' });
    expect(await readdir(folder)).toContain('openapi.yaml');
  });

  it('names the right command for a file that others read, and refuses unknown ones', async () => {
    for (const [file, hint] of [
      [{ openapi: '3.1.0' }, 'understudy start'],
      [{ requests: [], order: [] }, 'version 2.1'],
      [{ a: 1 }, 'has no known format'],
      ['{', 'is not valid'],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'nested'],
    ]) {
      expect(await importOf({ 'a.json': file })).toMatchObject({ code: 2, err: expect.stringContaining(String(hint)) });
    }
  });
});

describe('understudy export writes an archive for another tool', () => {
  it.each(['curl', 'postman', 'pact'])('%s, which can be imported again, without secrets', async (format) => {
    const entries = [
      {
        request: {
          ...{ method: 'POST', url: 'https://shop.example/users?key=S3cr3t-Value-123456' },
          headers: [{ name: 'Authorization', value: 'Bearer S3cr3t-Value-123456' }],
          postData: { mimeType: json, text: '{"name":"O\'Hara"}' },
        },
        response: { status: 201, headers: [], content: { mimeType: json, text: JSON.stringify(ada) } },
      },
    ];
    const source = await folderWith({ 'a.har': JSON.stringify({ log: { entries } }) });
    const { code, out } = await runCli('export', format, join(source, 'a.har'));
    expect([code, out]).toEqual([0, expect.not.stringContaining('S3cr3t')]);
    const { texts } = await importOf({ [format === 'curl' ? 'a.sh' : 'a.json']: out });
    expect(texts).toContain("O'Hara");
    expect(texts).toMatch(/\/users:\n\s+post:/);
    const taken = await runCli('export', format, join(source, 'a.har'), '--out', join(source, 'a.har'));
    expect(taken).toMatchObject({ code: 2, err: expect.stringContaining('already exists') });
  });
});
