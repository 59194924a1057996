/** Computes the bounds of the tight instances in yardsticks.json. A better known bound stays. */
import { computeLowerBound } from '@understudy/engine-rostering/testing';
import { benchmark, readYardsticks, writeYardsticks } from './instances.ts';

const selected = process.argv.slice(2);
for (const { name, definition } of benchmark()) {
  if (selected.length > 0 && !selected.some((part) => name.includes(part))) continue;
  const began = process.cpuUsage();
  const { bound, missingHeads } = await computeLowerBound(definition);
  const known = readYardsticks();
  const yardstick = known[name];
  if (yardstick === undefined) throw new Error(`yardsticks.json has no ${name}. Run the bench with --save first.`);
  if (bound > yardstick.soft) throw new Error(`${name}: a roster of ${yardstick.soft} is known, the bound is ${bound}`);
  yardstick.bound = Math.max(bound, yardstick.bound ?? 0);
  writeYardsticks(known);
  const { user } = process.cpuUsage(began);
  console.log(
    `${name}: at least ${bound} with ${missingHeads} missing heads. Found ${yardstick.soft}. ${user / 1e6} s of CPU`,
  );
}
