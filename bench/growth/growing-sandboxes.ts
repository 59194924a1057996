// What grows: the sandboxes of a server, awake or asleep.
import { rm } from 'node:fs/promises';
import { type StartOptions, startSimulators } from 'understudy';
import { temporaryFolder } from '../../scripts/gates/gate.ts';
import type { Growing } from './growing.ts';

/** The making of one more sandbox beside those that are awake. */
export function growingSandboxes(): Promise<Growing> {
  return sandboxes('sandboxes that are awake', [10, 100, 1000], {});
}

/** The making of one more beside those that are asleep in a folder. */
export async function sleepingSandboxes(): Promise<Growing> {
  const data = temporaryFolder('understudy-growth');
  const growing = await sandboxes('sandboxes of which all but ten are asleep', [100, 1000, 10_000], {
    data,
    maxAwake: 10,
  });
  return {
    ...growing,
    async close() {
      await growing.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function sandboxes(what: string, sizes: readonly number[], options: StartOptions): Promise<Growing> {
  const simulators = await startSimulators({ ...options, maxSandboxes: 20_000 });
  let made = 0;
  const create = async () => {
    made += 1;
    await simulators.control.sandboxes.create(`growing-${made}`);
  };
  return {
    what,
    sizes,
    async growTo(size) {
      while (made < size) await create();
    },
    calls: { 'POST /_sim/sandboxes, seed empty': create },
    close: () => simulators.close(),
  };
}
