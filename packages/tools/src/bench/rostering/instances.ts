import { readFileSync, writeFileSync } from 'node:fs';
import { type BenchDefinition, createShiftScheduling } from '@understudy/engine-rostering/testing';

export interface BenchInstance {
  readonly name: string;
  /** People, weeks and shifts, such as `30-4-4`. */
  readonly size: string;
  readonly definition: BenchDefinition;
}

/** Sizes of the published shift-scheduling benchmarks up to 60 people. */
export const sizes = '8-2-1 14-2-2 20-2-3 10-4-2 16-4-2 18-4-3 20-4-3 30-4-4 36-4-4 40-4-5 50-4-6 60-4-10'.split(' ');

/** Returns the instances of the benchmark. Tuned with the seeds 101, 201, 401 and 402, measured with 501. */
export const benchmark = (): BenchInstance[] =>
  sizes.map((size) => {
    const [employees = 0, weeks = 0, shifts = 0] = size.split('-').map(Number);
    const definition = createShiftScheduling({ employees, weeks, shifts, seed: 501 });
    const name = `tight-${definition.jobInfo.id}`;
    return { name, size, definition: { ...definition, jobInfo: { ...definition.jobInfo, id: name } } };
  });

/** The best known result of an instance, in points of the soft score. */
interface Yardstick {
  hard: number;
  soft: number;
  /** Proof that the best known roster is optimal exists. */
  proved: boolean;
  /** No roster costs less. */
  bound?: number;
}

const file = new URL('./yardsticks.json', import.meta.url);

/** Reads the best known results by instance. */
export const readYardsticks = (): Record<string, Yardstick> => JSON.parse(readFileSync(file, 'utf8'));

export const writeYardsticks = (known: Readonly<Record<string, Yardstick>>): void =>
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);

/** Stores a result if it is better than the best known. Throws if it costs less than the bound. */
export function saveResult(name: string, found: Yardstick): void {
  const yardsticks = readYardsticks();
  const known = yardsticks[name] ?? found;
  const { bound } = known;
  if (bound !== undefined && found.hard === 0 && found.soft < bound) {
    throw new Error(`${name}: found a roster of ${found.soft}, below the bound ${bound}.`);
  }
  const isBetter = found.hard < known.hard || (found.hard === known.hard && found.soft < known.soft);
  const { hard, soft } = isBetter ? found : known;
  const isSame = found.hard === hard && found.soft === soft;
  const proved = (!isBetter && known.proved) || (isSame && found.proved) || (hard === 0 && soft === bound);
  writeYardsticks({ ...yardsticks, [name]: { hard, soft, proved, ...(bound !== undefined && { bound }) } });
}
