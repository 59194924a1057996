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
