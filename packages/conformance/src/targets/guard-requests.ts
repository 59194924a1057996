import type { WallClock } from '../wall-clock.js';
import type { RequestGuard } from './target.js';
import { type HttpRequest, type HttpResponse, RequestRejectedError } from './target.js';

/** Rules for requests to a foreign environment. */
export interface RequestRules {
  /** Called before a request is queued. */
  guard: RequestGuard;
  requestsPerSecond: number;
  /** Maximum `Retry-After` to wait for, in seconds. */
  longestRetryAfter: number;
  clock: WallClock;
}

/** Maximum number of retries after a 429. */
const maxResends = 3;

/**
 * Creates a `send` that rejects forbidden requests, limits the rate and obeys `Retry-After`. Retries any request after
 * a 429, and read-only requests also after a 503.
 *
 * @throws RequestRejected for a forbidden request
 */
export function createGuardedSender(
  send: (request: HttpRequest) => Promise<HttpResponse>,
  rules: RequestRules,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { clock } = rules;
  const spacing = 1000 / rules.requestsPerSecond;
  let next = 0;
  /** Waits for the next time slot. A `Retry-After` pause delays later slots. */
  async function turn(): Promise<void> {
    const slot = Math.max(clock.now(), next);
    next = slot + spacing;
    for (let now = clock.now(); now < slot; now = clock.now()) await clock.sleep(slot - now);
  }
  return async (request) => {
    const refusal = rules.guard(request);
    if (refusal !== undefined) throw new RequestRejectedError(request, refusal);
    for (let throttled = 0; ; throttled++) {
      await turn();
      const response = await send(request);
      const pause = retryPause(request, response, rules);
      if (pause === undefined) return throttled === 0 ? response : { ...response, throttled };
      next = Math.max(next, clock.now() + pause);
      if (throttled === maxResends) return { ...response, throttled };
    }
  };
}

/** Returns the milliseconds before a retry; `undefined` for a final response. */
function retryPause(request: HttpRequest, response: HttpResponse, rules: RequestRules): number | undefined {
  const again = response.status === 429 || (response.status === 503 && /^(GET|HEAD|OPTIONS)$/.test(request.method));
  const header = response.headers['retry-after']?.trim();
  if (!again || header === undefined) return undefined;
  const until = Date.parse(header);
  const from = Date.parse(response.headers.date ?? '');
  const seconds = /^\d+(\.\d+)?$/.test(header)
    ? Number(header)
    : Math.max(0, (until - (Number.isNaN(from) ? rules.clock.now() : from)) / 1000);
  return Number.isNaN(seconds) || seconds > rules.longestRetryAfter ? undefined : seconds * 1000;
}
