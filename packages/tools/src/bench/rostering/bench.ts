/**
 * Measures the solver against its bars and prints a table; ends with 1 when a bar is missed. Times are wall-clock times;
 * where the machine is busy they are pessimistic, so CPU times are printed beside them. The yardsticks are those of
 * yardsticks.json, made by yardsticks.ts. It measures what was built last.
 */

import { CommandLine } from '../../command-line.ts';
import { BarTable } from '../bar-table.ts';
import { readBenchOptions, usageOfBenchOptions } from './bench-options.ts';
import { type BenchInstance, type InstanceKind, instanceKinds } from './instances.ts';
import { measureSameness } from './measure-sameness.ts';
import { measureScheduling } from './measure-scheduling.ts';
import { minimumCovered, runSolver } from './run-solver.ts';
import { readYardsticks } from './yardstick.ts';

const usage = `Usage: npm run bench -w packages/engine-rostering -- [kind ...] [options]

  Kinds: ${instanceKinds.join(', ')}. Without any: all of them, how fast a run stops, memory,
  and whether a busy machine changes rosters. Each run of scheduling and tight is told on standard error; each of the two
  kinds takes about 15 minutes.

${usageOfBenchOptions} (default 2,10)
  -h, --help          this page

Sizes, seeds and limits are those of scheduling and tight; a mean has a bar only over all sizes and seeds.`;

const line: CommandLine = new CommandLine(usage);
const options = readBenchOptions(line);
const { kinds, instances, narrowedBy } = options;
if (narrowedBy !== undefined && kinds.some((kind) => kind !== 'scheduling' && kind !== 'tight')) {
  line.refuse(`--${narrowedBy} is for scheduling and tight: name one of them or both.`);
}
const yardsticks = readYardsticks();
const table = new BarTable();
const { report } = table;

for (const kind of ['shop', 'ward', 'nurses', 'large'] as const) {
  if (!kinds.includes(kind)) continue;
  for (const instance of instancesOf(kind)) await measure(kind, instance);
}
for (const kind of ['scheduling', 'tight'] as const) {
  if (kinds.includes(kind)) await measureScheduling(kind, instancesOf(kind), options, report);
}
if (kinds.length === instanceKinds.length) {
  await measureSameness(report);
  await measureStops();
  report('memory of the process', process.memoryUsage().rss / 1e6, '<= MB', 600);
}
table.print();

function instancesOf(asking: InstanceKind): BenchInstance[] {
  return instances.filter(({ kind }) => kind === asking);
}

async function measure(kind: 'shop' | 'ward' | 'nurses' | 'large', { name, definition }: BenchInstance): Promise<void> {
  const seconds = kind === 'nurses' ? 2 : 5;
  const run = await runSolver(definition, { seconds });
  const { solution, incumbents } = run;
  const first = incumbents[0];
  if (first === undefined) throw new Error(`${name}: no roster was found.`);
  const detail = `${Math.round(run.wall)} ms, ${Math.round(run.cpu)} ms of CPU, ${solution.reason}`;
  // Three tries, as one may fall into a moment when the machine is busy with something else.
  const tries = [first.at];
  for (let count = 0; count < 2; count += 1) {
    tries.push((await runSolver(definition, { iterations: 1 })).incumbents[0]?.at ?? Number.POSITIVE_INFINITY);
  }
  const firstDetail = `best of ${tries.map((at) => Math.round(at)).join(', ')}; soft ${first.score.soft / 60}`;
  report(`${name}: first roster`, Math.min(...tries), '<= ms', kind === 'large' ? 500 : 200, firstDetail);
  const { soft, proved } = yardsticks[name] ?? { soft: Number.NaN, proved: false };
  const found = solution.score.soft / 60;
  const gap = (found - soft) / Math.max(1, soft);
  if (kind === 'shop') {
    report(
      `${name}: above the optimum ${soft}`,
      100 * gap,
      '<= %',
      proved ? 5 : Number.NaN,
      `soft ${found}; ${detail}`,
    );
  } else {
    report(`${name}: soft, best known ${soft}`, found, 'shown', undefined, detail);
  }
  report(`${name}: hard violations`, solution.score.hard / 60, '==', 0, `in ${seconds} s`);
  report(`${name}: minimum demand covered`, 100 * minimumCovered(run.instance, solution.score), '>= %', 99);
  report(`${name}: improved by`, first.score.soft / 60 - found, '>', 0, `${incumbents.length} incumbents`);
  report(`${name}: broken duties`, run.broken.length + (run.neverWorse ? 0 : 1), '==', 0);
}

async function measureStops(): Promise<void> {
  for (const instance of instancesOf('large')) {
    const { stopDelay, largestPause } = await runSolver(instance.definition, { seconds: 30, stopAfter: 1500 });
    report('stopped while annealing: end after', stopDelay, '<= ms', 50, pauseOf(largestPause));
  }
  for (const instance of instancesOf('ward').slice(0, 1)) {
    const { stopDelay, largestPause } = await runSolver(instance.definition, { seconds: 30, stopAfter: 2000 });
    report('stopped in a programme: end after', stopDelay, 'shown ms', undefined, pauseOf(largestPause));
  }
}

function pauseOf(milliseconds: number): string {
  return `longest pause between two questions ${Math.round(milliseconds)} ms`;
}
