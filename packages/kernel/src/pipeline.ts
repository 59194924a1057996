import { authenticate } from './pipeline/authenticate.js';
import { close } from './pipeline/close.js';
import { commit } from './pipeline/commit.js';
import { Exchange, type IncomingRequest, type OutgoingResponse } from './pipeline/exchange.js';
import { handle } from './pipeline/handle.js';
import { injectFault } from './pipeline/inject-fault.js';
import { matchOperation } from './pipeline/match-operation.js';
import { receive } from './pipeline/receive.js';
import { respond } from './pipeline/respond.js';
import { validateRequest } from './pipeline/validate-request.js';
import { validateResponse } from './pipeline/validate-response.js';
import type { World } from './world.js';

type Step = (exchange: Exchange) => Promise<void> | void;

/** Steps towards a result. The first one that sets `exchange.result` ends them. */
const towardsResult: readonly Step[] = [
  receive, // 1 stamps the request, resolves the sandbox, opens a journal entry
  matchOperation, // 2 finds the operation: unknown path 404, wrong method 405
  injectFault, // 3 what the caller or a rule wants to go wrong
  authenticate, // 4 401 and 403
  validateRequest, // 5 headers, query, path, size, body: typed input
  handle, // 6 reads the store, stages writes, jobs and webhooks
];

/** Steps that every request ends with. */
const fromResult: readonly Step[] = [
  commit, // 7 all staged changes, or none
  validateResponse, // 8 a violation is our own defect
  respond, // 9 the API's own error envelope is made here, once
  close, // 10 finishes the journal entry, hands jobs to the clock
];

/** The straight line of a request. Never throws: an accident is answered by the API's own internal error. */
export async function serve(world: World, request: IncomingRequest): Promise<OutgoingResponse> {
  const exchange = new Exchange(world, request);
  for (const step of towardsResult) {
    const pending = guarded(step, exchange);
    // Most steps have nothing to wait for, and waiting for nothing costs as much as the step itself.
    if (pending !== undefined) await pending;
    if (exchange.result !== undefined) break;
  }
  for (const step of fromResult) {
    const pending = guarded(step, exchange);
    if (pending !== undefined) await pending;
  }
  return exchange.response ?? { status: 500, headers: {}, body: undefined };
}

function guarded(step: Step, exchange: Exchange): Promise<void> | void {
  try {
    return step(exchange)?.catch((error: unknown) => fail(step, exchange, error));
  } catch (error) {
    fail(step, exchange, error);
  }
}

function fail(step: Step, exchange: Exchange, error: unknown): void {
  exchange.world.onDefect(error, `${step.name} of ${exchange.request.method} ${exchange.path}`);
  exchange.unit = undefined;
  exchange.startedJobs = [];
  exchange.result = exchange.simulator.refusals.internal();
}
