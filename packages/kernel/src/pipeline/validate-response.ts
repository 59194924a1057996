import { JsonStream } from '../json-stream.js';
import { JsonText } from '../json-text.js';
import { type Exchange, isRefusal } from './exchange.js';

const json = 'application/json';

/** Step 8: the body to send, held against the contract. A violation is our own defect: it is reported, not hidden. */
export function validateResponse(exchange: Exchange): void {
  const { result, simulator, operation, sandbox, world } = exchange;
  if (result === undefined) throw new Error('No step has answered');
  if (result.headers !== undefined) exchange.headers = result.headers;
  if (isRefusal(result)) {
    const now = sandbox?.clock.now() ?? new Date(0);
    const ids = sandbox?.ids ?? { next: () => '00000000-0000-4000-8000-000000000000' };
    const envelope = simulator.envelope(result, { operationId: operation?.operationId, now, ids });
    exchange.body = envelope.body;
    exchange.mediaType = envelope.mediaType;
    if (envelope.headers !== undefined) exchange.headers = { ...exchange.headers, ...envelope.headers };
  } else {
    exchange.body = result.body;
    if (result.body !== undefined) exchange.mediaType = exchange.headers['content-type'] ?? json;
  }
  // Methods and paths that the contract does not know are answered by the kernel, outside any operation; and what a
  // fault rule answers is meant to be wrong.
  if (operation === undefined || exchange.fault !== undefined) return;
  const { mediaType, headers } = exchange;
  if (exchange.body instanceof JsonStream) return;
  const checked = exchange.body instanceof JsonText ? exchange.body.checkedValue() : { value: exchange.body };
  if (checked === undefined) return;
  const body = checked.value;
  const findings = operation.validateResponse({
    status: result.status,
    headers: lowerCase(headers, mediaType),
    // A stream is described as text; what it will hold cannot be known yet.
    body: isStream(body) ? '' : body,
    empty: body === undefined,
    ...(mediaType === undefined ? {} : { mediaType }),
  });
  if (findings.length === 0) return;
  const text = findings.map(({ message }) => message).join('; ');
  if (exchange.entry !== undefined) exchange.entry.error = `Our own answer breaks the contract: ${text}`;
  world.onDefect(new Error(text), `answer ${result.status} of ${operation.operationId}`);
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function lowerCase(headers: Readonly<Record<string, string>>, mediaType: string | undefined): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) result[name.toLowerCase()] = headers[name] ?? '';
  if (mediaType !== undefined) result['content-type'] = mediaType;
  return result;
}
