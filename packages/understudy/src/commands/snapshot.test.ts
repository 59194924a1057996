import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { runCli } from '../testing/run-cli.js';

const scratch = () => mkdtemp(join(tmpdir(), 'understudy-'));

describe('understudy snapshot', () => {
  it('carries a sandbox from one server to another', async () => {
    const file = join(await scratch(), 'state.json');
    const from = await startSimulators({ port: 0, seed: 'demo' });
    const to = await startSimulators({ port: 0, clock: 'real' });
    const [source, destination] = [from.url, to.url];
    const saved = await runCli('snapshot', 'save', file, '--target', source);
    expect([saved.code, saved.out]).toEqual([0, expect.stringContaining('Saved sandbox default')]);
    const loaded = await runCli('snapshot', 'load', file, '--target', `${destination}/~copy`);
    expect([loaded.code, loaded.out]).toEqual([0, expect.stringContaining('Restored sandbox copy')]);
    const clocks = await Promise.all(
      [`${source}/_sim/clock`, `${destination}/~copy/_sim/clock`].map(async (url) => (await fetch(url)).json()),
    );
    expect(clocks[1]).toEqual(clocks[0]);
    await Promise.all([from.close(), to.close()]);
  });

  it('says when nothing answers, and when a file is no snapshot', async () => {
    const file = join(await scratch(), 'none.json');
    await writeFile(file, '{"format": "other"}');
    expect(await runCli('snapshot', 'save', file, '--target', 'http://127.0.0.1:9')).toMatchObject({ code: 3 });
    expect(await runCli('snapshot', 'load', 'nowhere.json')).toMatchObject({ code: 2 });
    const server = await startSimulators({ port: 0 });
    const refused = await runCli('snapshot', 'load', file, '--target', server.url);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('format')]);
    await server.close();
  });
});
