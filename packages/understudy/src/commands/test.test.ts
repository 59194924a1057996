import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { createContract, loadDescription } from '@understudy/contract';
import { expect, it, vi } from 'vitest';
import { createDefectiveServer, itemsFile, type PlantedDefect } from '../testing/defective-server.js';
import { createDeskServer, type DeskDeviation, deskFile } from '../testing/desk-server.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 120_000 });

const { fileWith, listen } = useResources();

async function testWith(...defects: PlantedDefect[]) {
  const contract = createContract('items', await loadDescription(itemsFile));
  const url = await listen(createDefectiveServer(contract, ...defects));
  return await runCli('test', itemsFile, '--target', url, '--header', 'x-key: right');
}

it('confirms statements of the model for a correct server, and lists statements not tried', async () => {
  const { code, out } = await testWith();
  expect([code, out]).toEqual([0, expect.stringMatching(/ 0 findings\. Statements .* 0 contradicted/)]);
  expect(out).toMatch(/^Confirmed:$[\s\S]*items: an accepted update can be read$/m);
  expect(out).toMatch(/^Not tried:$[\s\S]*items: tenants do not see each other \(/m);
});

it('stops after the time in --within, and prints how many statements were not tried', async () => {
  const contract = createContract('items', await loadDescription(itemsFile));
  const url = await listen(createDefectiveServer(contract, 'lost update'));
  const { code, out } = await runCli('test', itemsFile, '--target', url, '--within', 'PT0.001S');
  expect([code, out]).toEqual([0, expect.stringMatching(/\d+ statements were not tried, because the time was up/)]);
  expect((await runCli('test', itemsFile, '--target', url, '--within', 'soon')).code).toBe(2);
});

it('waits if a server responds with 429', async () => {
  const contract = createContract('items', await loadDescription(itemsFile));
  const server = createDefectiveServer(contract);
  let count = 0;
  const url = await listen(
    createServer((request, response) => {
      count += 1;
      if (count % 60 === 0) response.writeHead(429, { 'retry-after': '0' }).end();
      else server.emit('request', request, response);
    }),
  );
  const { code, out } = await runCli('test', itemsFile, '--target', url, '--header', 'x-key: right');
  expect([code, out]).toEqual([0, expect.stringMatching(/ 0 findings\. Statements .* 0 contradicted/)]);
});

it('reports each of five defects with its requests and responses', async () => {
  const defects = ['page too long', 'neighbor changed', 'deleted is listed', 'left-out member kept'] as const;
  const { code, out } = await testWith(...defects, 'long text accepted');
  expect(code).toBe(1);
  for (const text of [
    'listItems: a page has 2 entities although per_page is 1',
    'listItems: an update of one entity also changes another one: name',
    'listItems: the list still contains a deleted entity',
    'getItem: PUT keeps a member that was left out: ',
    'createItem: 201 was answered to a request that must be refused (/body/name must have at most',
  ])
    expect(out).toContain(text);
  expect(out).toMatch(/^ {2}DELETE \/items\/\d+\n {4}204\n {2}GET \/items\n {4}200 {"items":/m);
});

it('reports no contradiction if a server stores and returns invalid values', async () => {
  const { code, out } = await testWith('required member optional');
  expect([code, out]).toEqual([0, expect.stringMatching(/ 0 findings\. Statements/)]);
  expect(out).toMatch(/^ {2}createItem 201: .*name is required/m);
});

it('reports the only validation rule that a server does not enforce', async () => {
  const { code, out } = await testWith('name optional');
  expect([code, out]).toEqual([1, expect.stringMatching(/^createItem: .*\/body\/name is required/m)]);
});

/** Tests a server with nothing but its description. */
async function testDesk(...args: readonly [readonly DeskDeviation[], ...string[]]) {
  const [deviations, ...flags] = args;
  const contract = createContract('desk', await loadDescription(deskFile));
  const url = await listen(createDeskServer(contract, ...deviations));
  return await runCli('test', deskFile, '--target', url, ...flags);
}

it('confirms statements about properties, states, filters and sort orders of a correct server', async () => {
  const { code, out } = await testDesk([]);
  expect([code, out]).toEqual([0, expect.stringMatching(/ 0 findings\. Statements .* 0 contradicted/)]);
  const confirmed = out.slice(out.indexOf('Confirmed:'));
  for (const statement of [
    'repairs: total is round(self.parts.map(each, each.price).sum(), 2) ("Sum of the prices of all parts.")',
    'repairs: no response shows secretCode',
    'repairs: without isUrgent it is false',
    'repairs: a new one is open',
    'finishRepair: only from open, to finished',
    'finishRepair sets finishedAt',
    'collectRepair: only from finished, to collected',
    'listRepairs: the filter dueBefore selects what meets self.dueAt < value',
    'listRepairs lists by -createdAt',
    'createRepair: no two have the same ticket',
  ])
    expect(confirmed).toContain(statement);
});

it.each([
  ['collects open repairs', 'collectRepair was accepted although the status is open'],
  ['total forgets a part', /total is [\d.]+, but .* is [\d.]+/],
  ['oldest first', /the list shows createdAt \S+ before \S+/],
  ['due at the same time counts as before', /the filter dueBefore=\S+ also selects an entity with dueAt/],
  ['ticket twice', 'createRepair was accepted, although it violates: no two have the same ticket'],
  ['shows the secret', 'secretCode is shown'],
  ['urgent by default', 'isUrgent was left out and is true'],
  ['finishedAt stays null', 'finishRepair was accepted, but finishedAt is null'],
  ['total of urgent repairs forgets a part', /total is [\d.]+, but .* is [\d.]+/],
  ['a refusal copies a repair', /\w+ was refused, but repairs has one more/],
] as const)('detects the deviation of a server: %s', { tags: 'slow' }, async (deviation, line) => {
  const { code, out } = await testDesk([deviation]);
  expect([code, out.split('Repeat with')[0]]).toEqual([1, expect.stringMatching(line)]);
});

it('reports five deviations of a server in one run', async () => {
  const { code, out } = await testDesk([
    ...(['collects open repairs', 'total forgets a part', 'due at the same time counts as before'] as const),
    ...(['ticket twice', 'urgent by default'] as const),
  ]);
  expect(code).toBe(1);
  for (const line of [
    /^collectRepair: collectRepair was accepted although the status is open$/m,
    /^\w+: total is .*, but round/m,
    /^listRepairs: the filter dueBefore=\S+ also selects/m,
    /^createRepair: createRepair was accepted, although it violates: no two have the same ticket$/m,
    /^createRepair: isUrgent was left out and is true$/m,
  ])
    expect(out).toMatch(line);
});

it('writes model lines for contradicted statements, and passes when run with these lines', async () => {
  const model = await fileWith('changes.yaml', '');
  rmSync(model);
  const first = await testDesk(['oldest first'], '--write-model', model);
  expect(first.err).toContain('1 changed lines');
  expect(readFileSync(model, 'utf8')).toContain('listRepairs:\n    order: null');
  const second = await testDesk(['oldest first'], '--model', model);
  expect([second.code, second.out]).toEqual([0, expect.stringContaining(' 0 contradicted')]);
});

it('tests a condition that is given only in the model file', async () => {
  const model = await fileWith('m.yaml', 'operations: { finishRepair: { needs: { state: self.isUrgent == true } } }');
  const { code, out } = await testDesk([], '--model', model);
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^finishRepair: finishRepair was accepted, although it violates: needs self\.isUrgent == true$/m,
    ),
  ]);
});

