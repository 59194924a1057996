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

/** Call it with the sandbox rows locked, so that no process can take them over. @throws LeaseLost */
export async function refuseWithoutLease(transaction: TransactionSql, process: string): Promise<void> {
  const [row] = await transaction<{ held: boolean }[]>`
    SELECT ${transaction.unsafe(lives)} AS held FROM understudy.processes p WHERE id = ${process}`;
  if (row?.held !== true) throw new LeaseLost();
}
