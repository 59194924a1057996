import { readdirSync } from 'node:fs';
import { cp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { requestDemoToken } from './testing/demo-token.js';
import { refused, runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

async function listDatasets(server: Pick<RunningSimulators, 'fetch' | 'url'>, tenantId = 'demo') {
  const headers = { authorization: `Bearer ${await requestDemoToken(server)}`, tenantId };
  return (await call(server, 'GET /io/data', undefined, headers)).body;
}

/** Data folders that earlier versions have written. */
const earlierFolders = fileURLToPath(new URL('../../../fixtures/data-folders/', import.meta.url));

const apis = ['inventory'];
const folder = await folderWith();

describe('a data folder', () => {
  it.each(['x', 'short', '   \n'])('is not opened with the weak secret %j', async (secret) => {
    const data = join(await folderWith(), 'guessed');
    const options: StartOptions = { apis, data, port: 0, publicUrl: 'https://sim.example', controlToken: 'control' };
    await (await startSimulators(options)).close();
    await writeFile(join(data, 'secret'), secret);
    await expect(startSimulators(options)).rejects.toThrow(/secret in .*secret has fewer than 16 characters/);
  });

  it('keeps tokens and presigned URLs valid across restarts, and keeps its files private', async () => {
    const data = join(folder, 'public');
    const address = { port: 0, publicUrl: 'https://sim.example' };
    const options: StartOptions = { apis, data, ...address, controlToken: 'control' };
    const before = await startSimulators(options);
    const token = await requestDemoToken(before);
    const headers = { authorization: `Bearer ${token}`, tenantId: 't' };
    const { url } = (await call(before, 'GET /io/presigned_url', undefined, headers)).body;
    await before.close();
    const secret = await readFile(join(data, 'secret'), 'utf8');
    expect(secret).toHaveLength(32);
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(data, 'understudy.db'))).mode & 0o777).toBe(0o600);
    const after = await startSimulators(options);
    expect((await call(after, 'GET /io/data', undefined, headers)).status).toBe(200);
    const body = JSON.stringify({ datasets: [{ datasetId: 'd', transactions: [] }] });
    expect((await after.fetch(url, { method: 'PUT', body })).status).toBe(200);
    expect(JSON.stringify(after.description)).not.toContain(secret);
    expect(after.defects).toEqual([]);
    await after.close();
  });

  it('is rejected if it is in use, not a folder, or not writable', async () => {
    const data = join(folder, 'owned');
    const owner = await startSimulators({ apis, data, port: 0 });
    const inUse = `in use by another process (pid ${process.pid} at ${owner.url}, since `;
    await expect(startSimulators({ apis, data })).rejects.toThrow(inUse);
    expect(await runCli('start', 'inventory', '--port', '0', '--data', data)).toMatchObject(refused(inUse));
    expect(await runCli('state', 'check', '--data', data)).toMatchObject(refused(inUse));
    await owner.close();
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await runCli('start', '--data', file, '--port', '0')).toMatchObject({
      code: 2,
      err: `error: ${file} is not a folder\n`,
    });
    // The system reports the missing parent folder.
    const nowhere = '/proc/understudy';
    if (process.platform === 'linux') {
      await expect(startSimulators({ apis, data: nowhere })).rejects.toThrow(`${nowhere} cannot be written (ENOENT)`);
    }
    const deep = await startSimulators({ apis, data: join(folder, 'made', 'on', 'the', 'way') });
    await deep.close();
    await expect(startSimulators({ durability: 'full' })).rejects.toThrow('durability requires data');
    // The rejected starts released the folder.
    await (await startSimulators({ apis, data })).close();
  });

  it('can be named in the configuration, and is checked by `state check`', async () => {
    const data = join(folder, 'carried');
    const server = await startSimulators({ apis, data, seed: 'demo' });
    await server.control.sandboxes.create('b2');
    await server.close();
    const config = join(folder, 'understudy.config.yaml');
    await writeFile(config, 'data: carried\n');
    expect((await runCli('state', 'check', '--config', config)).out).toMatch(/b2 +\d+ records\n(.|\n)*No damage found/);
  });

  it('is backed up while a server runs, checked, and restored', async () => {
    const data = join(folder, 'saved');
    const server = await startSimulators({ apis, data, seed: 'demo', port: 0 });
    await server.control.sandboxes.create('b2', { seed: 'demo' });
    await server.control.snapshots.put('before-release');
    const b2 = { fetch, url: `${server.url}/~b2` };
    const before = await listDatasets(b2);
    const backup = join(folder, 'backup');
    const saved = await runCli('state', 'backup', backup, '--target', server.url);
    expect([saved.code, saved.out]).toEqual([0, `Backed up 2 sandboxes and 1 snapshots to ${backup}\n`]);
    expect(await runCli('state', 'backup', backup, '--target', server.url)).toMatchObject(refused('is not empty'));
    const other = join(folder, 'not-a-folder');
    await writeFile(other, 'text');
    const overFile = await runCli('state', 'backup', other, '--target', server.url);
    expect([overFile.code, await readFile(other, 'utf8')]).toEqual([2, 'text']);
    await server.control.sandboxes.delete('b2');
    await server.control.snapshots.delete('before-release');
    expect((await runCli('state', 'restore', backup, '--target', server.url)).code).toBe(0);
    expect(await listDatasets(b2)).toEqual(before);
    expect(await runCli('state', 'restore', backup, '--target', server.url)).toMatchObject(refused('exist: b2'));
    expect(await server.control.snapshots.list()).toMatchObject([{ name: 'before-release' }]);
    await server.control.sandboxes.delete('b2');
    await server.control.snapshots.delete('before-release');
    const collections = await server.control.collections();
    const owned = collections.find(({ clientId, count }) => clientId !== undefined && count > 0);
    const { api, collection, clientId, tenantId } = Object(owned);
    const records = server.control.collection(api, collection, { clientId, tenantId });
    await records.delete((await records.list({ limit: 1 }))[0]?.key ?? '');
    expect(await runCli('state', 'restore', backup, '--target', server.url)).toMatchObject(refused('exist: default'));
    await server.close();
    const fresh = join(folder, 'fresh');
    const restored = await startSimulators({ apis, data: fresh, port: 0 });
    const restore = () => runCli('state', 'restore', backup, '--target', restored.url, '--replace');
    expect((await restore()).code).toBe(0);
    expect(await restored.control.snapshots.list()).toMatchObject([{ name: 'before-release' }]);
    expect(await listDatasets({ fetch, url: `${restored.url}/~b2` })).toEqual(before);
    await writeFile(join(backup, 'b2.json'), '{"format":"understudy-snapshot"}');
    expect(await restore()).toMatchObject(refused('b2.json'));
    await cp(join(backup, 'default.json'), join(backup, ':snapshots.json'));
    expect(await restore()).toMatchObject(refused('does not have the name of a sandbox'));
    await restored.close();
  });

  it.each(readdirSync(earlierFolders))('with the earlier schema %s is opened with all its content', async (schema) => {
    const data = join(folder, schema);
    await cp(join(earlierFolders, schema), data, { recursive: true });
    const server = await startSimulators({ apis, data, keepJournal: 'P36500D' });
    const listed = await listDatasets(server, 'tenant');
    expect([listed.countOfDatasets, JSON.stringify(listed)]).toEqual([1, expect.stringContaining('kept')]);
    expect(await server.control.snapshots.list()).toMatchObject([{ name: 'before', sandbox: 'default' }]);
    const { entries } = (await call(server, 'GET /_sim/journal?limit=1&text=token')).body;
    expect(entries).toMatchObject([{ seq: 1, type: 'request', api: 'identity' }]);
    expect((await call(server, 'GET /~other/_sim/clock')).body).toMatchObject({ mode: 'manual' });
    expect((await server.control.sandboxes.list()).map(({ name }) => name)).toContain('other');
    await server.close();
  });

  it('reports a truncated write-ahead log at startup, and finds damaged pages', async () => {
    const data = join(folder, 'cut');
    const server = await startSimulators({ apis, data, seed: 'demo' });
    const copy = join(folder, 'copy');
    await cp(data, copy, { recursive: true });
    await server.close();
    const log = join(copy, 'understudy.db-wal');
    await truncate(log, (await stat(log)).size - 100);
    const notices: string[] = [];
    await (await startSimulators({ apis, data: copy, onNotice: (notice) => void notices.push(notice) })).close();
    expect(notices).toEqual([expect.stringContaining('is cut short')]);
    const file = join(data, 'understudy.db');
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0x55, bytes.length - 6000));
    expect(await runCli('state', 'check', '--data', data)).toMatchObject(refused('damaged: ', 1));
  });
});
