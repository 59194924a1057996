// Calls cost no more among many records than among few, and neither does the memory of a record. The servers of all
// sizes run in this process and take turns.
import { rm } from 'node:fs/promises';
import { type StartOptions, startSimulators } from 'api-understudy';
import { GateFailed, temporaryFolder } from '../gate.ts';
import { prove } from '../testing/prove.ts';
import type { Growing, Thing } from './testing/growing.ts';
import { expect, invoices } from './testing/growing-invoices.ts';
import { jobs } from './testing/growing-jobs.ts';
import { inARow, measureGrowth } from './testing/measure-growth.ts';
import { measureStoredSandboxes } from './testing/stored-sandboxes.ts';

/** Most of the cost or memory at another size, relative to that at the smallest. */
const mostGrowth = 1.5;

/** Creates one more sandbox while others are awake. */
const sandboxes: Thing = {
  what: 'active sandboxes',
  sizes: [10, 100, 1000],
  make: () => growingSandboxes({ maxSandboxes: 21_000 }),
};

/** Creates one more sandbox while others are asleep in a folder: with room for it, and in place of another one. */
const sleepers: Thing = {
  what: 'sandboxes of which only ten are active',
  sizes: [200, 2000, 20_000],
  async make(size) {
    const data = temporaryFolder('understudy-growth');
    const growing = await growingSandboxes({ data, maxAwake: 10, maxSandboxes: size + inARow });
    return {
      ...growing,
      async close() {
        await growing.close();
        await rm(data, { recursive: true, force: true });
      },
    };
  },
};

for (const thing of [invoices, jobs, sandboxes, sleepers]) {
  prove(`requests cost no more with many ${thing.what} than with few`, { seconds: 1200 }, async () => {
    const { calls, bytes } = await measureGrowth(thing);
    const rows = calls.map(({ what, costs: [first, ...later] }) => {
      const growth = Math.max(...later.map(({ cost }) => cost)) / (first?.cost ?? Number.NaN);
      return { what, growth };
    });
    rows.push({ what: 'memory of each', growth: bytes[0] / bytes[1] });
    const said = rows.map(({ what, growth }) => `${what}: ${growth.toFixed(2)} times`).join('; ');
    if (rows.some(({ growth }) => !(growth <= mostGrowth))) throw new GateFailed(said);
    return `${said}; ${(bytes[0] / 1024).toFixed(1)} KiB each`;
  });
}

prove(
  'activates one of 20,000 stored sandboxes immediately, and one with 50,000 records',
  { seconds: 600 },
  async () => {
    const { bytes, activations, large } = await measureStoredSandboxes(20_000);
    const errors = activations.errors + Number(large.isError);
    const figures = { kibibytes: bytes / 1024, p99: activations.p99[0], large: large.processor, errors };
    const bars = { kibibytes: 1, p99: 25, large: 300, errors: 0 };
    const said = JSON.stringify(figures);
    if (Object.entries(bars).some(([name, bar]) => figures[name as keyof typeof bars] > bar))
      throw new GateFailed(said);
    return said;
  },
);

async function growingSandboxes(options: StartOptions): Promise<Growing> {
  const simulators = await startSimulators(options);
  let addressed = 0;
  const address = async () => {
    addressed += 1;
    await expect(simulators, 200, `/~addressed-${addressed}/_sim/clock`, {});
  };
  let made = 0;
  return {
    async growTo(next) {
      // Another sandbox can take the place of those that were only addressed.
      while (addressed < next) await address();
    },
    calls: {
      'POST /_sim/sandboxes, seed empty': async () => {
        made += 1;
        await simulators.control.sandboxes.create(`made-${made}`);
      },
      // Takes up the room in its warm-up.
      ...(options.data === undefined ? {} : { 'a sandbox created beyond --limit maxSandboxes': address }),
    },
    async takeBack() {
      for (; made > 0; made -= 1) await simulators.control.sandboxes.delete(`made-${made}`);
    },
    close: () => simulators.close(),
  };
}
