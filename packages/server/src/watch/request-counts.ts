/** Upper bounds of the latency histogram, in seconds. */
export const latencyBucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10] as const;

export interface OperationCounts {
  readonly api: string;
  /** Operation id; empty if there is no operation. */
  readonly operation: string;
  readonly byStatus: Map<number, number>;
  /** Number of durations within each bound. The last number is for longer durations. */
  readonly buckets: Float64Array;
  seconds: number;
}

/** Counts requests by operation. It runs for every request, so it allocates no objects. */
export class RequestCounts {
  #counts = new Map<object, OperationCounts>();

  /** @param key the route of the operation, or its simulator if there is none */
  count(key: object, api: string, operation: string | undefined, status: number, milliseconds: number): void {
    const counts = this.#counts.get(key) ?? this.#add(key, api, operation ?? '');
    const { byStatus, buckets } = counts;
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const seconds = milliseconds / 1000;
    counts.seconds += seconds;
    let place = 0;
    while (seconds > (latencyBucketSeconds[place] ?? Number.POSITIVE_INFINITY)) place += 1;
    buckets[place] = (buckets[place] ?? 0) + 1;
  }

  list(): Iterable<OperationCounts> {
    return this.#counts.values();
  }

  #add(key: object, api: string, operation: string): OperationCounts {
    const buckets = new Float64Array(latencyBucketSeconds.length + 1);
    const added = { api, operation, byStatus: new Map<number, number>(), buckets, seconds: 0 };
    this.#counts.set(key, added);
    return added;
  }
}
