import type { CommandLine } from '../../command-line.ts';
import { type BenchInstance, benchmark, type InstanceKind, instanceKinds } from './instances.ts';

/** What the scripts of the benchmark are told alike. */
export interface BenchOptions {
  /** Those that were named; all when none was. */
  readonly kinds: readonly InstanceKind[];
  /** Those of the kinds and sizes asked for. */
  readonly instances: readonly BenchInstance[];
  /** Of the solver. */
  readonly seeds: readonly number[] | undefined;
  readonly seconds: readonly number[] | undefined;
  /** The first option that chooses less than the whole. */
  readonly narrowedBy: string | undefined;
}

/** The lines of a page of usage for what {@link readBenchOptions} reads. */
export const usageOfBenchOptions = `
  --size <name>       only this size of the shift-scheduling kinds, people-weeks-shifts such as 30-4-4 (repeatable)
  --seeds <n,...>     seeds of the solver (default 1,2,3,4,5)
  --seconds <n,...>   limits of its runs, counted as work`.slice(1);

/** Reads kinds, sizes, seeds and limits; what is unknown ends the process with 2, `--help` with 0. */
export function readBenchOptions(line: CommandLine): BenchOptions {
  const { values, positionals } = line.read({
    allowPositionals: true,
    options: {
      size: { type: 'string', multiple: true, default: [] },
      seeds: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const unknown = positionals.find((kind) => !instanceKinds.some((known) => known === kind));
  if (unknown !== undefined) line.refuse(`There is no kind ${unknown}. Choose from: ${instanceKinds.join(', ')}.`);
  const kinds = instanceKinds.filter((kind) => positionals.length === 0 || positionals.includes(kind));
  const ofKinds = benchmark().filter(({ kind }) => kinds.includes(kind));
  const sizes = [...new Set(ofKinds.flatMap(({ size }) => size ?? []))];
  const wrong = values.size.find((size) => !sizes.includes(size));
  if (wrong !== undefined) {
    line.refuse(
      `There is no size ${wrong}${sizes.length > 0 ? `. Choose from: ${sizes.join(', ')}` : ' in these kinds'}.`,
    );
  }
  const numbers = (option: 'seeds' | 'seconds', least: number, most: number) =>
    values[option] === undefined
      ? undefined
      : [...new Set(values[option].split(',').map((text) => line.wholeNumber(option, text, least, most)))];
  return {
    kinds,
    instances: ofKinds.filter(({ size }) => values.size.length === 0 || (size && values.size.includes(size))),
    seeds: numbers('seeds', 0, 2 ** 31 - 1),
    seconds: numbers('seconds', 1, 3600),
    narrowedBy: (['size', 'seeds', 'seconds'] as const).find((option) => (values[option]?.length ?? 0) > 0),
  };
}
