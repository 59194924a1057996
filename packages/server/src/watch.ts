import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { type KnownSecrets, stringifyJson } from '@understudy/contract';
import type { ServerEvent, Simulator } from '@understudy/kernel';
import { type RecordedEntry, redactPrefix, wallIsoInstant } from '@understudy/kernel/serving';

/** Upper bounds of the latency histogram, in seconds. */
export const latencyBucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10] as const;

export interface OperationCounts {
  readonly api: string;
  /** Operation id; empty if there is no operation. */
  readonly operation: string;
  readonly byStatus: Map<number, number>;
  /** Number of durations within each bound. The last element counts all longer durations. */
  readonly buckets: Float64Array;
  seconds: number;
}

/** Counts events of a server and notifies listeners. Creates no event if there is no listener. */
export class ServerMetrics {
  readonly #simulators: ReadonlyMap<string, Simulator>;
  readonly requests = new RequestCounts();
  readonly jobsBegun = new LabelCounts();
  readonly jobsEnded = new LabelCounts();
  readonly deliveries = new LabelCounts();
  readonly forwarded = new LabelCounts();
  readonly ownership = new LabelCounts();
  readonly appends = new LabelCounts();
  readonly loopDelay = new EventLoopDelay();
  /** Called with every event; undefined if there is no listener. */
  readonly notify: ((event: ServerEvent) => void) | undefined;

  /** @param onEvent must not throw */
  constructor(
    simulators: ReadonlyMap<string, Simulator>,
    onEvent: ((event: ServerEvent) => void) | undefined,
    secrets?: KnownSecrets,
  ) {
    this.#simulators = simulators;
    this.notify = onEvent && ((event) => onEvent(redactEvent(event, secrets)));
  }

  /** Counts a new journal entry that is not a request. */
  count(sandbox: string, entry: RecordedEntry, traceparent: () => string | undefined): void {
    const { api = '', jobId, tenantId, to, from, url = '', attempt = 1, outcome, status, error } = entry;
    const about = { time: wallIsoInstant(), sandbox, api, tenantId };
    if (entry.type === 'transition' && jobId !== undefined && to !== undefined) {
      if (from === undefined) this.jobsBegun.count({ api });
      else if (!this.#isUnderWay(api, to)) {
        this.jobsEnded.count({ api, status: to });
        this.notify?.({ kind: 'job', ...about, traceparent: traceparent(), jobId, status: to });
      }
    } else if (entry.type === 'delivery' && outcome !== undefined) {
      this.deliveries.count({ api, outcome });
      this.notify?.({
        kind: 'delivery',
        ...about,
        traceparent: traceparent(),
        url,
        attempt,
        outcome,
        status,
        reason: error,
      });
    }
  }

  #isUnderWay(api: string, state: string): boolean {
    const { jobs = {} } = this.#simulators.get(api) ?? {};
    return Object.values(jobs).some(({ machine }) => machine.underWay === state);
  }
}

/** Sampling interval in milliseconds. */
const resolution = 20;
const quantiles = [50, 90, 99];

/** Measures how long other work delays timers. Measuring starts on first use. */
class EventLoopDelay {
  #histogram: IntervalHistogram | undefined;

  /** Returns samples in seconds since the last call. Empty on the first call, or without data. */
  samples(): MetricSample[] {
    const histogram = this.#histogram;
    if (histogram === undefined) {
      this.#histogram = monitorEventLoopDelay({ resolution });
      this.#histogram.enable();
      return [];
    }
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000);
    const samples =
      histogram.count === 0
        ? []
        : [
            ...quantiles.map((percent) => ({
              labels: { quantile: String(percent / 100) },
              value: seconds(histogram.percentile(percent)),
            })),
            { labels: { quantile: '1' }, value: seconds(histogram.max) },
          ];
    histogram.reset();
    return samples;
  }

  close(): void {
    this.#histogram?.disable();
  }
}

export type MetricLabels = Readonly<Record<string, string>>;

/** A metric value. `suffix` follows the name of its family: `_total`, `_bucket`, `_sum`, `_count`. */
export interface MetricSample {
  readonly suffix?: string;
  readonly labels?: MetricLabels;
  readonly value: number;
}

class LabelCounts {
  #counts = new Map<string, { readonly labels: MetricLabels; value: number }>();

  count(labels: MetricLabels): void {
    const key = stringifyJson(labels);
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { labels, value: 1 });
    else counted.value += 1;
  }

  samples(): MetricSample[] {
    return [...this.#counts.values()].map(({ labels, value }) => ({ labels, value }));
  }
}

/** Maximum length of each field that contains text from clients. */
const longest = { sandbox: 100, tenantId: 1000, jobId: 1000, path: 2000, url: 2000, reason: 1000, note: 1000 } as const;

/** Returns an event without secrets and with truncated strings. */
function redactEvent(event: ServerEvent, secrets: KnownSecrets | undefined): ServerEvent {
  const redact = (text: string, most: number): string => {
    const begun = redactPrefix(text, most, { known: secrets });
    return text.length > most ? `${begun}…` : begun;
  };
  const texts: Readonly<Record<string, unknown>> = { ...event };
  const shown = Object.entries(longest).flatMap(([field, most]) => {
    const text = texts[field];
    return typeof text === 'string' ? [[field, redact(text, most)] as const] : [];
  });
  const redacted: ServerEvent = { ...event, ...Object.fromEntries(shown) };
  if (redacted.kind !== 'request') return redacted;
  const findings = redacted.findings.map((finding) => ({
    ...finding,
    message: redact(finding.message, longest.reason),
    pointer: redact(finding.pointer, longest.path),
  }));
  return { ...redacted, findings };
}

/** Counts requests by operation. It runs for every request, so it allocates no objects. */
class RequestCounts {
  #counts = new Map<object, OperationCounts>();

  /** @param key the operation's route, or the simulator if there is no operation */
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
