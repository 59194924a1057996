import type { Report } from '../../../bench/bar-table.ts';
import type { BenchInstance } from './instances.ts';
import { runSolver } from './run-solver.ts';
import { readYardsticks } from './yardstick.ts';

const seeds = [1, 2, 3, 4, 5];

/**
 * Five seeds on each shift-scheduling instance of a kind: how many are feasible, and how far they lie above the best roster known,
 * and above the bound where there is one, for limits of 2 and of 10 seconds. Bars hold for the mean above bounds.
 */
export async function measureScheduling(
  kind: string,
  instances: readonly BenchInstance[],
  report: Report,
): Promise<void> {
  const yardsticks = readYardsticks();
  for (const seconds of [2, 10]) {
    const gaps: number[] = [];
    const gapsToBounds: number[] = [];
    for (const { name, definition } of instances) {
      const found: number[] = [];
      let feasible = 0;
      for (const seed of seeds) {
        const { solution, broken } = await runSolver(definition, { seconds, seed, cpu: true });
        if (broken.length > 0) throw new Error(`${name}: ${broken[0]}`);
        if (solution.score.hard > 0) continue;
        feasible += 1;
        found.push(solution.score.soft / 60);
      }
      const yardstick = yardsticks[name];
      const soft = yardstick?.soft ?? Number.NaN;
      const bound = yardstick?.bound ?? (yardstick?.proved ? soft : undefined);
      const above = (least: number) => found.map((cost) => (100 * (cost - least)) / Math.max(1, least));
      const own = above(soft);
      gaps.push(...own);
      if (bound !== undefined) gapsToBounds.push(...above(bound));
      const due = seconds === 10 || definition.employees.length <= 30;
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
    const due = seconds === 2 ? 25 : 12;
    if (gapsToBounds.length > 0)
      report(`${kind}: mean above the bounds in ${seconds} s of CPU time`, mean(gapsToBounds), '<= %', due);
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
