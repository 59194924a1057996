import type { HandlerContext } from '@understudy/kernel';
import type { Sandbox } from '@understudy/kernel/serving';
import { findSandboxOwner } from '../guard/control-guard.js';
import type { ServerContext } from '../server-context.js';

export interface ControlContext extends HandlerContext {
  readonly sandbox: Sandbox;
  readonly world: ServerContext;
}

/** Tokens with their own sandboxes see only snapshots with their name as prefix. */
export function canSeeSnapshot({ caller, world }: Pick<ControlContext, 'caller' | 'world'>, name: string): boolean {
  const owner = findSandboxOwner(caller);
  return owner === undefined || world.guard?.ownerOfSnapshot(name) === owner;
}
