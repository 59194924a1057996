import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInProcessTarget, runScenarios } from '@understudy/conformance';
import { countClaims } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { DeviationJudge } from '../mutation/judge.js';
import { loadDeviations, selectPolicyDeviations } from '../mutation/policy-deviations.js';
import { useResources } from '../testing/use-resources.js';
import { loadWorkspace } from '../workspace.js';
import { chooseApis } from './apis.js';
import { loadApi } from './load-api.js';

const { start, folderWith } = useResources();

/** An API that is not built in. */
const notesFolder = fileURLToPath(new URL('../../../../fixtures/notes-api', import.meta.url));

const manifest = JSON.stringify({ name: 'other', type: 'module', exports: { './api': './api.js' } });

describe('an API of its own folder', () => {
  it('is served beside those that come along, with its seed', async () => {
    const simulators = await start({ apis: ['time', notesFolder], seed: 'demo' });
    const ask = (path: string, init: RequestInit = {}) =>
      simulators.fetch(`${simulators.url}${path}`, { ...init, headers: { tenantId: 'demo', ...init.headers } });
    expect(await (await ask('/notes')).json()).toMatchObject({ notes: [{ id: 'shopping', version: 1 }] });
    expect((await ask('/td/health_check')).status).toBe(200);
    expect((await ask('/io/health_check')).status).toBe(404);
    expect(simulators.description.apis).toHaveProperty('notes');
  });

  it('is taken as a value, too', async () => {
    const simulators = await start({ apis: [await loadApi(notesFolder)] });
    const headers = { 'content-type': 'application/json', tenantId: 'a' };
    const put = { method: 'PUT', body: '{"text": "Bread"}', headers };
    const answered = await simulators.fetch(`${simulators.url}/notes/list`, put);
    expect(await answered.json()).toMatchObject({ id: 'list', version: 1, changedAt: '2026-01-15T09:00:00.000Z' });
  });

  it('has its scenarios and claims in the suite when the configuration names it', async () => {
    const config = join(
      await folderWith({ 'understudy.config.yaml': `apis: [${notesFolder}]\n` }),
      'understudy.config.yaml',
    );
    const { apis, contracts, ledger, files } = await loadWorkspace([], await loadConfiguredApis(config));
    const simulators = await start({ apis: [...apis.values()] });
    const result = await runScenarios({
      files,
      contracts,
      ledger,
      target: createInProcessTarget(simulators),
      apis: ['notes'],
    });
    expect(result.totals).toMatchObject({ passed: 2, failed: 0 });
    expect(result.workflows.flatMap(({ claims }) => claims).sort()).toEqual([
      'notes.note.version',
      'notes.tenancy.isolated',
    ]);
  });

  it('has planted faults that its scenarios notice', async () => {
    const { known } = await chooseApis([notesFolder]);
    const workspace = await loadWorkspace([], known);
    const planted = await loadDeviations(known);
    const { contracts, ledger, files } = workspace;
    const { deviations } = selectPolicyDeviations(countClaims(ledger, new Set(contracts.keys())), ledger, planted);
    const own = deviations.filter(({ api }) => api === 'notes').map(({ id }) => id);
    expect(own).toEqual(['notes.note.version', 'notes.tenancy.isolated']);
    const candidates = files
      .filter(({ api }) => api === 'notes')
      .flatMap(({ file, document }) => document.workflows.map(({ workflowId }) => ({ file, workflowId })));
    const judge = new DeviationJudge(workspace, planted);
    for (const id of own) {
      expect(await judge.do({ type: 'judge', sort: 'policy', id, candidates })).toMatchObject({ id, caught: true });
    }
    await judge.close();
  });

  it('leaves those that come along as they are', async () => {
    await chooseApis([notesFolder]);
    await expect(chooseApis(['notes'])).rejects.toThrow('Unknown API "notes". Available: identity, inventory');
  });
});

describe('what is no API', () => {
  it.each([
    ['./nowhere', {}, /nowhere.package\.json is missing/],
    ['@nobody/has-this', {}, /no package with that name is installed/],
    ['./', { 'package.json': '{"name": "other"}' }, /lacks "\.\/api"/],
    ['./', { 'package.json': manifest, 'api.js': 'export const other = 1;' }, /does not export "api"/],
    ['./', { 'package.json': manifest, 'api.js': 'export const api = { name: "a" };' }, /it has no summary/],
    ['./', { 'package.json': manifest, 'api.js': 'throw new Error("out of order")' }, /out of order/],
  ])('is refused: %s', async (name, files, message) => {
    await expect(loadApi(name, await folderWith(files))).rejects.toThrow(message);
  });

  it('is one with a name that is taken, or with a member that there is not', async () => {
    const api = await loadApi(notesFolder);
    await expect(chooseApis([{ ...api, name: 'time' }])).rejects.toThrow('Two APIs have the name "time"');
    const source = `export const api = { ...${JSON.stringify({ name: 'a', summary: 'A', contract: '', scenarios: '' })},
      simulator() {}, deviation() {} };`;
    const wrong = loadApi('./', await folderWith({ 'package.json': manifest, 'api.js': source }));
    await expect(wrong).rejects.toThrow('unknown member "deviation"');
  });
});
