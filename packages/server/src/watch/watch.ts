import type { KnownSecrets } from '@understudy/contract';
import type { ServerEvent, Simulator } from '@understudy/kernel';
import type { RecordedEntry } from '@understudy/kernel/serving';
import { wallInstant } from '@understudy/kernel/serving';
import { EventLoopDelay } from './event-loop-delay.js';
import { LabelCounts } from './label-counts.js';
import { redactEvent } from './redact-event.js';
import { RequestCounts } from './request-counts.js';

/** Counts what a server does, and tells anyone who follows it; what no one listens to is not made. */
export class Watch {
  readonly #simulators: ReadonlyMap<string, Simulator>;
  /** Since the start. */
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

  /** A journal has taken an entry that is no answered request. */
  count(sandbox: string, entry: RecordedEntry): void {
    const { api = '', jobId, tenantId, to, from, url = '', attempt = 1, outcome, status, error } = entry;
    const about = { time: wallInstant(), sandbox, api, tenantId };
    if (entry.type === 'transition' && jobId !== undefined && to !== undefined) {
      if (from === undefined) this.jobsBegun.count({ api });
      else if (!this.#isUnderWay(api, to)) {
        this.jobsEnded.count({ api, status: to });
        this.notify?.({ kind: 'job', ...about, jobId, status: to });
      }
    } else if (entry.type === 'delivery' && outcome !== undefined) {
      this.deliveries.count({ api, outcome });
      this.notify?.({ kind: 'delivery', ...about, url, attempt, outcome, status, reason: error });
    }
  }

  #isUnderWay(api: string, state: string): boolean {
    const { jobs = {} } = this.#simulators.get(api) ?? {};
    return Object.values(jobs).some(({ machine }) => machine.underWay === state);
  }
}
