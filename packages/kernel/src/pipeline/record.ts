import type { Journal } from '../journal/journal.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import { clientMistakeNote } from './client-mistake-note.js';
import type { RequestState } from './request-state.js';
import { requestTenant } from './tenant-of.js';

/** Completes the journal entry. */
export function record(state: RequestState, response: OutgoingResponse): void {
  const { sandbox, recorder, request, route, simulator, unit } = state;
  if (sandbox !== undefined && recorder.entry === undefined) noteControl(state, sandbox.journal, response);
  recorder.complete({
    api: simulator.name,
    operationId: route?.operation.operationId,
    // A refused request belongs to its tenant, too.
    tenantId: requestTenant(state) || undefined,
    jobId: unit?.startedJob,
    headers: request.headers,
    body: request.body,
    response,
    note: clientMistakeNote(state),
  });
}

/** Records a state-changing call of the control plane if the server requires tokens. */
function noteControl(
  { world, route, request, sandbox, caller }: RequestState,
  journal: Journal,
  { status }: OutgoingResponse,
) {
  if (world.guard === undefined || route?.access !== 'control' || sandbox === undefined) return;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  journal.append({
    at: sandbox.clock.timestamp(),
    type: 'control',
    cause: null,
    operationId: route.operation.operationId,
    method: request.method,
    url: request.url,
    status,
    ...(caller === undefined ? {} : { token: caller.clientId }),
  });
}
