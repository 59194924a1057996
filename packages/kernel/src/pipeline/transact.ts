import { tooManyRecords } from '../control/control-refusals.js';
import { type Answer, isRefusal } from '../handlers.js';
import type { Refusal } from '../refusal.js';
import { commitUnit } from '../unit/commit-unit.js';
import { Decided, type Valid } from './known.js';
import { RequestUnit } from './request-unit.js';

/**
 * Step 6: the operation's handler in a unit of work, whose changes become visible at once, or, when it refuses or there is
 * no room for them, not at all.
 */
export async function transact(valid: Valid): Promise<Decided> {
  const { route, input, world } = valid;
  const { records: most } = world.memory;
  let isFull = false;
  const { unit, result, changed } = await commitUnit(
    () => new RequestUnit(valid),
    async (context): Promise<Answer | Refusal> => {
      const answer = await route.handler(input, context);
      isFull = isAnswer(answer) && context.growsBeyond(most);
      return isFull ? tooManyRecords(valid.sandbox.name, most) : answer;
    },
    isAnswer,
  );
  // No API documents it: it is the server that says so.
  if (isFull) return new Decided({ ...valid, simulator: world.control, route: undefined, unit }, result);
  if (result.status < 400 && (changed || mayHaveChanged(valid)) && mayHoldPlace(valid)) {
    world.sandboxes.tenancies.keep(valid.sandbox);
  }
  return new Decided({ ...valid, unit }, result);
}

function isAnswer(result: Answer | Refusal): boolean {
  return !isRefusal(result);
}

/**
 * Where the control plane asks for tokens, they alone hold places: the APIs are open to whoever reaches the server, and by
 * 500 registrations or simulated tokens anyone could take all places of those who have one.
 */
function mayHoldPlace({ world, route }: Valid): boolean {
  return world.guard === undefined || route.isControl;
}

/**
 * A sandbox in which something has changed holds its place among those of the server. Reading changes nothing, and
 * neither do messages to inboxes, which need no token: no one may fill a server by them.
 */
function mayHaveChanged({ route, request }: Valid): boolean {
  return !route.isInbox && request.method !== 'GET' && request.method !== 'HEAD';
}
