import { afterEach, expect, it } from 'vitest';
import { createThreadOptions, WorkerPool } from './worker-pool.js';

const pools: WorkerPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

/** A module that exports the name of the module its thread loaded first. */
const module = (name: string) =>
  `data:text/javascript,${encodeURIComponent(`globalThis.first ??= '${name}'; export const first = () => globalThis.first;`)}`;

it('WorkerPool.warm loads modules in a thread before the first work', async () => {
  const pool = new WorkerPool();
  pools.push(pool);
  await pool.warm([module('early')]);
  expect(await pool.run({ module: module('late'), name: 'first', sandbox: 's', input: undefined })).toBe('early');
});

const importing = { execArgv: ['--no-experimental-require-module'] };

it.each([
  [['--expose-gc', '--enable-source-maps'], {}],
  [['--max-old-space-size=900', '--conditions=@understudy/source'], importing],
  [['-C', '@understudy/source', '--import', 'tsx'], importing],
])('a thread of a process started with the options %j gets only the options that it needs', (given, options) =>
  expect(createThreadOptions(given)).toEqual(options),
);
