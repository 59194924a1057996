import { decodeBody, type Operation } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { matchEntryOperation } from '../drift/check-entry.js';
import type { HarEntry } from '../drift/har.js';

export interface RecordedCall {
  readonly entry: HarEntry;
  readonly operation: Operation;
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The response body. Undefined if there is none or the archive contains only part of it. */
  readonly answer: unknown;
}

/** Control operations that change state. */
const steering = new Set([
  ...['seedSandbox', 'getClock', 'setClock', 'advanceClock'],
  ...['setInboxResponses', 'listMessages', 'clearInbox', 'runAction'],
]);

/** Finds the entries that call an operation. @returns the calls, and a sentence for each important omission */
export function matchRecordedCalls(
  entries: readonly HarEntry[],
  contracts: ContractsByApi,
  baseUrls: readonly string[] | undefined,
): { calls: RecordedCall[]; notes: string[] } {
  const calls: RecordedCall[] = [];
  const notes: string[] = [];
  for (const entry of entries) {
    const matched = matchEntryOperation(entry, contracts, baseUrls);
    const found = matched === 'preflight' ? undefined : matched;
    const name = `entry ${entry.index}, ${entry.method} ${redactUrl(entry)},`;
    if (found === undefined) continue;
    if ('why' in found) notes.push(`${name} is left out: ${found.why}`);
    else if (entry.status === 0) notes.push(`${name} is left out because it got no response.`);
    // A step would send GET.
    else if (found.operation.method !== entry.method) {
      notes.push(`${name} is left out: the contract describes ${found.operation.method} only.`);
    } else if (found.operation.api !== 'control' || steering.has(found.operation.operationId)) {
      calls.push({ entry, ...found, answer: responseValue(entry) });
    }
  }
  return { calls, notes };
}

/** Returns a URL without its secret parts. */
export function redactUrl({ url }: Pick<HarEntry, 'url'>): string {
  return URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/, 1)[0] ?? '');
}

function responseValue({ responseBody, responseHeaders }: HarEntry): unknown {
  if (responseBody === undefined) return undefined;
  const decoded = decodeBody(responseBody, responseHeaders['content-type']);
  return 'value' in decoded ? decoded.value : undefined;
}
