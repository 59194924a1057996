import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadYaml, mergePatch } from '@understudy/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { itemsFile } from '../testing/defective-server.js';
import { deskFile } from '../testing/desk-server.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.unstubAllEnvs());

const { folderWith } = useResources();

interface DiffCase {
  readonly name: string;
  readonly code: number;
  readonly says?: string;
  readonly patch: object;
}

const cases: DiffCase[] = Object(await loadYaml(fileURLToPath(new URL('../testing/diff-cases.yaml', import.meta.url))));
const kind = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, kind: { enum: ['a'] } } };
const made = { post: { requestBody: { content: { 'application/json': { schema: kind } } }, responses: {} } };

let old: unknown;
let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  old = { ...Object(await loadYaml(itemsFile)), webhooks: { made } };
  folder = await folderWith({ 'old.json': old });
});

async function diffWith(patch: object, ...args: string[]) {
  await writeFile(at('new.json'), JSON.stringify(mergePatch(old, patch)));
  return await runCli('check', 'diff', at('old.json'), at('new.json'), ...args);
}

it.each(cases)('judges $name', async ({ code, says = '0 changes break consumers and 0 can; 0 break', patch }) => {
  const finished = await diffWith(patch);
  expect(finished).toEqual({ code, err: '', out: expect.stringContaining(says) });
});

it('writes reports, and accepts changes until a day', async () => {
  const patch = { components: { schemas: { Item: { properties: { size: { maximum: 9 } } } } } };
  const reports = ['sarif=a.sarif', 'markdown=a.md'].flatMap((report) => [
    '--report',
    report.replace('=', `=${folder}/`),
  ]);
  const { out, code } = await diffWith(patch, ...reports);
  expect(code).toBe(1);
  expect(out).toMatch(/breaks consumers: POST \/items: the request body \/size has the maximum 9 now/);
  expect(Object(await loadYaml(at('a.sarif'))).runs[0].results[0]).toMatchObject({
    ruleId: 'request/maximum',
    level: 'error',
  });
  const allow = ['--allow', at('allowed.yaml')];
  await diffWith(patch, ...allow, '--owner', 'ann', '--expires', '2999-01-01');
  const accepted = await diffWith(patch, ...allow);
  expect(accepted).toEqual({ code: 0, err: '', out: expect.stringMatching(/^accepted: POST \/items/m) });
});

it('compares revisions of git', async () => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const git = async (...args: string[]) => await promisify(execFile)('git', ['-C', folder, ...who, ...args]);
  await git('init', '-q');
  await git('add', 'old.json');
  await git('commit', '-qm', 'one');
  vi.stubEnv('GIT_DIR', at('.git'));
  vi.stubEnv('GIT_WORK_TREE', folder);
  const same = await runCli('check', 'diff', 'HEAD:old.json', at('old.json'));
  expect(same).toEqual({ code: 0, err: '', out: expect.stringContaining('0 changes break consumers') });
  const { err } = await runCli('check', 'diff', 'HEAD:absent.json', at('old.json'));
  expect(err).toContain('HEAD:absent.json: the revision has no such file');
});

it('lists changes in the implied behavior without failing', async () => {
  const desk = Object(await loadYaml(deskFile));
  const description = 'Only an open repair can be collected.';
  const patch = { paths: { '/repairs/{repairId}/collect': { post: { description } } } };
  const files = await folderWith({ 'old.json': desk, 'new.json': Object(mergePatch(desk, patch)) });
  const { code, out } = await runCli('check', 'diff', join(files, 'old.json'), join(files, 'new.json'));
  expect(code).toBe(0);
  expect(out).toMatch(/^behavior: collectRepair is no longer accepted if the status is finished$/m);
});
