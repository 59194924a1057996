import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpTarget, loadScenarios, runScenarios } from '@understudy/conformance';
import { type ApiContract, createContract, loadDescription } from '@understudy/contract';
import { beforeAll, expect, it, vi } from 'vitest';
import { createDefectiveServer, itemsFile, type PlantedDefect, plantedDefects } from '../testing/defective-server.js';
import { runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 120_000 });

const { folderWith, listen } = useResources();

let folder = '';
let contract: ApiContract;

beforeAll(async () => {
  folder = await folderWith();
  contract = createContract('items', await loadDescription(itemsFile));
});

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
};

it.each(plantedDefects.slice(0, 2))('finds the planted defect: %s', findsDefect);

it.each(plantedDefects.slice(2))('finds the planted defect: %s', { tags: 'slow' }, findsDefect);

async function findsDefect(defect: PlantedDefect): Promise<void> {
  const { out } = await fuzz(await listen(createDefectiveServer(contract, defect)));
  expect(out).toMatch(shown[defect]);
}

it('finds nothing in a correct server that returns further members', { tags: 'slow' }, async () => {
  const { code, out } = await fuzz(await listen(createDefectiveServer(contract)));
  expect([code, out]).toEqual([0, expect.stringContaining(' 0 findings')]);
});

it.each([shopDescriptionPath, 'time', 'inventory', 'rostering', 'einvoicing'])(
  'finds nothing in the simulator of %s',
  { tags: 'slow' },
  async (api) => {
    const { out } = await runCli('fuzz', api, '--requests', '2');
    expect(out).toContain(' 0 findings');
  },
);

it('writes a sequence as a scenario that fails until the server is right, and repeats it by its id', async () => {
  const broken = await listen(createDefectiveServer(contract, 'use after delete', 'lost update'));
  const scenarios = join(folder, 'scenarios');
  const { code, out } = await fuzz(broken, '--replay', 'deleted-is-gone:items', '--scenarios', scenarios);
  expect([code, out.match(/^\w+ \d+: /gm)]).toEqual([1, ['getItem 200: ']]);
  const right = await listen(createDefectiveServer(contract));
  const [file = ''] = await readdir(scenarios);
  const files = await loadScenarios({ files: [join(scenarios, file)] });
  const run = async (url: string) =>
    await runScenarios({
      files,
      contracts: new Map([['items', contract]]),
      ledger: { claims: [], gaps: [] },
      target: createHttpTarget(url, { mayChange: true }),
      allowEffects: ['create', 'mutate', 'destroy'],
      inputs: { key: 'right' },
    });
  // Criteria only: a run reports the further members of the server.
  const failed = async (url: string) =>
    (await run(url)).workflows.flatMap(({ steps }) =>
      steps.flatMap(({ stepId, attempts }) => (attempts.at(-1)?.problems.length === 0 ? [] : [stepId])),
    );
  expect([await failed(broken), await failed(right)]).toEqual([['get-item'], []]);
  expect(files[0]?.document.workflows[0]?.steps.map(({ operationId }) => operationId?.split('.').at(-1))).toEqual([
    'createItem',
    'deleteItem',
    'getItem',
  ]);
});
