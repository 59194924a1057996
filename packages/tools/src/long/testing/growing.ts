/** A server with a growing number of items, and the calls measured at each size. */
export interface Growing {
  /** @param size number of items, larger than before */
  growTo(size: number): Promise<void>;
  /** The measured calls by name. Calls can add a few items. */
  readonly calls: Readonly<Record<string, () => Promise<unknown>>>;
  /** Removes the items that calls added, if they are many compared with the smallest size. */
  takeBack?(): Promise<void>;
  close(): Promise<void>;
}

/** A kind of data that can grow. */
export interface Thing {
  readonly what: string;
  /** Numbers of items at which calls are compared. */
  readonly sizes: readonly number[];
  /** Starts a server without items. @param size number of items that it will contain */
  make(size: number): Promise<Growing>;
}
