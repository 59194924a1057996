/** Text of a statement that is not a parameter. */
export class SqlText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Runs a statement. Interpolated values become its parameters, except {@link SqlText}. @returns its rows */
export type RunSql = <Rows extends readonly object[]>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Rows>;

/** A database with a pool of connections. A broken connection is never used again. */
export interface Sql {
  /** Runs a statement on any connection. */
  readonly run: RunSql;
  /** Runs a transaction. @throws an error for which `isTransientError` holds if it did not begin in time */
  begin<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Listens on a connection of its own, which is replaced when it breaks. @returns a function that stops */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => void>;
  /** Closes all connections; after a second, also those with a running statement. */
  end(): Promise<void>;
}
