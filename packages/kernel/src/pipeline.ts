import { authenticate } from './pipeline/authenticate.js';
import { close } from './pipeline/close.js';
import { Exchange, type IncomingRequest, type OutgoingResponse } from './pipeline/exchange.js';
import { injectFault } from './pipeline/inject-fault.js';
import { matchOperation } from './pipeline/match-operation.js';
import { receive } from './pipeline/receive.js';
import { respond } from './pipeline/respond.js';
import { setOff } from './pipeline/set-off.js';
import { transact } from './pipeline/transact.js';
import { validateRequest } from './pipeline/validate-request.js';
import { validateResponse } from './pipeline/validate-response.js';
import type { World } from './world.js';

type Step = (exchange: Exchange) => Promise<void> | void;

const steps: readonly Step[] = [
  receive, // 1 stamps the request, resolves the sandbox, opens a journal entry
  matchOperation, // 2 finds the operation: unknown path 404, wrong method 405
  injectFault, // 3 what the caller or a rule wants to go wrong
  authenticate, // 4 401 and 403
  validateRequest, // 5 headers, query, path, size, body: typed input
  transact, // 6 reads the store, stages writes, jobs and webhooks; commits all of them, or none
  validateResponse, // 7 a violation is our own defect
  respond, // 8 the API's own error envelope is made here, once
  close, // 9 finishes the journal entry
  setOff, // 10 hands what was stored beside the writes to the clock: jobs, timers, webhooks
];

/** From here on every step runs; those before end as soon as one of them has set `exchange.result`. */
const answering = steps.indexOf(validateResponse);

/** The straight line of a request. Never throws: an accident is answered by the API's own internal error. */
export async function serve(world: World, request: IncomingRequest): Promise<OutgoingResponse> {
  const exchange = new Exchange(world, request);
  for (const [place, step] of steps.entries()) {
    if (exchange.result !== undefined && place < answering) continue;
    try {
      const pending = step(exchange);
      // Most steps have nothing to wait for, and waiting for nothing costs as much as the step itself.
      if (pending !== undefined) await pending;
    } catch (error) {
      fail(step, exchange, error);
    }
  }
  if (exchange.sandbox !== undefined) world.sandboxes.leave(exchange.sandbox);
  return exchange.response ?? { status: 500, headers: {}, body: undefined };
}

function fail(step: Step, exchange: Exchange, error: unknown): void {
  exchange.world.onDefect(error, `${step.name} of ${exchange.request.method} ${exchange.path}`);
  exchange.result = exchange.simulator.refusals.internal();
}
