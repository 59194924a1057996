import { UnavailableError } from '@understudy/kernel/serving';
import type { TransactionSql } from 'postgres';
import { lives } from './lives.js';

/** The lease of this process has run out, so others may have taken its sandboxes. */
export class LeaseLost extends UnavailableError {
  constructor() {
    super('The lease of this process has run out; others may serve its sandboxes by now');
    this.name = 'LeaseLost';
  }
}

/**
 * Call it after the rows of the sandboxes are locked: nobody takes them over before the transaction has ended.
 *
 * @throws LeaseLost unless the process holds its lease, by the clock of the database
 */
export async function refuseWithoutLease(transaction: TransactionSql, process: string): Promise<void> {
  const [row] = await transaction<{ held: boolean }[]>`
    SELECT ${transaction.unsafe(lives)} AS held FROM understudy.processes p WHERE id = ${process}`;
  if (row?.held !== true) throw new LeaseLost();
}
