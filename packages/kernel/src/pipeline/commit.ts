import { ConflictError } from '../store/store.js';
import { type Exchange, isRefusal } from './exchange.js';
import { handle } from './handle.js';

/** Each time somebody else has succeeded, so this many others must come first before it is given up. */
const attempts = 1000;

/** Step 7: makes everything visible that the handler staged, or, when it refused, nothing. */
export function commit(exchange: Exchange): Promise<void> | void {
  if (exchange.unit?.hasChanges) return commitChanges(exchange);
  if (exchange.result !== undefined && isRefusal(exchange.result)) drop(exchange);
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
