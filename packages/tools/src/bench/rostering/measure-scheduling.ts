import type { Report } from '../bar-table.ts';
import type { BenchOptions } from './bench-options.ts';
import type { BenchInstance } from './instances.ts';
import { runSolver } from './run-solver.ts';
import { readYardsticks } from './yardstick.ts';

/** For the mean gap of all sizes and five seeds to their bounds, in percent, by the limit in seconds. */
const barsOfMeans = new Map([
  [2, 25],
  [10, 12],
]);

/**
 * Several seeds on each shift-scheduling instance of a kind: how many are feasible, and how far they lie above the best roster known,
 * and above the bound where there is one. Each run is told on standard error. Bars for means hold when nothing is left out.
 */
export async function measureScheduling(
  kind: string,
  instances: readonly BenchInstance[],
  { seeds = [1, 2, 3, 4, 5], seconds: limits = [2, 10], narrowedBy }: BenchOptions,
  report: Report,
): Promise<void> {
  const yardsticks = readYardsticks();
  for (const seconds of limits) {
    const gaps: number[] = [];
    const gapsToBounds: number[] = [];
    for (const { name, definition } of instances) {
      const found: number[] = [];
      let feasible = 0;
      for (const seed of seeds) {
        const { solution, broken, cpu } = await runSolver(definition, { seconds, seed, clock: 'cpu' });
        if (broken.length > 0) throw new Error(`${name}: ${broken[0]}`);
        const { hard, soft } = solution.score;
        const cost = hard > 0 ? `${hard / 60} hard` : `${soft / 60}`;
        console.error(`${name}, ${seconds} s, seed ${seed}: ${cost}, ${solution.reason}, ${Math.round(cpu)} ms of CPU`);
        if (hard > 0) continue;
        feasible += 1;
        found.push(soft / 60);
      }
      const yardstick = yardsticks[name];
      const soft = yardstick?.soft ?? Number.NaN;
      const bound = yardstick?.bound ?? (yardstick?.proved ? soft : undefined);
      const above = (least: number) => found.map((cost) => (100 * (cost - least)) / Math.max(1, least));
      const own = above(soft);
      gaps.push(...own);
      if (bound !== undefined) gapsToBounds.push(...above(bound));
      const due = seconds >= 10 || definition.employees.length <= 30;
      report(
        `${name}: feasible in ${seconds} s of CPU time`,
        feasible,
        due ? '>=' : 'shown',
        seeds.length,
        found.join(', '),
      );
      report(`${name}: above the best known ${soft}`, mean(own), 'shown %');
      if (bound !== undefined) report(`${name}: above the bound ${bound}`, mean(above(bound)), 'shown %');
    }
    report(`${kind}: mean above the best known in ${seconds} s of CPU time`, mean(gaps), 'shown %');
    if (gapsToBounds.length === 0) continue;
    const bar = narrowedBy === undefined || narrowedBy === 'seconds' ? barsOfMeans.get(seconds) : undefined;
    const relation = bar === undefined ? 'shown %' : '<= %';
    report(`${kind}: mean above the bounds in ${seconds} s of CPU time`, mean(gapsToBounds), relation, bar);
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
