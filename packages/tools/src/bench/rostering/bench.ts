/** Compares costs of the shift-scheduling instances with the best known rosters. Exits with 1 beyond a limit. */
import { parseArgs } from 'node:util';
import { checkSolverDuties, compileInstance, createSolver, readJobDefinition } from '@understudy/engine-rostering';
import { type BenchInstance, benchmark, readYardsticks, saveResult, sizes } from './instances.ts';

const usage = `Usage: npm run bench:rostering -w packages/tools -- [options]

  Takes about 15 minutes.

  --size <name>       only this size: people-weeks-shifts, such as 30-4-4 (repeatable)
  --seeds <n,...>     seeds of the solver (default 1,2,3,4,5)
  --seconds <n,...>   time limits, counted as work (default 2,10)
  --save              store better rosters in yardsticks.json
  -h, --help          this page

Sizes: ${sizes.join(', ')}. The mean has a bar only over all sizes and seeds.`;

/** Bars of the mean cost above the bounds, in percent, by time limit in seconds. */
const barOfMean: Readonly<Record<number, number>> = { 2: 25, 10: 12 };

const { values } = parseArgs({
  options: {
    size: { type: 'string', multiple: true, default: sizes },
    seeds: { type: 'string', default: '1,2,3,4,5' },
    seconds: { type: 'string', default: '2,10' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [seeds, limits] = [values.seeds, values.seconds].map((text) => text.split(',').map(Number)) as [
  number[],
  number[],
];
const instances = benchmark().filter(({ size }) => values.size.includes(size));
if (instances.length === 0 || [...seeds, ...limits].some((value) => !Number.isInteger(value))) {
  console.error(usage);
  process.exit(2);
}

const rows: Record<string, string | number | undefined>[] = [];
for (const seconds of limits) {
  const gaps: number[] = [];
  for (const instance of instances) {
    const costs: number[] = [];
    for (const seed of seeds) costs.push(await solve(instance, seconds, seed));
    const { soft, proved, bound = proved ? soft : undefined } = readYardsticks()[instance.name] ?? { soft: Number.NaN };
    const feasible = costs.filter(Number.isFinite);
    const above = (least: number) => feasible.map((cost) => (100 * (cost - least)) / Math.max(1, least));
    if (bound !== undefined) gaps.push(...above(bound));
    const isDue = seconds >= 10 || instance.definition.employees.length <= 30;
    if (isDue && feasible.length < seeds.length) process.exitCode = 1;
    rows.push({
      instance: instance.name,
      seconds,
      feasible: `${feasible.length} of ${seeds.length}`,
      costs: costs.join(', '),
      'above best, %': mean(above(soft)),
      'above bound, %': bound === undefined ? undefined : mean(above(bound)),
    });
  }
  const bar = instances.length >= sizes.length && seeds.length >= 5 ? barOfMean[seconds] : undefined;
  if (bar !== undefined && !(mean(gaps) <= bar)) process.exitCode = 1;
  if (gaps.length > 0) rows.push({ instance: 'mean', seconds, 'above bound, %': mean(gaps), bar });
}
console.table(rows);

/** Returns the soft cost, infinite for a roster with hard violations. */
async function solve({ name, definition }: BenchInstance, seconds: number, seed: number): Promise<number> {
  const cpu = process.cpuUsage();
  const limit = { timeLimitSeconds: seconds, unimprovedTimeLimitSeconds: seconds };
  const configuration = { ...definition.configuration, ...limit };
  const instance = compileInstance(readJobDefinition({ ...definition, configuration }));
  const broken: string[] = [];
  const solver = createSolver(instance, {
    seed,
    onIncumbent: ({ roster }) => broken.push(...checkSolverDuties(instance, roster)),
  });
  const { score, reason } = await solver.run();
  if (broken.length > 0) throw new Error(`${name}: ${broken[0]}`);
  const [hard, soft] = [score.hard / 60, score.soft / 60];
  if (values.save) saveResult(name, { hard, soft, proved: reason === 'optimal' });
  const milliseconds = Math.round(process.cpuUsage(cpu).user / 1000);
  console.error(
    `${name}, ${seconds} s, seed ${seed}: ${hard} hard, ${soft} soft, ${reason}, ${milliseconds} ms of CPU`,
  );
  return hard > 0 ? Number.POSITIVE_INFINITY : soft;
}

function mean(numbers: readonly number[]): number {
  return Number((numbers.reduce((sum, value) => sum + value, 0) / numbers.length).toFixed(2));
}
