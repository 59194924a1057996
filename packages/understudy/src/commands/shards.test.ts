import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { collectOutput, printed, refused, runCli, spawnBin } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();

let folder: string;
let flows: string[];

const at = (name: string): string => join(folder, name);
const step = 'steps: [{ stepId: info, operationId: getInfo, successCriteria: [{ condition: $statusCode ==';
const file = (...expected: number[]): string => `arazzo: 1.0.1
info: { title: Four, version: 1.0.0 }
sourceDescriptions: [{ name: control, url: ../control/openapi.yaml, type: openapi }]
workflows:
${expected.map((status, index) => `  - workflowId: w${index + 1}\n    x-requires: [actions]\n    ${step} ${status} }] }]`).join('\n')}
`;

beforeAll(async () => {
  folder = await folderWith({ 'four.arazzo.yaml': file(200, 200, 200, 404) });
  flows = [at('four.arazzo.yaml')];
});

it('merges sharded runs into the reports and exit code of a full run', async () => {
  const parts = ['1', '2'].map((index) => ['--shard', `${index}/2`, '--report', `json=${at(`${index}.json`)}`]);
  for (const part of parts) expect([0, 1]).toContain((await runCli('test', 'run', ...flows, ...part)).code);
  const reports = ['--report', `junit=${at('all.xml')}`, '--report', `html=${at('all.html')}`];
  expect(await runCli('test', 'merge', at('1.json'), at('2.json'), ...reports)).toMatchObject(
    printed('3 passed, 1 failed; ', 1),
  );
  expect(await readFile(at('all.xml'), 'utf8')).toContain('tests="4" failures="1"');
  expect(await readFile(at('all.html'), 'utf8')).toContain('<span class="badge failed">');
  expect(await runCli('test', 'merge', at('1.json'))).toMatchObject(refused('Missing shard 2 of 2'));
});

it('--last-failed reruns the workflows that failed last until all pass', { tags: 'slow' }, async () => {
  // Runs in a separate folder with its own last run.
  const run = async (...more: string[]): Promise<[number | null, string]> => {
    const { code, out, err } = await collectOutput(
      spawnBin(['test', 'run', 'four.arazzo.yaml', ...more], { cwd: folder }),
    );
    return [code, out + err];
  };
  expect(await run()).toEqual([1, expect.stringContaining('3 passed, 1 failed')]);
  await writeFile(at('four.arazzo.yaml'), file(200, 200, 200, 200));
  expect(await run('--last-failed')).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
  expect(await run('--last-failed')).toEqual([0, expect.stringContaining('No workflow failed in the last run')]);
});
