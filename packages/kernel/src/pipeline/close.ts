import type { Journal } from '../journal/journal.js';
import { RecordedBody } from '../journal/recorded-body.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import type { Known } from './known.js';
import { noteOf } from './note-of.js';
import { tenantOf } from './tenant-of.js';

/** The last step: completes the journal entry. */
export function close(known: Known, response: OutgoingResponse): void {
  const { sandbox, entry, request, route, simulator, unit } = known;
  if (sandbox === undefined) return;
  if (entry === undefined) {
    noteControl(known, sandbox.journal, response);
    return;
  }
  entry.api = simulator.name;
  if (route !== undefined) entry.operationId = route.operation.operationId;
  // A refused request belongs to its tenant, too.
  const tenantId = tenantOf(known);
  if (tenantId) entry.tenantId = tenantId;
  entry.status = response.status;
  const { body, headers } = request;
  const sent = body.length === 0 ? null : new RecordedBody(body, headers['content-type'] || 'application/json');
  entry.request = { headers, body: sent };
  entry.response = { headers: response.headers, body: answered(sandbox.journal, response) };
  entry.note = [entry.note, noteOf(known)].filter(Boolean).join(' ') || undefined;
  const jobId = unit?.startedJob;
  if (jobId !== undefined) entry.jobId = jobId;
  sandbox.journal.complete(entry);
}

/** What someone did at the control plane of a server with tokens, or tried to; what only reads is left out. */
function noteControl(
  { world, route, request, sandbox, caller }: Known,
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

function answered(journal: Journal, { body, headers }: OutgoingResponse): RecordedBody | null {
  if (body === undefined || !(typeof body === 'string' || body instanceof Uint8Array) || body.length === 0) return null;
  return journal.answerOf(body, headers['content-type']);
}
