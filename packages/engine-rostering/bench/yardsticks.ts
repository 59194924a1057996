/**
 * Makes bench/yardsticks.json: for each instance of the benchmark the optimum where it can be proved, otherwise the best
 * roster of a long run. `node --import tsx packages/engine-rostering/bench/yardsticks.ts` takes about five minutes;
 * `... yardsticks.ts shop-30-1` makes only those named.
 */
import { benchmark } from './instances.ts';
import { runSolver } from './run-solver.ts';
import { readYardsticks, writeYardsticks } from './yardstick.ts';

const known = readYardsticks();
const asked = process.argv.slice(2);
for (const { name, definition, yardstickSeconds } of benchmark()) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { solution, cpu } = await runSolver(definition, { seconds: yardstickSeconds });
  const { hard, soft } = solution.score;
  const before = known[name];
  if (solution.reason === 'optimal' || before === undefined || soft / 60 < before.soft) {
    known[name] = { hard: hard / 60, soft: soft / 60, proved: solution.reason === 'optimal' };
  }
  console.log(name, solution.reason, hard / 60, soft / 60, `${Math.round(cpu)} ms of CPU`);
  writeYardsticks(known);
}
