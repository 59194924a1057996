import type { Admissions } from './admissions.js';
import type { Dormitory } from './dormitory.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { Tenancies } from './tenancies.js';

/** Bytes of a journal of which it is worth losing the older half. */
const worthShrinking = 100_000;

interface Given {
  readonly world: SandboxWorld;
  readonly tenancies: Tenancies;
  readonly dormitory: Dormitory;
  readonly admissions: Admissions;
}

/**
 * Makes room in memory for so many bytes. What is used least goes: to the archive where there is one; without one,
 * sandboxes that were only addressed, then what journals have noted first.
 *
 * @returns whether there is room
 */
export async function makeRoom({ world, tenancies, dormitory, admissions }: Given, bytes: number): Promise<boolean> {
  const { account, archive, memory } = world;
  if (bytes > memory.memoryBytes) return false;
  const mayGo = archive === undefined ? 'givesWay' : 'mayRest';
  while (account.room < bytes) {
    const idlest = tenancies.leastUsed((tenancy) => tenancy[mayGo]);
    const noted = tenancies.leastUsed(({ sandbox }) => (sandbox?.journal.bytes ?? 0) > worthShrinking);
    if (idlest !== undefined) await (archive === undefined ? admissions.remove(idlest) : dormitory.rest(idlest));
    else if (noted !== undefined) noted.sandbox?.journal.shrink();
    else return false;
  }
  return true;
}
