/** Real time, as far as a run needs it: durations in reports, and waiting on a target without a clock of its own. */
export interface WallClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after that many milliseconds, or when the signal is aborted. */
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
