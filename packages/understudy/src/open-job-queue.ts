import type { WorkerPool } from '@understudy/kernel';
import { type ComputeMode, QueuedJobComputer, SharedDatabase } from '@understudy/persistence';
import { isDatabaseUrl } from './is-database.js';
import type { SandboxStorage } from './open-storage.js';
import type { StartOptions } from './start-options.js';
import { understudyVersion } from './version.js';

const computeModes: readonly ComputeMode[] = ['auto', 'here', 'elsewhere'];

/** Opens the job queue of a shared database. Returns undefined if jobs run only in this process. */
export async function openJobQueue(
  data: SandboxStorage | undefined,
  here: WorkerPool,
  { compute = 'auto', onNotice = () => undefined }: StartOptions,
): Promise<QueuedJobComputer | undefined> {
  if (!(data instanceof SharedDatabase) || compute === 'here') return undefined;
  return await QueuedJobComputer.open({
    sql: data.sql,
    process: () => data.process,
    version: understudyVersion,
    here,
    mode: compute,
    onNotice,
  });
}

/** Checks the compute mode. @throws RangeError if the mode is unknown or needs a missing database */
export function checkComputeMode({ compute = 'auto', data }: StartOptions): void {
  if (!computeModes.includes(compute)) {
    throw new RangeError(`compute must be one of ${computeModes.join(', ')}, but is "${compute}"`);
  }
  if (compute === 'elsewhere' && !isDatabaseUrl(data)) {
    throw new RangeError('compute elsewhere requires a database: set data to postgres://...');
  }
}
