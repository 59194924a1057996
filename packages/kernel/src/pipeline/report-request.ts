import { isRefusal } from '../handlers.js';
import type { OutgoingResponse } from '../transport/incoming-request.js';
import { wallInstant } from '../wall-clock.js';
import { controlTokenName } from './authorize.js';
import { type Outcome, requestTenant } from './request-state.js';

/** Counts a request and reports it to the listener of the server. */
export function reportRequest({ state, result }: Outcome, { status }: OutgoingResponse, milliseconds: number): void {
  const { query, path, simulator, route, request, sandboxName, world, recorder } = state;
  const { entry } = recorder;
  const operationId = route?.operation.operationId;
  const { requests, notify } = world.watch;
  requests.count(route ?? simulator, simulator.name, operationId, status, milliseconds);
  // Without a listener, no event is created.
  if (notify === undefined) return;
  notify({
    kind: 'request',
    time: wallInstant(),
    sandbox: sandboxName,
    requestId: entry?.seq,
    api: simulator.name,
    operationId,
    tenantId: entry?.tenantId ?? requestTenant(state),
    token: controlTokenName(state, route?.access),
    method: request.method,
    path: query === '' ? path : `${path}?${query}`,
    status,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    reason: entry?.error ?? (isRefusal(result) ? result.message : undefined),
    note: entry?.note,
    fault: entry?.fault,
    handedTo: undefined,
  });
}
