import { isErrorResult } from '../handlers.js';
import type { OutgoingResponse } from '../transport/incoming-request.js';
import { wallIsoInstant } from '../wall-clock.js';
import { findControlTokenName } from './authorize-request.js';
import { listRequestFindings } from './request-fit.js';
import { findRequestTenant, type PipelineOutcome } from './request-state.js';

/** Counts a request and reports it to the server's listener. */
export function reportRequest(
  { state, result }: PipelineOutcome,
  { status }: OutgoingResponse,
  milliseconds: number,
): void {
  const { query, path, simulator, route, request, sandboxName, server, recorder } = state;
  const { entry } = recorder;
  const operationId = route?.operation.operationId;
  const { requests, notify } = server.watch;
  requests.count(route ?? simulator, simulator.name, operationId, status, milliseconds);
  // Without a listener, no event is needed.
  if (notify === undefined) return;
  notify({
    kind: 'request',
    time: wallIsoInstant(),
    sandbox: sandboxName,
    traceparent: request.headers['traceparent'],
    requestId: entry?.seq,
    api: simulator.name,
    operationId,
    tenantId: entry?.tenantId ?? findRequestTenant(state),
    token: findControlTokenName(state, route?.access),
    method: request.method,
    path: query === '' ? path : `${path}?${query}`,
    status,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    reason: entry?.error ?? (isErrorResult(result) ? result.message : undefined),
    note: entry?.note,
    findings: listRequestFindings(state, result),
    fault: entry?.fault,
    handedTo: undefined,
  });
}