it('writes JUnit and HTML reports with a test case per statement', async () => {
  const [junit, page] = [await fileWith('report.xml', ''), await fileWith('report.html', '')];
  await testDesk(['ticket twice'], '--report', `junit=${junit}`, '--report', `html=${page}`);
  const cases = readFileSync(junit, 'utf8');
  expect(cases).toMatch(/<testcase classname="desk" name="\/resources\/repairs\/unique\/ticket"[^>]*>\n<failure/);
  expect(cases).toMatch(/<testcase classname="desk" name="\/resources\/repairs\/lifecycle\/initial" time="0.000"\/>/);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('createRepair was accepted, although it violates: no two have the same ticket');
  const [, parts = ''] = /<script id="parts"[^>]*>([^<]*)/.exec(html) ?? [];
  // The card of the cause and the failed case show the steps and the script, each in a line of its own.
  const shown = inflateRawSync(Buffer.from(parts, 'base64'))
    .toString()
    .match(/<pre>[^<]*POST \/repairs [^<]*\\n[^<]*curl/g);
  expect(shown).toHaveLength(2);
});

it('signs in with the example credentials in the description, and stays signed in', async () => {
  const asked: string[] = [];
  const password = { required: true, content: { 'application/json': { example: { name: 'ada', password: 'a-b-c' } } } };
  const ok = { 200: { description: 'OK' } };
  const file = await fileWith(
    'api.json',
    JSON.stringify({
      ...{ openapi: '3.1.0', info: { title: 'T', version: '1' }, security: [{ token: [] }] },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/session': { post: { operationId: 'signIn', security: [], requestBody: password, responses: ok } },
        '/sign-out': { post: { operationId: 'signOut', responses: ok } },
        '/me': { get: { operationId: 'me', responses: ok } },
      },
    }),
  );
  const url = await listen(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      const isSession = request.url === '/session';
      response.writeHead(200, isSession ? { 'content-type': 'application/json' } : {});
      response.end(isSession ? '{"token":"t-1"}' : undefined);
    }),
  );
  const { err } = await runCli('test', file, '--target', url);
  expect(err).toContain('Signed in with the example of the description.');
  expect(asked).toContain('GET /me Bearer t-1');
  expect(asked.filter((each) => each.includes('sign-out'))).toEqual([]);
});

