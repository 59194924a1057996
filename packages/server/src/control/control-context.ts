import type { HandlerContext, OperationHandlers } from '@understudy/kernel';
import type { Sandbox } from '@understudy/kernel/serving';
import type { operations } from '../generated/types.js';
import { findSandboxOwner } from '../guard/control-guard.js';
import type { ServerContext } from '../server-context.js';

export interface ControlContext extends HandlerContext {
  readonly sandbox: Sandbox;
  readonly server: ServerContext;
}

/** The handlers of the control plane. Each file exports some of them. */
export type ControlOperations = OperationHandlers<operations, ControlContext>;

/**
 * Returns whether a caller can see a snapshot. A token with its own sandboxes sees only snapshots prefixed with its
 * name.
 */
export function canSeeSnapshot({ caller, server }: Pick<ControlContext, 'caller' | 'server'>, name: string): boolean {
  const owner = findSandboxOwner(caller);
  return owner === undefined || server.guard?.ownerOfSnapshot(name) === owner;
}

/** Writes pending control plane changes, so that they count toward the storage limit of the sandbox's owner. */
export async function countStored({ server, sandbox }: ControlContext): Promise<void> {
  if (server.guard?.mostStored(sandbox.owner) !== undefined) await sandbox.kernel.flush();
}
