import type { Handler } from '@understudy/kernel';
import { defaultSandbox } from '@understudy/kernel/serving';
import type { operations } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { notReady } from './control-refusals.js';

/** The figures for health checks; no sandbox is involved. */
interface HealthContext {
  readonly world: ServerContext;
}

export const getLiveness: Handler<operations['getLiveness']> = async () => ({ status: 200, body: { status: 'live' } });

export async function getReadiness(_input: unknown, { world }: HealthContext) {
  return isReady(world) ? { status: 200 as const, body: { status: 'ready' as const } } : notReady();
}

/**
 * A server is ready once its default sandbox is seeded, until it shuts down. With a shared archive, it needs a lease.
 */
function isReady({ sandboxes, ownership }: ServerContext): boolean {
  if (ownership !== undefined) return ownership.isHeld && !ownership.isDraining;
  const entry = sandboxes.entries.find(({ name }) => name === defaultSandbox);
  return entry?.state === 'active' || (entry?.state === 'stored' && entry.transition === undefined);
}
