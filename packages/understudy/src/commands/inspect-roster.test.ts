import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, spawnCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();

const demoJob = '5d7e0a1c-3f42-4b8e-9c61-0a2b4c6d8e10';
const inspect = (...args: string[]) => runCli('inspect', 'roster', ...args, '--demo');

describe('understudy inspect roster', () => {
  it('shows the grid of the demo job, with what stands for what', async () => {
    const { code, out, err } = await inspect(demoJob, '--width', '50');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`job ${demoJob}: stopped after 7.274 s\nscore hard 0, soft `);
    // Eight people, in two blocks of days because of the width.
    expect(out.match(/^shop-8 /gm)).toHaveLength(2);
    expect(out).toMatch(/^shop-2 .* O\*/m);
    expect(out).toMatch(/^O open +08:00-14:00 +6 +\d+$/m);
    expect(
      Math.max(
        ...out
          .split('\n')
          .slice(4)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(50);
  });

  it('gives all of it as JSON, and a picture', async () => {
    const file = join(await folderWith(), 'roster.svg');
    const { code, out, err } = await spawnCli('inspect', 'roster', demoJob, '--demo', '--json', '--svg', file);
    expect([code, err]).toEqual([0, expect.stringMatching(/^Wrote .*roster\.svg/)]);
    expect(JSON.parse(out)).toMatchObject({ jobId: demoJob, customerId: 'demo', statusCode: 'stopped' });
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [\s\S]*shop-8[\s\S]*<\/svg>\n$/);
  });

  it('lists the jobs there are when there is no such one', async () => {
    const { code, err } = await inspect('x');
    expect([code, err]).toEqual([
      2,
      `error: There is no roster job "x"; there are ${demoJob}, c1f7b0d8-52e9-4a63-8d04-7b9e3f6a2c55\n`,
    ]);
  });
});
