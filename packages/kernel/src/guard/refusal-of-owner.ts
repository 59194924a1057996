import type { Refusal } from '../refusal.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { World } from '../world.js';
import { tooManyBytes, tooManyRequests } from './limit-refusals.js';

/**
 * Why the limits of its owner refuse a request to an API in a sandbox; undefined where they do not. What the
 * owner's sandboxes hold is counted over those that this server serves.
 */
export function refusalOfOwner(
  { guard, sandboxes }: Pick<World, 'guard' | 'sandboxes'>,
  { owner }: Sandbox,
  method: string,
): Refusal | undefined {
  if (guard === undefined || owner === undefined) return undefined;
  const seconds = guard.countRequest(owner);
  if (seconds > 0) return tooManyRequests(owner, seconds);
  return method === 'GET' || method === 'HEAD' ? undefined : refusalOfStore({ guard, sandboxes }, owner);
}

/** Why nothing more may be stored with a token; undefined where more may. */
export function refusalOfStore(
  { guard, sandboxes }: Pick<World, 'guard' | 'sandboxes'>,
  owner: string,
): Refusal | undefined {
  const most = guard?.limitsOf(owner).storedBytes;
  if (most === undefined) return undefined;
  const ofOwner = sandboxes.tenancies.all.filter(({ summary }) => summary?.owner === owner);
  const bytes = ofOwner.reduce((sum, { summary }) => sum + (summary?.storedBytes ?? 0), 0);
  return bytes < most ? undefined : tooManyBytes(owner, bytes, most);
}
