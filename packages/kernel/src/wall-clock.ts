/** The longest wait of a timer of the machine, in milliseconds. */
export const maxTimeoutMs = 2 ** 31 - 1;

/** Returns the milliseconds of real time, for what lives outside a sandbox's time: how long a sandbox has been idle. */
export function wallNowMs(): number {
  return Date.now();
}

let latestSecond = -1;
let latestPrefix = '';

/** The present instant by the machine's own clock as ISO 8601, for logs; its second is worked out once. */
export function wallIsoInstant(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== latestSecond) {
    latestSecond = second;
    latestPrefix = new Date(second * 1000).toISOString().slice(0, -4);
  }
  return `${latestPrefix}${String(now % 1000).padStart(3, '0')}Z`;
}

/** Milliseconds of real time since an arbitrary start, never going back: for measuring how long something took. */
export function monotonicNowMs(): number {
  return performance.now();
}

/** Real waiting, for what lives outside a sandbox's time: a caller's timeout, an injected delay on a running clock. */
export function sleepRealTime(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Calls back once after a span of real time, without keeping the process alive. @returns cancels it */
export function setRealTimeAlarm(milliseconds: number, ring: () => void): () => void {
  const timer = setTimeout(ring, Math.min(milliseconds, maxTimeoutMs));
  timer.unref();
  return () => clearTimeout(timer);
}

/** Creates a signal that aborts after a span of real time; for exchanges with receivers outside. */
export function createTimeoutSignal(milliseconds: number): AbortSignal {
  return AbortSignal.timeout(milliseconds);
}
