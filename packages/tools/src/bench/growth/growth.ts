// Measures calls while something grows, and prints JSON:
//   node --expose-gc --import tsx packages/tools/src/bench/growth/growth.ts <thing> [divisor]
import { rm } from 'node:fs/promises';
import { type StartOptions, startSimulators } from 'api-understudy';
import { temporaryFolder } from '../../gate.ts';
import type { Growing, Thing } from './growing.ts';
import { invoices } from './growing-invoices.ts';
import { jobs } from './growing-jobs.ts';
import { measureGrowth } from './measure-growth.ts';

/** Creates one more sandbox while others are awake. */
const sandboxes: Thing = { what: 'sandboxes that are awake', sizes: [10, 100, 1000], make: () => growingSandboxes({}) };

/** Creates one more sandbox while others are asleep in a folder. */
const sleepers: Thing = {
  what: 'sandboxes of which all but ten are asleep',
  sizes: [200, 2000, 20_000],
  async make() {
    const data = temporaryFolder('understudy-growth');
    const growing = await growingSandboxes({ data, maxAwake: 10 });
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
if (thing === undefined) throw new Error(`Nothing called ${name} grows; there are ${Object.keys(things).join(', ')}`);
console.log(JSON.stringify({ what: thing.what, ...(await measureGrowth(thing, Number(divisor))) }));

async function growingSandboxes(options: StartOptions): Promise<Growing> {
  const simulators = await startSimulators({ ...options, maxSandboxes: 21_000 });
  let size = 0;
  let made = 0;
  const create = async () => {
    made += 1;
    await simulators.control.sandboxes.create(`growing-${made}`);
  };
  return {
    async growTo(next) {
      while (made < next) await create();
      size = next;
    },
    calls: { 'POST /_sim/sandboxes, seed empty': create },
    async takeBack() {
      for (; made > size; made -= 1) await simulators.control.sandboxes.delete(`growing-${made}`);
    },
    close: () => simulators.close(),
  };
}
