import type { SandboxArchive, SandboxSetup } from '@understudy/kernel';
import { ArchiveLog, readSetup, Sandbox, type SerializedPage } from '@understudy/kernel/serving';
import type { RegistryContext } from './registry-context.js';
import type { SandboxEntry } from './sandbox-entry.js';

interface Opening {
  readonly setup: SandboxSetup;
  /** The stored records of a sandbox. */
  readonly records: readonly SerializedPage[] | undefined;
  readonly epoch: number;
  readonly nextEntry: number;
  /** Called when changes of the sandbox can no longer be stored. */
  onFailure(sandbox: Sandbox): void;
}

/** Opens the sandbox of an entry, with its stored records if there are any, and attaches it. */
export function openSandbox(
  entry: SandboxEntry,
  context: RegistryContext,
  { setup, records, epoch, nextEntry, onFailure }: Opening,
): Sandbox {
  const { watch, ownership, archive } = context;
  if (ownership !== undefined) watch.ownership.count({ change: 'taken' });
  const counted = (target: SandboxArchive): Pick<SandboxArchive, 'append'> => ({
    append(...change) {
      watch.appends.count({});
      return target.append(...change);
    },
  });
  const log =
    archive === undefined
      ? undefined
      : new ArchiveLog(counted(archive), entry, epoch, {
          onFailure: () => onFailure(sandbox),
          onOlderState: (error) => context.onDefect(error, `archive of sandbox "${entry.name}"`),
        });
  const isEmpty = records === undefined || records.length === 0;
  const sandbox = new Sandbox(entry.name, isEmpty ? setup : readSetup(records, setup), context, {
    log,
    records: isEmpty ? undefined : records,
    nextEntry,
  });
  entry.attach(sandbox);
  return sandbox;
}
