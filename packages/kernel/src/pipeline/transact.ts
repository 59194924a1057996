import { isInboxPath } from '../control/control-path.js';
import { commitUnit } from '../unit/commit-unit.js';
import { type Exchange, isRefusal } from './exchange.js';
import { RequestUnit } from './request-unit.js';

/** Step 6: the operation's handler in a unit of work, whose changes become visible at once, or, when it refuses, not at all. */
export async function transact(exchange: Exchange): Promise<void> {
  const { simulator, sandbox, operation, input } = exchange;
  if (operation === undefined || sandbox === undefined || input === undefined) return;
  const handler = simulator.operations[operation.operationId];
  if (handler === undefined) throw new Error(`${simulator.name} has no handler for ${operation.operationId}`);
  const { unit, result, changed } = await commitUnit(
    () => new RequestUnit(exchange, sandbox, operation),
    (context) => handler(input, context),
    (answer) => !isRefusal(answer),
  );
  exchange.unit = unit;
  exchange.result = result;
  if (!isRefusal(result)) keepSandbox(exchange, changed);
}

/**
 * A sandbox in which something has changed holds its place among those of the server. Reading changes nothing, and
 * neither do messages to inboxes, which need no token: nobody may fill a server by them.
 */
function keepSandbox({ world, sandbox, request, path, result }: Exchange, changed: boolean): void {
  if (sandbox === undefined || result === undefined || result.status >= 400 || isInboxPath(path)) return;
  if (changed || (request.method !== 'GET' && request.method !== 'HEAD')) world.sandboxes.keep(sandbox);
}
