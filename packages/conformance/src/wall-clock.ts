/** Real time, as far as a run needs it: durations in reports, and waiting on a target without a clock of its own. */
export interface WallClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after that many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

/** The machine's clock. This is the only place in the package that reads it; everything else takes a `WallClock`. */
export const wallClock: WallClock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
