import { ArchiveFullError, createMemoryLimitError, createStoredBytesLimitError } from '@understudy/kernel/serving';
import type { ServerContext } from '../server-context.js';

/**
 * Reserves space for a sandbox or a snapshot. Requests in parallel must not use the same free space, so it stays
 * reserved until the growth is counted where it is stored.
 *
 * @returns a function that releases the reservation
 * @throws NoRoomError if the server is full or the owner's limit is reached
 */
export async function admitGrowth(
  server: ServerContext,
  owner: string | undefined,
  growth: number,
): Promise<() => void> {
  const { account, sandboxes, memory, guard, snapshots, reserved } = server;
  if (growth <= 0) return () => {};
  const most = guard?.limitsOf(owner).storedBytes;
  const isLimited = owner !== undefined && most !== undefined;
  const inSnapshots = isLimited ? await snapshots.bytesOf(owner) : 0;
  while (account.room < growth) {
    if (!(await sandboxes.freeMemory(growth)))
      throw new ArchiveFullError(createMemoryLimitError(account.bytes, memory.memoryBytes));
  }
  // Nothing is awaited between the check and the reservation.
  const reservedBefore = reserved.get(owner) ?? 0;
  if (isLimited) {
    const own = sandboxes.entries.filter(({ summary }) => summary?.owner === owner);
    const inSandboxes = own.reduce((sum, { summary }) => sum + (summary?.storedBytes ?? 0), 0);
    const stored = inSandboxes + inSnapshots + reservedBefore;
    if (stored + growth > most) throw new ArchiveFullError(createStoredBytesLimitError(owner, stored, most));
  }
  reserved.set(owner, reservedBefore + growth);
  account.add(growth);
  let isReserved = true;
  return () => {
    if (!isReserved) return;
    isReserved = false;
    account.add(-growth);
    const left = (reserved.get(owner) ?? 0) - growth;
    if (left > 0) reserved.set(owner, left);
    else reserved.delete(owner);
  };
}
