import { UnavailableError } from '@understudy/kernel/serving';

/** Codes of the client and of the server for a connection that is gone, or a server that starts, stops or is full. */
const passing = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|08|25P03|57P0|53300)/;

/** Whether the database, or the connection to it, is gone for a moment. */
export function isPassing(error: unknown): boolean {
  return passing.test(error instanceof Error && 'code' in error ? String(error.code) : '');
}

/** An error of the database in a form that tells whether to try again; any other error as it is. */
export function toUnavailable(error: unknown): unknown {
  if (!isPassing(error)) return error;
  return new UnavailableError('The database cannot be reached at the moment', { cause: error });
}
