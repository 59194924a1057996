/**
 * Assigns workflows to shards in turn, so that each shard gets about the same number of workflows from every file. The
 * result is the same on all machines.
 *
 * @param workflows number of workflows of the whole run
 * @returns the positions of this shard's workflows in the whole run
 * @throws RangeError for an invalid shard
 */
export function assignWorkflows(workflows: number, { index, count }: RunShard): number[] {
  if (!(Number.isInteger(index) && Number.isInteger(count) && index >= 1 && index <= count)) {
    throw new RangeError(`Invalid shard ${index} of ${count}; use a number from 1 to ${count}.`);
  }
  return Array.from({ length: workflows }, (_, place) => place).filter((place) => place % count === index - 1);
}

/** The shard of a run to execute on one of several machines. */
export interface RunShard {
  /** The number of the shard, starting at 1. */
  readonly index: number;
  /** The number of shards. */
  readonly count: number;
}

/** The shard of a run that a result covers. */
export interface ShardOfRun {
  index: number;
  count: number;
  /** Zero-based positions of the shard's workflows in the whole run. */
  places: number[];
}
