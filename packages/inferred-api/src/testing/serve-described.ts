import type { ApiDefinition } from '@understudy/kernel';
import { createSimulators, type Simulators, type SimulatorsOptions } from '@understudy/server';
import { expect, onTestFinished } from 'vitest';

export const describedOrigin = 'http://understudy.local';

/** Serves an API from a description on a manual clock until the test ends. Fails if a defect was reported. */
export async function serveDescribed(
  api: ApiDefinition,
  memory: SimulatorsOptions['memory'] = {},
): Promise<Simulators> {
  const simulators = createSimulators({
    simulators: [await api.simulator()],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: '1',
    },
    memory,
  });
  simulators.ownOrigins.add(describedOrigin);
  onTestFinished(async () => {
    expect(simulators.defects).toEqual([]);
    await simulators.close();
  });
  return simulators;
}
