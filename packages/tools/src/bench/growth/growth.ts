// Measures calls while something grows, and prints JSON:
//   node --expose-gc --import tsx packages/tools/src/bench/growth/growth.ts <thing> [divisor]
// `stored` instead of a thing measures 20,000 stored sandboxes, and one with 50,000 records.
import { rm } from 'node:fs/promises';
import { type StartOptions, startSimulators } from 'api-understudy';
import { temporaryFolder } from '../../gate.ts';
import type { Growing, Thing } from './growing.ts';
import { expect, invoices } from './growing-invoices.ts';
import { jobs } from './growing-jobs.ts';
import { inARow, measureGrowth } from './measure-growth.ts';
import { measureStoredSandboxes } from './stored-sandboxes.ts';

/** Creates one more sandbox while others are awake. */
const sandboxes: Thing = {
  what: 'sandboxes that are awake',
  sizes: [10, 100, 1000],
  make: () => growingSandboxes({ maxSandboxes: 21_000 }),
};

/** Creates one more sandbox while others are asleep in a folder: with room for it, and in place of another one. */
const sleepers: Thing = {
  what: 'sandboxes of which all but ten are asleep',
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

const things: Readonly<Record<string, Thing>> = { invoices, jobs, sandboxes, sleepers };

const [name = '', divisor = '1'] = process.argv.slice(2);
const thing = things[name];
if (name === 'stored') console.log(JSON.stringify(await measureStoredSandboxes(20_000 / Number(divisor))));
else if (thing !== undefined)
  console.log(JSON.stringify({ what: thing.what, ...(await measureGrowth(thing, Number(divisor))) }));
else throw new Error(`Nothing called ${name} grows; there are ${Object.keys(things).join(', ')}, and stored`);

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
      ...(options.data === undefined ? {} : { 'a sandbox created beyond --max-sandboxes': address }),
    },
    async takeBack() {
      for (; made > 0; made -= 1) await simulators.control.sandboxes.delete(`made-${made}`);
    },
    close: () => simulators.close(),
  };
}
