import { describe, expect, it } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { listTestSeeds } from '../testing/many-seeds.js';
import { conflictPlanters } from '../testing/plant-conflict.js';
import { createPlantedDefinition } from '../testing/planted-definition.js';
import { checkFeasibility } from './check-feasibility.js';

const seeds = listTestSeeds(36);

describe('the feasibility check on feasible definitions with one planted conflict', () => {
  it('finds at least 95 % of all, and 80 % of every kind', () => {
    const found = new Map<string, { tried: number; found: number; missed: number[] }>();
    for (const [kind, plant] of Object.entries(conflictPlanters)) {
      const count = { tried: 0, found: 0, missed: [] as number[] };
      found.set(kind, count);
      for (const seed of seeds) {
        const { definition } = createPlantedDefinition(seed);
        if (!plant(definition)) continue;
        count.tried += 1;
        const { infeasibilities } = checkFeasibility(compileInstance(readJobDefinition(definition)));
        if (infeasibilities.length > 0) count.found += 1;
        else count.missed.push(seed);
      }
    }
    for (const [kind, { found: seen, missed, tried }] of found) {
      expect(tried, kind).toBeGreaterThan(seeds.length / 5);
      expect(seen / tried, `${kind}; missed ${missed}`).toBeGreaterThanOrEqual(0.8);
    }
    const all = [...found.values()];
    const share = all.reduce((sum, one) => sum + one.found, 0) / all.reduce((sum, one) => sum + one.tried, 0);
    expect(share).toBeGreaterThanOrEqual(0.95);
  }, 60_000);
});
