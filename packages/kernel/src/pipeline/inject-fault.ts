import type { Exchange } from './exchange.js';

const preferredCode = /(?:^|[,;\s])code=(\d{3})(?=$|[,;\s])/;

/**
 * Step 3: answers a status on request. `Prefer: code=<status>` takes any status that the contract documents for the
 * operation; a documented success lets the request go its usual way.
 */
export function injectFault(exchange: Exchange): void {
  const { operation, simulator, request } = exchange;
  const prefer = request.headers['prefer'];
  if (prefer === undefined || operation === undefined) return;
  const status = preferredCode.exec(prefer)?.[1];
  if (status === undefined) return;
  if (!operation.statuses.includes(status)) {
    const message = `Prefer asks for status ${status}, which ${operation.operationId} does not document; documented are ${operation.statuses.join(', ')}`;
    exchange.result = simulator.refusals.badRequest([
      { ruleId: 'request/prefer', severity: 'error', message, pointer: '/headers/Prefer', actual: status },
    ]);
  } else if (Number(status) >= 400) {
    exchange.result = simulator.refusals.injected(Number(status));
  }
}
