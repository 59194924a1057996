/**
 * Measures the solver against its bars and prints a table; ends with 1 when a bar is missed. Times are wall-clock times;
 * where the machine is busy they are pessimistic, so CPU times are printed beside them. The yardsticks are those of
 * bench/yardsticks.json, made by `node bench/yardsticks.mjs`. `node bench/bench.mjs shop nurses` measures only these
 * (kinds: shop, ward, nurses, large, scheduling, tight).
 */
import { readFileSync } from 'node:fs';
import { benchmark } from './instances.mjs';
import { measureSameness } from './measure-sameness.mjs';
import { measureScheduling } from './measure-scheduling.mjs';
import { minimumCovered, runSolver } from './run-solver.mjs';

const yardsticks = JSON.parse(readFileSync(new URL('./yardsticks.json', import.meta.url), 'utf8'));
const asked = process.argv.slice(2);
const rows = [];
let missed = 0;

const schedulingKinds = ['scheduling', 'tight'];
const seconds = { shop: 5, ward: 5, nurses: 2, large: 5 };
const firstBar = { shop: 200, ward: 200, nurses: 200, large: 500 };
for (const { kind, name, definition } of benchmark()) {
  if (schedulingKinds.includes(kind) || (asked.length > 0 && !asked.includes(kind))) continue;
  const run = await runSolver(definition, { seconds: seconds[kind] });
  const { solution, incumbents } = run;
  const [first] = incumbents;
  const detail = `${Math.round(run.wall)} ms, ${Math.round(run.cpu)} ms of CPU, ${solution.reason}`;
  // Three tries, as one may fall into a moment when the machine is busy with something else.
  const tries = [first.at];
  for (let count = 0; count < 2; count += 1) {
    tries.push((await runSolver(definition, { iterations: 1 })).incumbents[0].at);
  }
  const firstDetail = `best of ${tries.map((at) => Math.round(at)).join(', ')}; soft ${first.score.soft / 60}`;
  report(`${name}: first roster`, Math.min(...tries), '<= ms', firstBar[kind], firstDetail);
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
    report(`${name}: soft, best known ${soft}`, found, 'shown', 0, detail);
  }
  report(`${name}: hard violations`, solution.score.hard / 60, '==', 0, `in ${seconds[kind]} s`);
  report(`${name}: minimum demand covered`, 100 * minimumCovered(run.instance, solution.score), '>= %', 99);
  report(`${name}: improved by`, first.score.soft / 60 - found, '>', 0, `${incumbents.length} incumbents`);
  report(`${name}: broken duties`, run.broken.length + (run.neverWorse ? 0 : 1), '==', 0);
}

for (const asking of schedulingKinds) {
  if (asked.length > 0 && !asked.includes(asking)) continue;
  const instances = benchmark().filter(({ kind }) => kind === asking);
  await measureScheduling(asking, instances, yardsticks, report);
}

if (asked.length === 0) {
  await measureSameness(report);
  const large = benchmark().find(({ kind }) => kind === 'large');
  const stopped = await runSolver(large.definition, { seconds: 30, stopAfter: 1500 });
  report(
    'stopped while annealing: end after',
    stopped.stopDelay,
    '<= ms',
    50,
    `longest pause between two questions ${Math.round(stopped.largestPause)} ms`,
  );
  const wall = await runSolver(benchmark().find(({ kind }) => kind === 'ward').definition, {
    seconds: 30,
    stopAfter: 2000,
  });
  report(
    'stopped in a programme: end after',
    wall.stopDelay,
    'shown ms',
    0,
    `longest pause between two questions ${Math.round(wall.largestPause)} ms`,
  );
  report('memory of the process', process.memoryUsage().rss / 1e6, '<= MB', 600);
}

const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column].length), 8));
for (const row of [
  ['what', 'measured', 'bar', 'reached', 'detail'],
  widths.map((width) => '-'.repeat(width)),
  ...rows,
]) {
  console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
}
if (missed > 0) {
  console.error(`${missed} bars were missed.`);
  process.exitCode = 1;
}

/** Notes one figure. `relation` is how it is compared with `bar`, or 'shown' without a bar; a unit may follow. */
function report(what, measured, relation, bar, detail = '') {
  const [sign, unit = ''] = relation.split(' ');
  const reached =
    sign === 'shown' ||
    (sign === '<=' && measured <= bar) ||
    (sign === '>=' && measured >= bar) ||
    (sign === '>' && measured > bar) ||
    (sign === '==' && measured === bar);
  if (!reached) missed += 1;
  const figure = (value) => `${Number(value.toFixed(2))} ${unit}`.trim();
  rows.push([
    what,
    figure(measured),
    sign === 'shown' ? '' : `${sign} ${figure(bar)}`,
    sign === 'shown' ? '' : reached ? 'yes' : 'NO',
    String(detail),
  ]);
}
