import { wallInstant } from '../clock.js';
import { isRefusal } from '../handlers.js';
import type { RecordedEntry } from '../journal/journal-entry.js';
import { redactText } from '../journal/redact.js';
import type { Decided } from '../pipeline/known.js';
import { tenantOf } from '../pipeline/tenant-of.js';
import type { Simulator } from '../simulator.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import type { ServerEvent } from './server-event.js';

const longestPath = 2000;
const longestReason = 1000;

/** Tells whoever follows a server of what it does; what nobody listens to costs nothing. */
export class Watch {
  readonly #simulators: ReadonlyMap<string, Simulator>;
  readonly #tell: ((event: ServerEvent) => void) | undefined;

  /** @param tell hears every event; it must not throw */
  constructor(simulators: ReadonlyMap<string, Simulator>, tell: ((event: ServerEvent) => void) | undefined) {
    this.#simulators = simulators;
    this.#tell = tell;
  }

  /** A request has its answer, after so many milliseconds. */
  answered({ known, result }: Decided, { status }: OutgoingResponse, milliseconds: number): void {
    const tell = this.#tell;
    if (tell === undefined) return;
    const { entry, query, path, simulator, route, request, sandboxName } = known;
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
    const tell = this.#tell;
    if (tell === undefined) return;
    const { api = '', jobId, tenantId, to, from, url = '', attempt = 1, outcome, status, error } = entry;
    const about = { time: wallInstant(), sandbox, api, tenantId };
    if (entry.type === 'transition' && jobId !== undefined && to !== undefined && from !== undefined) {
      if (!this.#isUnderWay(api, to)) tell({ kind: 'job', ...about, jobId, status: to });
    } else if (entry.type === 'delivery' && outcome !== undefined) {
      const reason = error === undefined ? undefined : shown(error, longestReason);
      tell({ kind: 'delivery', ...about, url: shown(url, longestPath), attempt, outcome, status, reason });
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
