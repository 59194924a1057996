import { type HandlerResult, overrideContext, type SimulatorChange, wrapHandlers } from '@understudy/kernel/deviations';
import { demoClient } from '../clients/demo-client.js';

/** Serves an operation as the demo client if there is no token. */
export function serveAsDemoClient(operation: string): SimulatorChange {
  return wrapHandlers(operation, (next, input, context): Promise<HandlerResult> => {
    const caller = context.caller ?? { clientId: demoClient.clientId, scopes: [] };
    return next(input, overrideContext(context, { caller }));
  });
}
