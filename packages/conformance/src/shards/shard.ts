/** The part of a run for one of several machines. */
export interface RunShard {
  /** From 1. */
  readonly index: number;
  /** The number of parts. */
  readonly count: number;
  /** Earlier durations in milliseconds by `workflowKey`. */
  readonly durations?: Readonly<Record<string, number>> | undefined;
}

/** Which part of a run a result is of. */
export interface ShardOfRun {
  index: number;
  count: number;
  /** Positions of its workflows in the whole run, from 0. */
  places: number[];
}
