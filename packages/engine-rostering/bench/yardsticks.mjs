/**
 * Makes bench/yardsticks.json: for each instance of the benchmark the optimum where it can be proved, otherwise the best
 * roster of a long run. `node bench/yardsticks.mjs` takes about five minutes; `node bench/yardsticks.mjs shop-30-1`
 * makes only those named.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { benchmark } from './instances.mjs';
import { runSolver } from './run-solver.mjs';

const file = new URL('./yardsticks.json', import.meta.url);
const known = JSON.parse(readFileSync(file, 'utf8'));
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
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}
