import { RecordedBody } from '../journal/recorded-body.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import type { Known } from './known.js';
import { noteOf } from './note-of.js';
import { tenantOf } from './tenant-of.js';

/** The last step: completes the journal entry. */
export function close(known: Known, response: OutgoingResponse): void {
  const { sandbox, entry, request, route, simulator, unit } = known;
  if (sandbox === undefined || entry === undefined) return;
  entry.api = simulator.name;
  if (route !== undefined) entry.operationId = route.operation.operationId;
  // Also a request that is refused is its tenant's.
  const tenantId = tenantOf(known);
  if (tenantId) entry.tenantId = tenantId;
  entry.status = response.status;
  entry.request = {
    headers: request.headers,
    body: recorded(request.body, request.headers['content-type'] || 'application/json'),
  };
  entry.response = { headers: response.headers, body: recorded(response.body, response.headers['content-type']) };
  const note = noteOf(known);
  if (note !== undefined) entry.note = note;
  const jobId = unit?.startedJob;
  if (jobId !== undefined) entry.jobId = jobId;
  sandbox.journal.complete(entry);
}

function recorded(sent: OutgoingResponse['body'], mediaType: string | undefined): RecordedBody | null {
  if (sent === undefined || !(typeof sent === 'string' || sent instanceof Uint8Array) || sent.length === 0) return null;
  return new RecordedBody(sent, mediaType);
}
