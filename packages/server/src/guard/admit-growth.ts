import { NoRoomError, noMemory, tooManyBytes } from '@understudy/kernel/serving';
import type { ServerContext } from '../server-context.js';

/**
 * Makes sure that a sandbox or a snapshot may take more bytes. What its owner stores is counted over the sandboxes that
 * this server serves.
 *
 * @throws NoRoomError when the server has no room even if what is used least goes, or the owner may not store them
 */
export async function admitGrowth(world: ServerContext, owner: string | undefined, growth: number): Promise<void> {
  const { account, sandboxes, memory, guard, snapshots } = world;
  if (growth <= 0) return;
  if (!(await sandboxes.freeMemory(growth))) throw new NoRoomError(noMemory(account.bytes, memory.memoryBytes));
  const most = guard?.limitsOf(owner).storedBytes;
  if (owner === undefined || most === undefined) return;
  const own = sandboxes.entries.filter(({ summary }) => summary?.owner === owner);
  const inSandboxes = own.reduce((sum, { summary }) => sum + (summary?.storedBytes ?? 0), 0);
  const stored = inSandboxes + (await snapshots.bytesOf(owner));
  if (stored + growth > most) throw new NoRoomError(tooManyBytes(owner, stored, most));
}
