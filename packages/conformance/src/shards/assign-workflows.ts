/**
 * Assigns workflows to shards of about equal duration, the longest workflow first, to the shard with the least time.
 * The result is deterministic, so it is the same on all machines. Workflows without a known duration count as the
 * median.
 *
 * @param keys workflow keys of the whole run, as returned by `toWorkflowKey`
 * @throws RangeError for an invalid shard
 */
export function assignWorkflows(keys: readonly string[], { index, count, durations = {} }: RunShard): number[] {
  if (!(Number.isInteger(index) && Number.isInteger(count) && index >= 1 && index <= count)) {
    throw new RangeError(`Invalid shard ${index} of ${count}; use a number from 1 to ${count}.`);
  }
  const known = keys.flatMap((key) => durations[key] ?? []).sort((one, other) => one - other);
  const middle = known[Math.floor(known.length / 2)] ?? 1;
  const works = keys.map((key, place) => ({ key, place, duration: durations[key] ?? middle }));
  works.sort((one, other) => other.duration - one.duration || (one.key < other.key ? -1 : 1));
  const shards = Array.from({ length: count }, () => ({ time: 0, places: [] as number[] }));
  for (const { place, duration } of works) {
    const least = shards.reduce((best, shard) => (isLess(shard, best) ? shard : best));
    least.time += duration;
    least.places.push(place);
  }
  return (shards[index - 1]?.places ?? []).sort((one, other) => one - other);
}

/** Compares shards by time, then by the number of workflows. */
function isLess(one: { time: number; places: unknown[] }, other: { time: number; places: unknown[] }): boolean {
  return one.time < other.time || (one.time === other.time && one.places.length < other.places.length);
}

/** The part of a run that one of several machines executes. */
export interface RunShard {
  /** The number of the shard, starting at 1. */
  readonly index: number;
  /** The number of shards. */
  readonly count: number;
  /** Previous durations in milliseconds by workflow key. */
  readonly durations?: Readonly<Record<string, number>> | undefined;
}

/** The part of a run that a result covers. */
export interface ShardOfRun {
  index: number;
  count: number;
  /** Positions of its workflows in the whole run, from 0. */
  places: number[];
}
