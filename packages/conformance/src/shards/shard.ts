/** The part of a run that one of several machines takes. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  /** How many parts there are. */
  readonly count: number;
  /** Milliseconds that workflows took before, as `workflowKey` names them. */
  readonly durations?: Readonly<Record<string, number>> | undefined;
}

/** Which part of a run a result is of. */
export interface ShardOfRun {
  index: number;
  count: number;
  /** Where its workflows stand in the order of the whole run, from 0. */
  places: number[];
}
