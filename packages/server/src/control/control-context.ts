import type { Context } from '@understudy/kernel';
import type { Sandbox } from '@understudy/kernel/serving';
import { ownerAmong } from '../guard/guard.js';
import type { ServerContext } from '../server-context.js';

/** What a handler of the control plane may reach besides: the sandbox it is called for, and the whole server. */
export interface ControlContext extends Context {
  readonly sandbox: Sandbox;
  readonly world: ServerContext;
}

/** Snapshots are the server's; those of a token that has only sandboxes of its own bear its name and a hyphen before theirs. */
export function maySeeSnapshot({ caller, world }: Pick<ControlContext, 'caller' | 'world'>, name: string): boolean {
  const owner = ownerAmong(caller);
  return owner === undefined || world.guard?.ownerOfSnapshot(name) === owner;
}
