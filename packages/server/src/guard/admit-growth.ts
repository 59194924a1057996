import { ArchiveFullError, createMemoryLimitError, createStoredBytesLimitError } from '@understudy/kernel/serving';
import type { ServerContext } from '../server-context.js';

/**
 * Reserves space for a sandbox or a snapshot.
 * @throws NoRoomError if the server is full or the owner's limit is reached
 */
export async function admitGrowth(server: ServerContext, owner: string | undefined, growth: number): Promise<void> {
  const { account, sandboxes, memory, guard, snapshots } = server;
  if (growth <= 0) return;
  if (!(await sandboxes.freeMemory(growth)))
    throw new ArchiveFullError(createMemoryLimitError(account.bytes, memory.memoryBytes));
  const most = guard?.limitsOf(owner).storedBytes;
  if (owner === undefined || most === undefined) return;
  const own = sandboxes.entries.filter(({ summary }) => summary?.owner === owner);
  const inSandboxes = own.reduce((sum, { summary }) => sum + (summary?.storedBytes ?? 0), 0);
  const stored = inSandboxes + (await snapshots.bytesOf(owner));
  if (stored + growth > most) throw new ArchiveFullError(createStoredBytesLimitError(owner, stored, most));
}
