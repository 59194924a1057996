import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { call } from '../testing/call.js';
import { printed, refused, runCli, spawnCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith, listen } = useResources();

const inspect = (...args: string[]) => runCli('explain', 'inspect', 'forecast', ...args);
const unreachable = 'http://127.0.0.1:9';

const { url } = await start({ port: 0, seed: 'demo', clock: 'manual', at: '2026-01-15T09:00:00Z' });
const coffee = (...args: string[]) => inspect('coffee-beans', '--target', url, ...args);
const widestOf = (lines: string[]) => Math.max(...lines.map((line) => line.length));

describe('understudy explain inspect forecast', () => {
  it('plots what a server has computed, without colours when nobody watches', async () => {
    const { code, out, err } = await coffee('--width', '72');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^coffee-beans \(tenant demo\)\n28 days ahead by [a-z0-9-]+, error \d\.\d{3}\n/);
    expect(out).toContain('80 % interval');
    expect(out).toMatch(/^> [a-z0-9-]+ +\d\.\d{3} /m);
    expect(out).toMatch(/^ {2}2026-01-15 +\d/m);
    expect(out).toMatch(/[\u2801-\u28ff]/);
    expect(out).not.toContain('\u001b');
    expect(widestOf(out.split('\n').slice(4, 22))).toBeLessThanOrEqual(72);
  });

  it('draws with ASCII only when asked', async () => {
    const { out } = await coffee('--ascii', '--freeze-date', '2025-12-01');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    expect(out).toMatch(/^[\u0000-\u007f]*$/);
    expect(out).toMatch(/^ {2}2025-12-01 +\d/m);
  });

  it('gives all of it as JSON, and says apart from it that the SVG was written', async () => {
    const file = join(await folderWith(), 'plot.svg');
    const { code, out, err } = await coffee('--json', '--svg', file);
    expect([code, err]).toEqual([0, expect.stringMatching(/^Wrote .*plot\.svg \(\d+\.\d kB\)\n$/)]);
    expect(JSON.parse(out)).toMatchObject({ datasetId: 'coffee-beans', tenantId: 'demo', frequency: 'D', horizon: 28 });
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(await coffee('--svg', file)).toMatchObject(printed(/\nReplaced .*plot\.svg \(\d+\.\d kB\)\n$/));
    expect(await readdir(join(file, '..'))).toEqual(['plot.svg']);
  });

  it('leaves alone what it cannot or should not replace', async () => {
    const folder = await folderWith({ 'notes.txt': 'mine', 'sub/x': '' });
    for (const [name, reason] of [
      ['notes.txt', 'exists and is not an SVG. Choose another name, or delete it first'],
      ['none/plot.svg', 'its folder does not exist'],
      ['sub', 'it is a folder'],
    ] as const) {
      const file = join(folder, name);
      expect(await coffee('--svg', file)).toMatchObject(refused(new RegExp(`${file}:? ${reason}`)));
    }
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
    expect((await readdir(folder)).sort()).toEqual(['notes.txt', 'sub']);
  });

  it('looks into a sandbox that is there, and makes none', async () => {
    const missing = await coffee('--sandbox', 'b7');
    expect([missing.code, missing.err]).toEqual([2, `error: Unknown sandbox "b7" at ${url}. Available: default\n`]);
    const setup = { name: 'b7', clock: 'manual', at: '2025-06-01T09:00:00Z', seed: 'demo' };
    await call({ fetch, url }, 'POST /_sim/sandboxes', setup);
    expect(JSON.parse((await coffee('--sandbox', 'b7', '--json')).out).currentDate).toBe('2025-06-01');
  });

  it('passes on what the server refuses', async () => {
    expect(await coffee('--tenant', 'nobody')).toEqual({
      code: 2,
      out: '',
      err: 'error: There is no dataset "coffee-beans" of tenant "nobody"; there are none; upload sales first\n',
    });
    const late = await coffee('--freeze-date', '2026-01-16');
    expect(late).toMatchObject(refused('from 2000-01-01 to today, 2026-01-15'));
  });

  it('does without a server on the demo data, and lists its datasets', async () => {
    const shown = await spawnCli('explain', 'inspect', 'forecast', 'oat-drink', '--demo');
    expect(shown).toMatchObject(printed('oat-drink (tenant demo)'));
    const list = 'There is no dataset "oat-drnk"; there are bike-rentals-casual, bike-rentals-registered,';
    expect(await inspect('oat-drnk', '--demo')).toMatchObject(refused(list));
  });

  it('ends with 3 and one line when no server answers', async () => {
    expect(await inspect('coffee-beans', '--target', unreachable)).toEqual({
      code: 3,
      out: '',
      err: `error: ${unreachable} is unreachable. Start a server with understudy start, or use --demo\n`,
    });
  });

  it('knows when another server answers', async () => {
    const address = await listen(createServer((_, response) => response.end('<html>hello</html>')));
    const message = `${address} does not respond like an Understudy server`;
    expect(await inspect('coffee-beans', '--target', address)).toMatchObject(refused(message));
  });

  it('needs the control token where others can reach the server', async () => {
    const controlToken = 'control-of-the-test';
    const open = await start({ apis: ['inventory'], host: '0.0.0.0', port: 0, seed: 'demo', controlToken });
    const args = ['coffee-beans', '--target', open.url];
    expect(await inspect(...args)).toMatchObject(refused('Set UNDERSTUDY_CONTROL_TOKEN'));
    vi.stubEnv('UNDERSTUDY_CONTROL_TOKEN', controlToken);
    const { code } = await inspect(...args);
    vi.unstubAllEnvs();
    expect(code).toBe(0);
  });

  it.each([
    [[], "missing required argument 'dataset'"],
    [['x', '--width', '20'], 'It must be a whole number from 40 to 300.'],
    [['x', '--target', 'nowhere'], 'It must be an absolute http or https URL.'],
    [['x', '--demo', '--sandbox', 'b'], "'--demo' cannot be used with option '--sandbox <name>'"],
  ])('refuses %j with what to do', async (args, message) => {
    const { code, err } = await inspect(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain('(see understudy explain inspect forecast --help)');
  });
});

