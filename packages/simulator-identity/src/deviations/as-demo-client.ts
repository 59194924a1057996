import { type Change, handle, overrideContext, type Result } from '@understudy/kernel/deviations';
import { demoClient } from '../clients/demo-client.js';

/** Serves an operation as the demo client where no token came. */
export function asDemoClient(operation: string): Change {
  return handle(operation, (next, input, context): Promise<Result> => {
    const caller = context.caller ?? { clientId: demoClient.clientId, scopes: [] };
    return next(input, overrideContext(context, { caller }));
  });
}
