import { ownerAmong } from '../guard/guard.js';
import type { ControlContext } from './control-context.js';

/** Snapshots are the server's; those of a token that has only sandboxes of its own bear its name and a hyphen before theirs. */
export function maySeeSnapshot({ caller, world }: Pick<ControlContext, 'caller' | 'world'>, name: string): boolean {
  const owner = ownerAmong(caller);
  return owner === undefined || world.guard?.ownerOfSnapshot(name) === owner;
}
