/** Something that grows, and what is asked of it at each of its sizes. */
export interface Growing {
  /** @param size how many of it there shall be; more than before */
  growTo(size: number): Promise<void>;
  /** What is measured, by its name. Each call may add a little of what grows. */
  readonly calls: Readonly<Record<string, () => Promise<unknown>>>;
  /** Takes back what calls have added, where that would be much beside the smallest size. */
  takeBack?(): Promise<void>;
  close(): Promise<void>;
}

/** A kind of thing that grows. */
export interface Thing {
  readonly what: string;
  /** How many there are of it when calls are compared. */
  readonly sizes: readonly number[];
  /** Makes a server that has none yet. */
  make(): Promise<Growing>;
}
