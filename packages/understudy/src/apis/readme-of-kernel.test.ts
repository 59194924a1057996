import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInProcessTarget, lintScenarios, runScenarios } from '@understudy/conformance';
import { checkLedger, countClaims } from '@understudy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { DeviationJudge } from '../mutation/judge.js';
import { loadDeviations, selectPolicyDeviations } from '../mutation/policy-deviations.js';
import { useResources } from '../testing/use-resources.js';
import { loadWorkspace } from '../workspace.js';

const { start, folderWith } = useResources();

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const readme = join(repository, 'packages/kernel/README.md');

/** Returns the files in the README: every code block whose fence contains a file name. */
async function filesOf(markdown: string): Promise<[name: string, text: string][]> {
  const blocks = (await readFile(markdown, 'utf8')).matchAll(/^( *)```\w+ (\S+)\n([\s\S]*?)^\1```$/gm);
  return [...blocks].map(([, indent = '', name = '', text = '']) => [
    name,
    text.replaceAll(RegExp(`^${indent}`, 'gm'), ''),
  ]);
}

/** Installs the kernel under its published name. */
async function install(folder: string): Promise<void> {
  const installed = join(folder, 'installed');
  const modules = join(folder, 'node_modules');
  await mkdir(installed);
  await mkdir(modules);
  const exports = { './kernel': './kernel.js', './kernel/deviations': './deviations.js' };
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: 'api-understudy', type: 'module', exports }));
  await writeFile(join(installed, 'kernel.js'), "export * from '@understudy/kernel';\n");
  await writeFile(join(installed, 'deviations.js'), "export * from '@understudy/kernel/deviations';\n");
  await symlink(installed, join(modules, 'api-understudy'));
  await symlink(join(repository, 'node_modules/@understudy'), join(modules, '@understudy'));
}

describe('an API of your own, as the README of the kernel makes one', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await folderWith(Object.fromEntries(await filesOf(readme)));
    await install(folder);
  });

  it('is served', async () => {
    const simulators = await start({ apis: [folder] });
    const headers = { 'content-type': 'application/json' };
    const set = await simulators.fetch(`${simulators.url}/rates/SEK`, {
      method: 'PUT',
      body: '{"rate": 11.2}',
      headers,
    });
    expect(await set.json()).toEqual({ currency: 'SEK', rate: 11.2, since: '2026-01-15T09:00:00.000Z' });
    expect((await simulators.fetch(`${simulators.url}/rates/sek`)).status).toBe(400);
  });

  it('is sound, holds what it promises, and its scenario notices the planted fault', async () => {
    const workspace = await loadWorkspace([], await loadConfiguredApis(join(folder, 'understudy.config.yaml')));
    const { apis, contracts, ledger } = workspace;
    const files = workspace.files.filter(({ api }) => api === 'rates');
    expect(contracts.get('rates')?.checkDescription()).toEqual([]);
    expect(checkLedger(ledger, [...contracts.values()])).toEqual([]);
    expect(lintScenarios(files, contracts, ledger)).toEqual([]);

    const simulators = await start({ apis: [...apis.values()] });
    const result = await runScenarios({ files, contracts, ledger, target: createInProcessTarget(simulators) });
    expect(result.totals).toMatchObject({ passed: 1, failed: 0 });

    const planted = await loadDeviations(apis);
    const { deviations } = selectPolicyDeviations(countClaims(ledger, new Set(contracts.keys())), ledger, planted);
    expect(deviations.filter(({ api }) => api === 'rates').map(({ id }) => id)).toEqual(['rates.rate.latest']);
    const judge = new DeviationJudge(workspace, planted);
    const candidates = files.map(({ file }) => ({ file, workflowId: 'rates-latest' }));
    const verdict = await judge.do({ type: 'judge', sort: 'policy', id: 'rates.rate.latest', candidates });
    await judge.close();
    expect(verdict).toMatchObject({ caught: true });
  });
});
