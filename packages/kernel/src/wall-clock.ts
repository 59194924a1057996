/** Maximum delay of a system timer, in milliseconds. */
export const maxTimeoutMs = 2 ** 31 - 1;

/** Returns the real time in milliseconds, for measurements outside a sandbox, such as how long it has been idle. */
export function wallNowMs(): number {
  return Date.now();
}

let latestSecond = -1;
let latestPrefix = '';

/** Returns the real time as an ISO 8601 string, for logs. Each second is formatted only once. */
export function wallIsoInstant(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== latestSecond) {
    latestSecond = second;
    latestPrefix = new Date(second * 1000).toISOString().slice(0, -4);
  }
  return `${latestPrefix}${String(now % 1000).padStart(3, '0')}Z`;
}

/** Returns real time in milliseconds since an arbitrary start. It never goes back, so use it to measure durations. */
export function monotonicNowMs(): number {
  return performance.now();
}

/**
 * Waits in real time, for delays outside a sandbox's clock: a caller's timeout, or an injected delay on a running
 * clock.
 */
export function sleepRealTime(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, signal?.aborted === true ? 0 : milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * Calls `ring` once after a delay in real time, without keeping the process alive. @returns a function that cancels it
 */
export function setRealTimeAlarm(milliseconds: number, ring: () => void): () => void {
  const timer = setTimeout(ring, Math.min(milliseconds, maxTimeoutMs));
  timer.unref();
  return () => clearTimeout(timer);
}

/** Creates a signal that aborts after a delay in real time, for requests to external receivers. */
export function createTimeoutSignal(milliseconds: number): AbortSignal {
  return AbortSignal.timeout(milliseconds);
}
