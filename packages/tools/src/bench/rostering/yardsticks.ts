/**
 * Makes yardsticks.json: for each instance of the benchmark the optimum where it can be proved, otherwise the best
 * roster of all seeds. Nothing that is known gets worse. Work is counted and no clock ends a run, so the figures do not
 * depend on what else the machine does. It measures what was built last; for proofs of shops take `shop --seconds 60`.
 */
import { CommandLine } from '../../command-line.ts';
import { readBenchOptions, usageOfBenchOptions } from './bench-options.ts';
import { runSolver } from './run-solver.ts';
import { betterYardstick, readYardsticks, writeYardsticks } from './yardstick.ts';

const usage = `Usage: npm run yardsticks -w packages/engine-rostering -- [kind ...] [options]

Runs the solver and keeps in yardsticks.json what is better than before.

${usageOfBenchOptions} (default 10)
  -h, --help          this page`;

const { instances, seeds = [1, 2, 3, 4, 5], seconds: limits = [10] } = readBenchOptions(new CommandLine(usage));
for (const { name, definition } of instances) {
  for (const seconds of limits) {
    for (const seed of seeds) {
      const { solution, broken, cpu } = await runSolver(definition, { seconds, seed, clock: 'none' });
      if (broken.length > 0) throw new Error(`${name}: ${broken[0]}`);
      const { hard, soft } = solution.score;
      const known = readYardsticks();
      const found = { hard: hard / 60, soft: soft / 60, proved: solution.reason === 'optimal' };
      const best = betterYardstick(known[name], found);
      writeYardsticks({ ...known, [name]: best });
      const told = `${seconds} s, seed ${seed}: ${found.soft}, best known ${best.soft}${best.proved ? ' (proved)' : ''}`;
      console.log(`${name} ${told}; ${solution.reason}, ${Math.round(cpu)} ms of CPU`);
    }
  }
}
