import type { IncomingRequest } from '@understudy/kernel';
import { isServerPath, ServedElsewhereError, splitAddress } from '@understudy/kernel/serving';
import type { SandboxRegistry } from '../sandboxes/sandbox-registry.js';

export interface OwnerLocation {
  readonly address: string | undefined;
  readonly url: string;
  /** Whether the owner is unknown, for example without a database. */
  readonly isUnknown?: boolean;
}

const ofSandbox = /^\/_sim\/sandboxes\/([a-z0-9][a-z0-9-]*)$/;

/** Finds the server of a request if servers share an archive. This server claims a sandbox without an owner. */
export async function locateOwner(
  sandboxes: SandboxRegistry,
  { method, url, origin }: Pick<IncomingRequest, 'method' | 'url' | 'origin'>,
): Promise<OwnerLocation> {
  const { sandbox, path } = splitAddress(url, origin);
  if (isServerPath(path)) return { address: undefined, url };
  const deleted = method === 'DELETE' ? ofSandbox.exec(path)?.[1] : undefined;
  // The owner of a sandbox deletes it, addressed by its own URL.
  const itself = `/~${deleted}/_sim/sandboxes/${deleted}`;
  try {
    if (deleted !== undefined && (await sandboxes.owns(deleted))) return { address: undefined, url: itself };
  } catch (error) {
    if (error instanceof ServedElsewhereError) return { address: error.address, url: itself };
  }
  if (sandboxes.ready(sandbox) !== undefined) return { address: undefined, url };
  try {
    await sandboxes.open(sandbox);
  } catch (error) {
    if (!(error instanceof ServedElsewhereError)) return { address: undefined, url, isUnknown: true };
    return { address: error.address, url };
  }
  return { address: undefined, url };
}