describe('understudy explain inspect roster', () => {
  const demoJob = '5d7e0a1c-3f42-4b8e-9c61-0a2b4c6d8e10';

  it('shows the grid of the demo job, with what stands for what', async () => {
    const { code, out, err } = await runCli('explain', 'inspect', 'roster', demoJob, '--width', '50', '--demo');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`job ${demoJob}: stopped after 7.274 s\nscore hard 0, soft `);
    // Eight people, in two blocks of days because of the width.
    expect(out.match(/^shop-8 /gm)).toHaveLength(2);
    expect(out).toMatch(/^shop-2 .* O\*/m);
    expect(out).toMatch(/^O open +08:00-14:00 +6 +\d+$/m);
    expect(widestOf(out.split('\n').slice(4))).toBeLessThanOrEqual(50);
  });

  it('gives all of it as JSON, and a picture', async () => {
    const file = join(await folderWith(), 'roster.svg');
    const { code, out, err } = await spawnCli(
      'explain',
      'inspect',
      'roster',
      demoJob,
      '--demo',
      '--json',
      '--svg',
      file,
    );
    expect([code, err]).toEqual([0, expect.stringMatching(/^Wrote .*roster\.svg/)]);
    expect(JSON.parse(out)).toMatchObject({ jobId: demoJob, customerId: 'demo', statusCode: 'stopped' });
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [\s\S]*shop-8[\s\S]*<\/svg>\n$/);
  });

  it('lists the jobs there are when there is no such one', async () => {
    expect(await runCli('explain', 'inspect', 'roster', 'x', '--demo')).toMatchObject({
      code: 2,
      err: `error: There is no roster job "x"; there are ${demoJob}, c1f7b0d8-52e9-4a63-8d04-7b9e3f6a2c55\n`,
    });
  });
});
