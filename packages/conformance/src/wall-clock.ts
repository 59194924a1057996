/** Real time for a run: measures durations for reports, and waits on targets that have no clock. */
export interface WallClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after the given number of milliseconds, or when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. Other files of the package receive a `WallClock`. */
export const wallClock: WallClock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, signal?.aborted === true ? 0 : milliseconds);
      signal?.addEventListener('abort', end, { once: true });
    }),
};
