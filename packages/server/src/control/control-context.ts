import type { HandlerContext } from '@understudy/kernel';
import type { Sandbox } from '@understudy/kernel/serving';
import { ownerAmong } from '../guard/guard.js';
import type { ServerContext } from '../server-context.js';

/** The context of control handlers. */
export interface ControlContext extends HandlerContext {
  readonly sandbox: Sandbox;
  readonly world: ServerContext;
}

/** Tokens with their own sandboxes see only snapshots with their name as prefix. */
export function maySeeSnapshot({ caller, world }: Pick<ControlContext, 'caller' | 'world'>, name: string): boolean {
  const owner = ownerAmong(caller);
  return owner === undefined || world.guard?.ownerOfSnapshot(name) === owner;
}
