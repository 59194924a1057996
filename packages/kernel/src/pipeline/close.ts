import type { Exchange, OutgoingResponse } from './exchange.js';

/** Step 10: completes the journal entry and hands the jobs that were started, and the polls seen, to the sandbox. */
export function close(exchange: Exchange): void {
  const { sandbox, entry, request, response, operation, simulator } = exchange;
  if (sandbox === undefined) return;
  if (entry !== undefined && response !== undefined) {
    entry.api = simulator.name;
    if (operation !== undefined) entry.operationId = operation.operationId;
    entry.status = response.status;
    entry.request = { headers: request.headers, body: kept(request.body, exchange.decodedBody) };
    entry.response = { headers: response.headers, body: kept(response.body, exchange.body) };
    const [job] = exchange.startedJobs;
    if (job !== undefined) entry.jobId = job.id;
    sandbox.journal.complete(entry);
  }
  for (const job of exchange.startedJobs) sandbox.jobs.accept(job);
  for (const { id } of exchange.seenJobs) sandbox.jobs.notePoll(id);
}

const longestKept = 65_536;

/** What the journal keeps of a body: its value while it is small, the beginning of its text otherwise. */
function kept(sent: OutgoingResponse['body'], value: unknown): unknown {
  if (sent === undefined || !(typeof sent === 'string' || sent instanceof Uint8Array) || sent.length === 0) return null;
  if (sent.length <= longestKept && value !== undefined) return value;
  const text = typeof sent === 'string' ? sent : new TextDecoder().decode(sent.subarray(0, longestKept));
  return sent.length <= longestKept ? text : `${text.slice(0, 4096)}… [${sent.length} in all]`;
}
