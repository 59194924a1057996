import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, spawnCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith, listen } = useResources();

const inspect = (...args: string[]) => runCli('inspect', 'forecast', ...args);
const unreachable = 'http://127.0.0.1:9';

const { url } = await start({ port: 0, seed: 'demo', clock: 'manual', at: '2026-01-15T09:00:00Z' });

describe('understudy inspect forecast', () => {
  it('plots what a server has computed, without colours when nobody watches', async () => {
    const { code, out, err } = await inspect('coffee-beans', '--target', url, '--width', '72');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^coffee-beans \(tenant demo\)\n28 days ahead by [a-z0-9-]+, error \d\.\d{3}\n/);
    expect(out).toContain('80 % interval');
    expect(out).toMatch(/^> [a-z0-9-]+ +\d\.\d{3} /m);
    expect(out).toMatch(/^ {2}2026-01-15 +\d/m);
    expect(out).toMatch(/[\u2801-\u28ff]/);
    expect(out).not.toContain('\u001b');
    const plot = out.split('\n').slice(4, 22);
    expect(Math.max(...plot.map((line) => line.length))).toBeLessThanOrEqual(72);
  });

  it('draws with ASCII only when asked', async () => {
    const { out } = await inspect('coffee-beans', '--target', url, '--ascii', '--freeze-date', '2025-12-01');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    expect(out).toMatch(/^[\u0000-\u007f]*$/);
    expect(out).toMatch(/^ {2}2025-12-01 +\d/m);
  });

  it('gives all of it as JSON, and says apart from it that the SVG was written', async () => {
    const file = join(await folderWith(), 'plot.svg');
    const { code, out, err } = await inspect('coffee-beans', '--target', url, '--json', '--svg', file);
    expect([code, err]).toEqual([0, expect.stringMatching(/^Wrote .*plot\.svg \(\d+\.\d kB\)\n$/)]);
    expect(JSON.parse(out)).toMatchObject({ datasetId: 'coffee-beans', tenantId: 'demo', frequency: 'D', horizon: 28 });
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    const again = await inspect('coffee-beans', '--target', url, '--svg', file);
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/\nReplaced .*plot\.svg \(\d+\.\d kB\)\n$/)]);
    expect(await readdir(join(file, '..'))).toEqual(['plot.svg']);
  });

  it('leaves alone what it cannot or should not replace', async () => {
    const folder = await folderWith({ 'notes.txt': 'mine', 'sub/x': '' });
    const notes = join(folder, 'notes.txt');
    for (const [file, reason] of [
      [notes, 'exists and is not an SVG. Choose another name, or delete it first'],
      [join(folder, 'none', 'plot.svg'), 'its folder does not exist'],
      [join(folder, 'sub'), 'it is a folder'],
    ]) {
      const { code, err } = await inspect('coffee-beans', '--target', url, '--svg', file ?? '');
      expect([code, err]).toEqual([2, expect.stringMatching(new RegExp(`${file}:? ${reason}`))]);
    }
    expect([await readFile(notes, 'utf8'), (await readdir(folder)).sort()]).toEqual(['mine', ['notes.txt', 'sub']]);
  });

  it('looks into a sandbox that is there, and makes none', async () => {
    const missing = await inspect('coffee-beans', '--target', url, '--sandbox', 'b7');
    expect([missing.code, missing.err]).toEqual([2, `error: Unknown sandbox "b7" at ${url}. Available: default\n`]);
    await fetch(`${url}/_sim/sandboxes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'b7', clock: 'manual', at: '2025-06-01T09:00:00Z', seed: 'demo' }),
    });
    const { out } = await inspect('coffee-beans', '--target', url, '--sandbox', 'b7', '--json');
    expect(JSON.parse(out).currentDate).toBe('2025-06-01');
  });

  it('passes on what the server refuses', async () => {
    const tenant = await inspect('coffee-beans', '--target', url, '--tenant', 'nobody');
    expect([tenant.code, tenant.out, tenant.err]).toEqual([
      2,
      '',
      'error: There is no dataset "coffee-beans" of tenant "nobody"; there are none; upload sales first\n',
    ]);
    const date = await inspect('coffee-beans', '--target', url, '--freeze-date', '2026-01-16');
    expect([date.code, date.err]).toEqual([2, expect.stringContaining('from 2000-01-01 to today, 2026-01-15')]);
  });

  it('does without a server on the demo data, and lists its datasets', async () => {
    const { code, out } = await spawnCli('inspect', 'forecast', 'oat-drink', '--demo');
    expect([code, out]).toEqual([0, expect.stringContaining('oat-drink (tenant demo)')]);
    const unknown = await inspect('oat-drnk', '--demo');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining(
        'There is no dataset "oat-drnk"; there are bike-rentals-casual, bike-rentals-registered,',
      ),
    ]);
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
    const { code, err } = await inspect('coffee-beans', '--target', address);
    expect([code, err]).toEqual([2, expect.stringContaining(`${address} does not respond like an Understudy server`)]);
  });

  it('needs the control token where others can reach the server', async () => {
    const controlToken = 'control-of-the-test';
    const open = await start({ apis: ['inventory'], host: '0.0.0.0', port: 0, seed: 'demo', controlToken });
    const address = open.url;
    const refused = await inspect('coffee-beans', '--target', address);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Set UNDERSTUDY_CONTROL_TOKEN')]);
    process.env['UNDERSTUDY_CONTROL_TOKEN'] = controlToken;
    const { code } = await inspect('coffee-beans', '--target', address);
    delete process.env['UNDERSTUDY_CONTROL_TOKEN'];
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
    expect(err).toContain('(see understudy inspect forecast --help)');
  });
});
