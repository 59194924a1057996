import { wallInstant } from '../clock.js';
import { isRefusal } from '../handlers.js';
import type { RecordedEntry } from '../journal/journal-entry.js';
import { redactText } from '../journal/redact.js';
import type { Decided } from '../pipeline/known.js';
import { tenantOf } from '../pipeline/tenant-of.js';
import type { Simulator } from '../simulator.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import { EventLoopDelay } from './event-loop-delay.js';
import { LabelCounts } from './label-counts.js';
import { RequestCounts } from './request-counts.js';
import type { ServerEvent } from './server-event.js';

const longestPath = 2000;
const longestReason = 1000;

/** Counts what a server does, and tells whoever follows it; what nobody listens to is not made. */
export class Watch {
  readonly #simulators: ReadonlyMap<string, Simulator>;
  /** Since the start. */
  readonly requests = new RequestCounts();
  readonly jobsBegun = new LabelCounts();
  readonly jobsEnded = new LabelCounts();
  readonly deliveries = new LabelCounts();
  readonly loopDelay = new EventLoopDelay();
  readonly #tell: ((event: ServerEvent) => void) | undefined;

  /** @param tell hears every event; it must not throw */
  constructor(simulators: ReadonlyMap<string, Simulator>, tell: ((event: ServerEvent) => void) | undefined) {
    this.#simulators = simulators;
    this.#tell = tell;
  }

  /** A request has its answer, after so many milliseconds. */
  answered({ known, result }: Decided, { status }: OutgoingResponse, milliseconds: number): void {
    const { entry, query, path, simulator, route, request, sandboxName } = known;
    this.requests.count(route ?? simulator, simulator.name, route?.operation.operationId, status, milliseconds);
    const tell = this.#tell;
    if (tell === undefined) return;
    const reason = entry?.error ?? (isRefusal(result) ? result.message : undefined);
    tell({
      kind: 'request',
      time: wallInstant(),
      sandbox: sandboxName,
      requestId: entry?.seq,
      api: simulator.name,
      operationId: route?.operation.operationId,
      tenantId: entry?.tenantId ?? tenantOf(known),
      method: request.method,
      path: shown(query === '' ? path : `${path}?${query}`, longestPath),
      status,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      reason: reason === undefined ? undefined : shown(reason, longestReason),
      note: entry?.note === undefined ? undefined : shown(entry.note, longestReason),
      fault: entry?.fault,
    });
  }

  /** A journal has taken an entry that is no answered request. */
  happened(sandbox: string, entry: RecordedEntry): void {
    const { api = '', jobId, tenantId, to, from, url = '', attempt = 1, outcome, status, error } = entry;
    const about = { time: wallInstant(), sandbox, api, tenantId };
    if (entry.type === 'transition' && jobId !== undefined && to !== undefined) {
      if (from === undefined) this.jobsBegun.count({ api });
      else if (!this.#isUnderWay(api, to)) {
        this.jobsEnded.count({ api, status: to });
        this.#tell?.({ kind: 'job', ...about, jobId, status: to });
      }
    } else if (entry.type === 'delivery' && outcome !== undefined) {
      this.deliveries.count({ api, outcome });
      const reason = error === undefined ? undefined : shown(error, longestReason);
      this.#tell?.({ kind: 'delivery', ...about, url: shown(url, longestPath), attempt, outcome, status, reason });
    }
  }

  #isUnderWay(api: string, state: string): boolean {
    const { jobs = {} } = this.#simulators.get(api) ?? {};
    return Object.values(jobs).some(({ machine }) => machine.underWay === state);
  }
}

/** Without secrets, and not longer than anybody reads. */
function shown(text: string, longest: number): string {
  const redacted = redactText(text.length > 2 * longest ? text.slice(0, 2 * longest) : text);
  return redacted.length > longest ? `${redacted.slice(0, longest)}…` : redacted;
}
