/** A growing number of items, and the calls measured at each size. */
export interface Growing {
  /** @param size number of items. Larger than before */
  growTo(size: number): Promise<void>;
  /** The measured calls by name. Calls can add a few items. */
  readonly calls: Readonly<Record<string, () => Promise<unknown>>>;
  /** Removes what calls added, if that is much compared with the smallest size. */
  takeBack?(): Promise<void>;
  close(): Promise<void>;
}

/** A kind of thing that grows. */
export interface Thing {
  readonly what: string;
  /** Numbers of items at which calls are compared. */
  readonly sizes: readonly number[];
  /** Makes a server that has none yet. @param size number that it will have */
  make(size: number): Promise<Growing>;
}
