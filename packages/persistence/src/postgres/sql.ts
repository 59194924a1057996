import { UnavailableError } from '@understudy/kernel/serving';

/** Matches the error codes of a lost connection, or of a server that is starting, stopping or full. */
const codes = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08|25P03|57P0|53300)/;

/** Matches the messages of errors without a code (pg 8.23). */
const messages =
  /^(Connection terminated|timeout exceeded when trying|Query read timeout|Client has encountered a conn)/;

/** SQL text to insert into a statement as is, not as a parameter. */
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

/** A database with a connection pool. A broken connection is never reused. */
export interface Sql {
  /** Runs a statement on any connection. */
  readonly run: RunSql;
  /** Runs a transaction. @throws an error that satisfies `isTransientError` if the transaction did not begin in time */
  begin<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Listens on a dedicated connection, which is replaced when it breaks. @returns a function that stops listening */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => void>;
  /** Closes all connections. Running statements have one second to finish. */
  end(): Promise<void>;
}

/** Returns whether the database is temporarily unavailable. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error && error.code !== undefined ? codes.test(String(error.code)) : messages.test(error.message);
}

/** Returns whether a statement waited too long for a row or table that another connection has locked. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** Converts a temporary database error to an {@link UnavailableError}. */
export function toUnavailable(error: unknown): unknown {
  if (isLockTimeout(error)) {
    return new UnavailableError('Another connection has locked rows of the sandbox in the database', { cause: error });
  }
  if (!isTransientError(error)) return error;
  return new UnavailableError('The database is unreachable at the moment', { cause: error });
}
