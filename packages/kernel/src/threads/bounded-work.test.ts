import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerPool, WorkTooCostlyError } from './worker-pool.js';

describe('work with time and memory limits', () => {
  let folder = '';
  let module = '';
  const pool = new WorkerPool({ seconds: 3, megabytes: 48 });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bounded-work-'));
    const file = join(folder, 'work.mjs');
    module = pathToFileURL(file).href;
    await writeFile(
      file,
      `export const forever = () => { for (;;); };
       export const greedy = () => { const all = []; for (;;) all.push({ one: all.length }); };
       export const double = (number) => number * 2;
       export const broken = () => { throw new Error('broken work'); };`,
    );
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });
  const run = (name: string, input: unknown = undefined) =>
    pool.runBounded({ module, name, sandbox: 's', owner: undefined, input });

  it('is stopped at its deadline, and the next work still runs', async () => {
    const forever = run('forever');
    // Waits for the thread longer than its own deadline allows.
    const next = run('double', 21);
    await expect(forever).rejects.toThrow(WorkTooCostlyError);
    expect(await next).toBe(42);
  });

  it('is stopped at its memory limit, and the next work still runs', async () => {
    await expect(run('greedy')).rejects.toThrow(/more than (48 MiB of memory|3 seconds)/);
    expect(await run('double', 4)).toBe(8);
  });

  it('rejects with the error that it throws', async () => {
    await expect(run('broken')).rejects.toThrow('broken work');
  });
});
