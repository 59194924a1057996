import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnBin } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();

const scenario = (status: number): string => `arazzo: 1.0.1
info: { title: One, version: 1.0.0 }
sourceDescriptions: [{ name: control, url: ../control/openapi.yaml, type: openapi }]
workflows:
  - workflowId: looks
    x-requires: [actions]
    steps:
      - stepId: first
        operationId: getInfo
        parameters: [{ name: Authorization, in: header, value: Bearer not-for-your-eyes }]
        successCriteria: [{ condition: $statusCode == 200 }]
      - { stepId: second, operationId: getInfo, successCriteria: [{ condition: $statusCode == ${status} }] }
`;
const folder = await folderWith({ 'one.arazzo.yaml': scenario(200) });

function begin(...options: string[]) {
  const child = spawnBin(['test', 'run', 'one.arazzo.yaml', ...options], { cwd: folder, stdio: 'pipe' });
  let said = '';
  const looks: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += String(chunk);
      for (const look of looks) look();
    });
  }
  const ended = once(child, 'close').then(([code]): unknown => code);
  return {
    child,
    ended,
    said: () => said,
    /** Waits until a text was printed at least `times` times. */
    until: (text: string, times = 1) =>
      new Promise<void>((done, fail) => {
        const look = () => {
          if (said.split(text).length > times) done();
        };
        looks.push(look);
        void ended.then(() => fail(new Error(said)));
        look();
      }),
  };
}

it('runs again what changes, tells what is wrong with it, and ends by Ctrl-C', { tags: 'slow' }, async () => {
  const { child, ended, until, said } = begin('--watch');
  await until('Watching 1 scenario file');
  await writeFile(join(folder, 'one.arazzo.yaml'), scenario(404));
  await until('0 passed, 1 failed');
  await until('Watching', 2);
  await writeFile(join(folder, 'one.arazzo.yaml'), 'workflows: [');
  await until('Watching', 3);
  await writeFile(join(folder, 'one.arazzo.yaml'), scenario(200));
  await until('1 passed, 0 failed', 2);
  await until('Watching', 4);
  child.kill('SIGINT');
  expect([await ended, said()]).toEqual([130, expect.stringContaining('Interrupted by SIGINT')]);
});
