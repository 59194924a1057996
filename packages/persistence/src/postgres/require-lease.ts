import { UnavailableError } from '@understudy/kernel/serving';
import { type RunSql, SqlText } from './sql.js';

/** The lease has expired, so other processes can own the sandboxes. */
export class LeaseLostError extends UnavailableError {
  constructor() {
    super('The lease of this process has run out; others may serve its sandboxes by now');
    this.name = 'LeaseLost';
  }
}

/**
 * Requires a valid lease. Call it with the sandbox rows locked, so that no process can take them over.
 * @throws LeaseLostError if the lease is invalid
 */
export async function requireLease(transaction: RunSql, process: string): Promise<void> {
  const [row] = await transaction<{ held: boolean }[]>`
    SELECT ${leaseIsValid} AS held FROM understudy.processes p WHERE id = ${process}`;
  if (row?.held !== true) throw new LeaseLostError();
}

/**
 * SQL condition that the lease of process `p` is valid. Leases that were valid when the database stopped are extended
 * after its restart.
 */
export const leaseIsValid = new SqlText(`(p.until > clock_timestamp() OR (
  p.until > pg_postmaster_start_time() - interval '30 seconds' AND
  clock_timestamp() < pg_postmaster_start_time() + interval '3 seconds'))`);
