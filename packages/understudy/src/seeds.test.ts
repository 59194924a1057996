import { describe, expect, it } from 'vitest';
import { seeds } from './seeds.js';
import { startSimulators } from './start-simulators.js';

describe('the demo seed', () => {
  // By its name it is taken without the contract's checks, so that a start is quick; as data it is checked.
  it('meets the checks that every other seed must meet', async () => {
    const data = await seeds.demo?.();
    expect(Object.keys(data ?? {})).toContain('inventory');
    const simulators = await startSimulators({ seed: data ?? {} });
    await simulators.close();
  });

  it('would be refused with one record broken', async () => {
    const data = structuredClone(await seeds.demo?.()) as {
      inventory: { tenants: Record<string, { datasets: object[] }> };
    };
    const [tenant] = Object.values(data.inventory.tenants);
    tenant?.datasets.push({ datasetId: 'broken', data: [{ quantity: 'many' }] });
    await expect(startSimulators({ seed: data })).rejects.toThrow(/inventory\/tenants\/.*\/datasets/);
  });
});
