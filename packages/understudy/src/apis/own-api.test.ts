import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInProcessTarget, lintScenarios, runScenarios } from '@understudy/conformance';
import { checkLedger, countClaims } from '@understudy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { DeviationJudge } from '../mutation/judge.js';
import { loadDeviations, selectPolicyDeviations } from '../mutation/policy-deviations.js';
import { call } from '../testing/call.js';
import { useResources } from '../testing/use-resources.js';
import { loadWorkspace } from '../workspace.js';
import { chooseApis } from './apis.js';
import { loadApi } from './load-api.js';

const { start, folderWith } = useResources();

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
/** An API that is not built in. */
const notesFolder = join(repository, 'fixtures/notes-api');
const manifest = { name: 'other', type: 'module', exports: { './api': './api.js' } };

/** The API that the README of the kernel makes, in a folder with the kernel under its published name. */
let ratesFolder: string;
beforeAll(async () => {
  const readme = await readFile(join(repository, 'packages/kernel/README.md'), 'utf8');
  // The fence of a code block contains the name of its file.
  const blocks = [...readme.matchAll(/^( *)```\w+ (\S+)\n([\s\S]*?)^\1```$/gm)];
  const files = blocks.map(([, indent = '', name, text = '']) => [
    name,
    text.replaceAll(RegExp(`^${indent}`, 'gm'), ''),
  ]);
  const exports = { './extend': './extend.js' };
  ratesFolder = await folderWith({
    ...Object.fromEntries(files),
    'installed/package.json': { name: 'api-understudy', type: 'module', exports },
    'installed/extend.js': `export * from ${JSON.stringify(join(repository, 'packages/understudy/src/extend.ts'))};\n`,
  });
  const modules = join(ratesFolder, 'node_modules');
  await mkdir(modules);
  await symlink(join(ratesFolder, 'installed'), join(modules, 'api-understudy'));
  await symlink(join(repository, 'node_modules/@understudy'), join(modules, '@understudy'));
  await writeFile(join(ratesFolder, 'notes.yaml'), `apis: [${notesFolder}]\n`);
});

describe('a custom API from a folder', () => {
  it('is served next to bundled APIs, with its seed', async () => {
    const simulators = await start({ apis: ['time', notesFolder], seed: 'demo' });
    const get = (path: string) => call(simulators, `GET ${path}`, undefined, { tenantId: 'demo' });
    expect((await get('/notes')).body).toMatchObject({ notes: [{ id: 'shopping', version: 1 }] });
    expect([(await get('/td/health_check')).status, (await get('/io/health_check')).status]).toEqual([200, 404]);
    expect(simulators.description.apis).toHaveProperty('notes');
  });

  it('can be passed as an object', async () => {
    const simulators = await start({ apis: [await loadApi(notesFolder)] });
    const { body } = await call(simulators, 'PUT /notes/list', { text: 'Bread' }, { tenantId: 'a' });
    expect(body).toMatchObject({ id: 'list', version: 1, changedAt: '2026-01-15T09:00:00.000Z' });
  });

  it('works as documented in the README of the kernel', async () => {
    const simulators = await start({ apis: [ratesFolder] });
    const { body } = await call(simulators, 'PUT /rates/SEK', { rate: 11.2 });
    expect(body).toEqual({ currency: 'SEK', rate: 11.2, since: '2026-01-15T09:00:00.000Z' });
    expect((await call(simulators, 'GET /rates/sek')).status).toBe(400);
  });

  it.each([
    ['notes', 'notes.yaml', 2, ['notes.note.version', 'notes.tenancy.isolated']],
    ['rates', 'understudy.config.yaml', 1, ['rates.rate.latest']],
  ])(
    '%s has consistent claims, and its scenarios pass and catch its planted faults',
    async (name, config, passed, claims) => {
      const workspace = await loadWorkspace([], await loadConfiguredApis(join(ratesFolder, config)));
      const { apis, contracts, ledger } = workspace;
      const files = workspace.files.filter(({ api }) => api === name);
      expect(contracts.get(name)?.checkDescription()).toEqual([]);
      expect(checkLedger(ledger, [...contracts.values()])).toEqual([]);
      expect(lintScenarios(files, contracts, ledger)).toEqual([]);

      const simulators = await start({ apis: [...apis.values()] });
      const result = await runScenarios({ files, contracts, ledger, target: createInProcessTarget(simulators) });
      expect(result.totals).toMatchObject({ passed, failed: 0 });
      expect(result.workflows.flatMap((workflow) => workflow.claims).sort()).toEqual(claims);

      const planted = await loadDeviations(apis);
      const { deviations } = selectPolicyDeviations(countClaims(ledger, new Set(contracts.keys())), ledger, planted);
      expect(deviations.filter(({ api }) => api === name).map(({ id }) => id)).toEqual(claims);
      const candidates = files.flatMap(({ file, document }) =>
        document.workflows.map(({ workflowId }) => ({ file, workflowId })),
      );
      const judge = new DeviationJudge(workspace, planted);
      for (const id of claims)
        expect(await judge.do({ type: 'judge', sort: 'policy', id, candidates })).toMatchObject({ id, caught: true });
      await judge.close();
    },
  );

  it('does not change the list of bundled APIs', async () => {
    await chooseApis([notesFolder]);
    await expect(chooseApis(['notes'])).rejects.toThrow('Unknown API "notes". Available: identity, inventory');
  });
});

describe('an invalid API package', () => {
  it.each([
    ['./nowhere', {}, /nowhere.package\.json is missing/],
    ['@nobody/has-this', {}, /no package with that name is installed/],
    ['./', { 'package.json': { name: 'other' } }, /lacks "\.\/api"/],
    ['./', { 'package.json': manifest, 'api.js': 'export const other = 1;' }, /does not export "api"/],
    ['./', { 'package.json': manifest, 'api.js': 'export const api = { name: "a" };' }, /it has no summary/],
    ['./', { 'package.json': manifest, 'api.js': 'throw new Error("out of order")' }, /out of order/],
  ])('is rejected: %s', async (name, files, message) => {
    await expect(loadApi(name, await folderWith(files))).rejects.toThrow(message);
  });

  it('is rejected for a duplicate name or an unknown property', async () => {
    const api = await loadApi(notesFolder);
    await expect(chooseApis(['time', { ...api, name: 'time' }])).rejects.toThrow('Two APIs have the name "time"');
    const source = `export const api = { ...${JSON.stringify({ name: 'a', summary: 'A', contract: '', scenarios: '' })},
      simulator() {}, deviation() {} };`;
    const wrong = loadApi('./', await folderWith({ 'package.json': manifest, 'api.js': source }));
    await expect(wrong).rejects.toThrow('unknown member "deviation"');
  });
});
