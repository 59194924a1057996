import { omitUndefined } from '@understudy/contract';
import type { WorkerPool } from '@understudy/kernel';
import { type ComputeMode, DataFolder, QueuedJobComputer, SharedDatabase } from '@understudy/persistence';
import { isDatabaseUrl } from './is-database.js';
import type { StartOptions } from './start-options.js';
import { understudyVersion } from './version.js';

/** Storage of sandboxes: a folder for one server, or a database for several. */
export type SandboxStorage = DataFolder | SharedDatabase;

const computeModes: readonly ComputeMode[] = ['auto', 'here', 'elsewhere'];

/**
 * Opens the storage that `data` names. Returns undefined if `data` is not set.
 *
 * @throws RangeError for an option that does not apply to this storage
 * @throws DataFolderError if the folder is in use, not writable, or of a newer version
 */
export async function openStorage({ data, ...options }: StartOptions): Promise<SandboxStorage | undefined> {
  refuseAnnouncement(options.announce, data);
  const { durability, port } = options;
  if (isDatabaseUrl(data)) {
    if (durability !== undefined) throw new RangeError('durability applies to data folders, not to databases');
    if (port === undefined) throw new RangeError('A server with a shared database requires a port');
    return await SharedDatabase.open(data);
  }
  if (data !== undefined) return await DataFolder.open(data, omitUndefined({ durability, onNotice: options.onNotice }));
  const lost = (['durability', 'maxAwake', 'sleepAfter', 'keepJournal'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (lost !== undefined) throw new RangeError(`${lost} requires data; set a data folder too`);
  return undefined;
}

function refuseAnnouncement(announce: string | undefined, data: string | undefined): void {
  if (announce === undefined) return;
  if (!isDatabaseUrl(data)) {
    throw new RangeError('announce requires a shared database; set data to postgres://...');
  }
  if (!URL.canParse(announce) || new URL(announce).protocol !== 'http:') {
    throw new RangeError(`announce "${announce}" must be an http URL of this server`);
  }
}

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
