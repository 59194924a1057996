import type { WallClock } from '../wall-clock.js';
import type { RequestGuard } from './target.js';
import { type HttpRequest, type HttpResponse, RequestRejected } from './target.js';

/** What holds for every request to an environment that is not ours. */
export interface RequestRules {
  /** Asked before a request waits for its turn. */
  guard: RequestGuard;
  /** Requests begun per second at most. */
  requestsPerSecond: number;
  /** Seconds that a `Retry-After` may ask for; a longer one is not waited for. */
  longestRetryAfter: number;
  clock: WallClock;
}

/** How often a request that was answered 429 is sent again. */
const maxResends = 3;

/**
 * Makes a `send` that refuses what the rules forbid before anything leaves this process, spaces requests out, and obeys
 * `Retry-After`: nothing goes out before its time is over, and what was refused with 429 (or, when it only reads, 503)
 * is sent again.
 *
 * @throws RequestRejected for a request that was refused here
 */
export function guardRequests(
  send: (request: HttpRequest) => Promise<HttpResponse>,
  rules: RequestRules,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { clock } = rules;
  const spacing = 1000 / rules.requestsPerSecond;
  let next = 0;
  /** Waits for a time slot; slots are given out in the order of asking, and a pause moves those not yet begun. */
  async function turn(): Promise<void> {
    const slot = Math.max(clock.now(), next);
    next = slot + spacing;
    for (let now = clock.now(); now < slot; now = clock.now()) await clock.sleep(slot - now);
  }
  return async (request) => {
    const refusal = rules.guard(request);
    if (refusal !== undefined) throw new RequestRejected(request, refusal);
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

/** Milliseconds to wait before the same request may go out again; `undefined` when the answer stands. */
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
