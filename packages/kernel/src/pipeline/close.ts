import { RecordedBody } from '../journal/recorded-body.js';
import type { Exchange, OutgoingResponse } from './exchange.js';
import { noteOf } from './note-of.js';
import { tenantOf } from './tenant-of.js';

/** Step 10: completes the journal entry. */
export function close(exchange: Exchange): void {
  const { sandbox, entry, request, response, operation, simulator } = exchange;
  if (sandbox === undefined || entry === undefined || response === undefined) return;
  entry.api = simulator.name;
  if (operation !== undefined) entry.operationId = operation.operationId;
  // Also a request that is refused is its tenant's.
  const tenantId = tenantOf(exchange);
  if (tenantId) entry.tenantId = tenantId;
  entry.status = response.status;
  entry.request = {
    headers: request.headers,
    body: recorded(request.body, request.headers['content-type'] || 'application/json'),
  };
  entry.response = { headers: response.headers, body: recorded(response.body, response.headers['content-type']) };
  const note = noteOf(exchange);
  if (note !== undefined) entry.note = note;
  const job = exchange.unit?.startedJob;
  if (job !== undefined) entry.jobId = job;
  sandbox.journal.complete(entry);
}

function recorded(sent: OutgoingResponse['body'], mediaType: string | undefined): RecordedBody | null {
  if (sent === undefined || !(typeof sent === 'string' || sent instanceof Uint8Array) || sent.length === 0) return null;
  return new RecordedBody(sent, mediaType);
}
