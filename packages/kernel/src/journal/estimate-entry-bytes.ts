import type { JournalExchange, RecordedEntry } from './journal-entry.js';
import { RecordedBody } from './recorded-body.js';

/** Estimates the memory use of a complete entry. */
export function estimateEntryBytes({ url = '', request, response, refusal }: RecordedEntry): number {
  const why = refusal?.findings.reduce((sum, { message }) => sum + 2 * message.length + 200, 0) ?? 0;
  return 600 + url.length + bytesOfSide(request) + bytesOfSide(response) + why;
}

function bytesOfSide(side: JournalExchange | undefined): number {
  if (side === undefined) return 0;
  let bytes = side.body instanceof RecordedBody ? side.body.bytes : 0;
  for (const name in side.headers) bytes += name.length + (side.headers[name]?.length ?? 0);
  return bytes;
}
