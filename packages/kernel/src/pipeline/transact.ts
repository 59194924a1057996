import { type Answer, isRefusal } from '../handlers.js';
import type { Refusal } from '../refusal.js';
import { commitUnit } from '../unit/commit-unit.js';
import { Decided, type Valid } from './known.js';
import { RequestUnit } from './request-unit.js';

/** Step 6: the operation's handler in a unit of work, whose changes become visible at once, or, when it refuses, not at all. */
export async function transact(valid: Valid): Promise<Decided> {
  const { route, input } = valid;
  const { unit, result, changed } = await commitUnit(
    () => new RequestUnit(valid),
    (context): Promise<Answer | Refusal> => route.handler(input, context),
    isAnswer,
  );
  if (result.status < 400 && (changed || mayHaveChanged(valid))) valid.world.sandboxes.keep(valid.sandbox);
  return new Decided({ ...valid, unit }, result);
}

function isAnswer(result: Answer | Refusal): boolean {
  return !isRefusal(result);
}

/**
 * A sandbox in which something has changed holds its place among those of the server. Reading changes nothing, and
 * neither do messages to inboxes, which need no token: nobody may fill a server by them.
 */
function mayHaveChanged({ route, request }: Valid): boolean {
  return !route.isInbox && request.method !== 'GET' && request.method !== 'HEAD';
}
