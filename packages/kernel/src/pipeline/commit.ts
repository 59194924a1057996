import { isInboxPath } from '../control/control-path.js';
import { ConflictError } from '../store/store.js';
import { type Exchange, isRefusal } from './exchange.js';
import { handle } from './handle.js';

/** Each time somebody else has succeeded, so this many others must come first before it is given up. */
const attempts = 1000;

/** Step 7: makes everything visible that the handler staged, or, when it refused, nothing. */
export function commit(exchange: Exchange): Promise<void> | void {
  if (exchange.unit?.hasChanges) return commitChanges(exchange);
  if (exchange.result === undefined) return;
  if (isRefusal(exchange.result)) drop(exchange);
  else keepSandbox(exchange);
}

/**
 * A sandbox in which something has changed holds its place among those of the server. Reading changes nothing, and
 * neither do messages to inboxes, which need no token: nobody may fill a server by them.
 */
function keepSandbox({ world, sandbox, request, path, unit, result }: Exchange): void {
  if (sandbox === undefined || result === undefined || result.status >= 400 || isInboxPath(path)) return;
  if (unit?.hasChanges || (request.method !== 'GET' && request.method !== 'HEAD')) world.sandboxes.keep(sandbox);
}

/** A refusal sets nothing off. */
function drop(exchange: Exchange): void {
  exchange.startedJobs = [];
  exchange.outbox = undefined;
}

async function commitChanges(exchange: Exchange): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { unit, result } = exchange;
    if (unit === undefined || result === undefined) return;
    if (isRefusal(result)) {
      drop(exchange);
      return;
    }
    keepSandbox(exchange);
    try {
      await unit.commit();
      return;
    } catch (error) {
      // Another request changed what the handler had read: it looks again. Nothing of its first try was stored.
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
      await handle(exchange);
    }
  }
}
