import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createHttpTarget, loadScenarios, runScenarios } from '@understudy/conformance';
import { type ApiContract, createContract, loadDescription } from '@understudy/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import {
  coveredDefects,
  createDefectiveServer,
  itemsFile,
  type PlantedDefect,
  plantedDefects,
} from '../testing/defective-server.js';
import { printed, runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { start, fileWith, folderWith, listen } = useResources();

describe('fuzz against an environment', () => {
  const key = 'key-of-the-stage-7';
  let stage: RunningSimulators;
  let config: string;
  beforeAll(async () => {
    stage = await start({ apis: [shopDescriptionPath], port: 0 });
    const { host } = new URL(stage.url);
    const common = `allowedHosts: ['${host}'], requestsPerSecond: 100, apis: { shop: { baseUrl: ${stage.url} } }`;
    config = await fileWith(
      'understudy.config.yaml',
      `apis: [${shopDescriptionPath}]
targets:
  stage: { ${common}, allowedEffects: [create], credentials: { key: FUZZ_TEST_KEY } }
  bare: { ${common} }
`,
    );
    process.env['FUZZ_TEST_KEY'] = key;
  });

  const fuzz = (...args: string[]) => runCli('fuzz', 'shop', '--config', config, '--requests', '4', ...args);

  /** Number of requests since the last call. */
  let seen = 0;
  async function calls() {
    const entries = await stage.control.journal.list({ type: 'request', limit: 1000 });
    const fresh = entries.slice(seen).filter(({ api }) => api === 'shop');
    seen = entries.length;
    return fresh;
  }

  it('only reads unless both the configuration and the command line allow more', async () => {
    const { code, out, err } = await fuzz('--target', 'stage', '--allow-effects', 'mutate');
    expect(err).toContain('Target stage does not allow mutate');
    expect(err).toContain(
      '5 of 10 operations are skipped because their effects (create, mutate, destroy) are not allowed',
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/requests to 5 operations: .* 0 findings/)]);
    const read = await calls();
    expect(new Set(read.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(read.some(({ status = 0 }) => status === 200)).toBe(true);
  });

  it('sends allowed requests with the environment’s credentials, and does not print them', async () => {
    const { out } = await fuzz('--target', 'stage', '--allow-effects', 'create');
    const made = await calls();
    expect(new Set(made.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'GET']));
    expect(made.some(({ method, status = 0 }) => method === 'POST' && status === 201)).toBe(true);
    expect(out).toMatch(/requests to 8 operations/);
    await stage.control.faults.set([{ match: { api: 'shop' }, effect: { status: 500 } }]);
    const broken = await fuzz('--target', 'stage', '--operation', 'listProducts');
    await stage.control.faults.set([]);
    expect(broken).toMatchObject(printed('curl -X GET', 1));
    expect(broken.out).not.toContain(key);
    await calls();
  });

  it.each([
    [['--target', 'bare'], 'listProducts needs credentials (key), but target bare has none'],
    [['--target', 'stag'], 'Unknown target "stag"'],
    [['--allow-effects', 'create'], '--allow-effects applies to a server or a configured environment'],
  ])('rejects %j, and sends nothing', async (args, message) => {
    const { code, err } = await fuzz(...args);
    expect([code === 0, err]).toEqual([false, expect.stringContaining(message)]);
    expect(await calls()).toEqual([]);
  });
});

it.each([{ format: [] }, { format: ['--json'] }])(
  'follows no redirect, and prints no secret or terminal control characters: $format',
  async ({ format }) => {
    const secret = 'key-of-another-9';
    const seen: { here: string[]; there: string[] } = { here: [], there: [] };
    const elsewhere = await listen(
      createServer(({ method = '' }, outgoing) => {
        seen.there.push(method);
        outgoing.end();
      }),
    );
    const url = await listen(
      createServer(({ method = '', url: path, headers }, outgoing) => {
        seen.here.push(method);
        outgoing.writeHead(307, { location: `${elsewhere}${path}`, 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ headers, escape: '\u009b2J \u202e', coded: encodeURIComponent(`a ${secret}`) }));
      }),
    );
    const options = ['--target', url, '--requests', '2', '--header', `x-api-key: ${secret}`];
    const { code, out } = await runCli('fuzz', shopDescriptionPath, ...options, ...format);
    expect(seen.here).toContain('DELETE');
    expect(seen.there).toEqual([]);
    expect([code, out]).toEqual([1, expect.stringContaining('curl -X DELETE')]);
    expect(out).toContain('[redacted]');
    expect(out).not.toContain(secret);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  },
);

