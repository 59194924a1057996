import { runSolver } from './run-solver.mjs';

const seeds = [1, 2, 3, 4, 5];

/**
 * Five seeds on each shift-scheduling instance of a kind: how many are feasible, and how far they lie above the best roster known,
 * after 2 and after 10 seconds of CPU time. Bars hold for the mean over all instances.
 */
export async function measureScheduling(kind, instances, yardsticks, report) {
  for (const seconds of [2, 10]) {
    const gaps = [];
    for (const { name, definition } of instances) {
      const found = [];
      let feasible = 0;
      for (const seed of seeds) {
        const { solution, broken } = await runSolver(definition, { seconds, seed, cpu: true });
        if (broken.length > 0) throw new Error(`${name}: ${broken[0]}`);
        if (solution.score.hard > 0) continue;
        feasible += 1;
        found.push(solution.score.soft / 60);
      }
      const { soft } = yardsticks[name] ?? { soft: Number.NaN };
      const own = found.map((cost) => (100 * (cost - soft)) / Math.max(1, soft));
      gaps.push(...own);
      const due = seconds === 10 || definition.employees.length <= 30;
      report(
        `${name}: feasible in ${seconds} s of CPU time`,
        feasible,
        due ? '>=' : 'shown',
        seeds.length,
        found.join(', '),
      );
      report(`${name}: above the best known ${soft}`, mean(own), 'shown %', 0);
    }
    report(`${kind}: mean gap in ${seconds} s of CPU time`, mean(gaps), '<= %', seconds === 2 ? 25 : 12);
  }
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