it.each([1, 70])(
  'reports once that the server stopped responding after request %i, and keeps earlier findings',
  async (most) => {
    const contract = createContract('items', await loadDescription(itemsFile));
    const server = createDefectiveServer(contract, 'page too long');
    let requests = 0;
    server.prependListener('request', (request) => {
      requests += 1;
      if (requests <= most) return;
      server.close();
      server.closeAllConnections();
      request.destroy();
    });
    const url = await listen(server);
    const { code, out } = await runCli('test', itemsFile, '--target', url, '--header', 'x-key: right');
    expect(out).not.toContain('fetch failed');
    const [, call] = /^\w+: the server stopped answering after (\w+ \S+)$/m.exec(out) ?? [];
    expect([code, out.match(/stopped answering/g)]).toEqual([1, ['stopped answering']]);
    expect(out).toContain(`curl -X ${call?.split(' ')[0]}`);
    expect(requests).toBeLessThan(most + 5);
    if (most > 1) expect(out).toMatch(/^listItems: a page has 2 entities/m);
  },
);

it('exits with 3 for a server that never responds', async () => {
  const server = createServer();
  const url = await listen(server);
  server.close();
  const { code, err, out } = await runCli('test', itemsFile, '--target', url, '--header', 'x-key: right');
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain(`The target ${url} is unreachable`);
});

it.each([
  [['--target', 'nowhere'], '--target must be a URL'],
  [['--target', 'http://127.0.0.1:9', '--allow-effects', 'create'], 'a server on this one may be changed'],
])('rejects the options %j', async (args, message) => {
  const { code, err } = await runCli('test', itemsFile, ...args);
  expect([code === 0, err]).toEqual([false, expect.stringContaining(message)]);
});