describe('fuzz against a stateful server', () => {
  let contract: ApiContract;
  beforeAll(async () => {
    contract = createContract('items', await loadDescription(itemsFile));
  });

  const serve = (...defects: PlantedDefect[]) => listen(createDefectiveServer(contract, ...defects));
  const fuzz = (url: string, ...args: string[]) =>
    runCli('fuzz', itemsFile, '--target', url, '--header', 'x-key: right', '--requests', '120', ...args);

  /** The expected finding for each defect. */
  const shown: Readonly<Record<PlantedDefect, RegExp>> = {
    'unicode crashes': /^createItem 500/m,
    'wrong status': /^createItem 200: .*status 200 is not documented/m,
    'missing field': /^getItem 200: .*size is required/m,
    'wrong type': /^getItem 200: .*size must be/m,
    'enum accepted': /^(?:create|put)Item 20\d: .*must be refused.*colour/m,
    'lost update': /^getItem 200: an accepted update is lost: \w+$/m,
    'deep JSON crashes': /^\w+Item 500/m,
    'use after delete': /^getItem 200: a deleted entity can still be read$/m,
    'credentials ignored': /^getItem 200: getItem is accepted without credentials$/m,
    'paging skips': /^listItems 200: the pages of the list skip an entity$/m,
    'two writers': /^getItem 200: one of two updates at once is lost: \w+$/m,
    'page too long': /^listItems 200: a page has 2 entities although per_page is 1$/m,
    'wrong total': /^listItems 200: total is \d+, but the pages have \d+ entities$/m,
    'neighbor changed': /^listItems 200: an update of one entity also changes another one: name$/m,
    'deleted is listed': /^listItems 200: the list still contains a deleted entity$/m,
    'second delete crashes': /^deleteItem 500: 500 was answered/m,
    'left-out member kept': /^getItem 200: PUT keeps a member that was left out: \w+$/m,
    'filter ignored': /^listItems 200: the filter colour.* also selects an entity/m,
    'required member optional': /^createItem 201: .*must be refused.*is required/m,
    'long text accepted': /^createItem 201: .*must be refused.*at most 100 characters/m,
    'page of zero accepted': /^listItems 200: .*must be refused.*per_page must be at least 1/m,
    'large number accepted': /^createItem 201: .*must be refused.*size must be at most/m,
    'connection broken': /^getItem no answer: /m,
    'total of the page': /^listItems 200: total is \d+, but the pages have \d+ entities$/m,
    'second member lost': /^getItem 200: an accepted update is lost: size$/m,
    'second delete accepted': /^deleteItem 204: a second DELETE is accepted, but one of an unknown entity is not$/m,
    'time of the change stays': /^getItem 200: an update leaves updatedAt alone$/m,
    'name optional': /^createItem 201: .*name is required/m,
  };
  const findsDefect = async (defect: PlantedDefect) =>
    expect((await fuzz(await serve(defect))).out).toMatch(shown[defect]);

  it.each(plantedDefects.slice(0, 2))('finds the planted defect: %s', findsDefect);

  it.each(plantedDefects.slice(2))('finds the planted defect: %s', { tags: 'slow' }, findsDefect);

  const findsByDefault = async (defect: PlantedDefect) => {
    const { out } = await runCli('fuzz', itemsFile, '--target', await serve(defect), '--header', 'x-key: right');
    expect(out).toMatch(shown[defect]);
    // Sequences can be repeated on a server with other ids.
    if (defect === 'deleted is listed') expect(out).toMatch(/id1=\$\(curl -s -X POST[\s\S]*\$id1/);
  };

  it.each(coveredDefects.slice(0, 4))('finds a defect with default options: %s', findsByDefault);

  it.each(coveredDefects.slice(-4))('finds a defect with default options: %s', findsByDefault);

  it.each(coveredDefects.slice(4, -4))('finds a defect with default options: %s', { tags: 'slow' }, findsByDefault);

  it('reports nothing for a correct server, whatever the random seed', { tags: 'slow' }, async () => {
    const url = await serve();
    for (let seed = 1; seed <= 18; seed += 1)
      expect((await fuzz(url, '--requests', '20', '--random-seed', String(seed))).out).toContain(' 0 findings');
  });

  it('reports nothing for a correct server that returns additional properties', { tags: 'slow' }, async () => {
    expect(await fuzz(await serve())).toMatchObject(printed(' 0 findings'));
  });

  it.each([shopDescriptionPath, 'time', 'inventory', 'rostering', 'einvoicing'])(
    'reports nothing for the simulator of %s',
    { tags: 'slow' },
    async (api) => expect((await runCli('fuzz', api, '--requests', '2')).out).toContain(' 0 findings'),
  );

  it('replays a sequence by its id, and writes it as a scenario that a correct server passes', async () => {
    const broken = await serve('use after delete', 'lost update');
    const scenarios = join(await folderWith(), 'scenarios');
    const { code, out } = await fuzz(broken, '--replay', 'deleted-is-gone:items', '--scenarios', scenarios);
    expect([code, out.match(/^\w+ \d+: /gm)]).toEqual([1, ['getItem 200: ']]);
    const [file = ''] = await readdir(scenarios);
    const files = await loadScenarios({ files: [join(scenarios, file)] });
    // Criteria only: a run reports the further members of the server.
    const failed = async (url: string) => {
      const { workflows } = await runScenarios({
        files,
        contracts: new Map([['items', contract]]),
        ledger: { claims: [], gaps: [] },
        target: createHttpTarget(url, { mayChange: true }),
        allowEffects: ['create', 'mutate', 'destroy'],
        inputs: { key: 'right' },
      });
      const steps = workflows.flatMap((workflow) => workflow.steps);
      return steps.flatMap(({ stepId, attempts }) => (attempts.at(-1)?.problems.length === 0 ? [] : [stepId]));
    };
    expect([await failed(broken), await failed(await serve())]).toEqual([['get-item'], []]);
    expect(files[0]?.document.workflows[0]?.steps.map(({ operationId }) => operationId?.split('.').at(-1))).toEqual([
      'createItem',
      'deleteItem',
      'getItem',
    ]);
  });
});

it('signs in to the simulator with the demo credentials of the API', async () => {
  const { out } = await runCli('fuzz', 'einvoicing', '--operation', 'listInvoices', '--requests', '6');
  expect(out).toMatch(/ [1-9]\d* accepted, .* 0 findings/);
});
