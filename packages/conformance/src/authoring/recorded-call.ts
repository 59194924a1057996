import { decodeBody, isObject, type Operation } from '@understudy/contract';
import type { Criterion } from '../arazzo/model.js';
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

/** A repeated call with all responses before the last one. */
export interface PolledCall extends RecordedCall {
  readonly before: readonly RecordedCall[];
}

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
    // A step would send GET instead of the recorded method.
    else if (found.operation.method !== entry.method) {
      notes.push(`${name} is left out: the contract describes ${found.operation.method} only.`);
    } else if (found.operation.api !== 'control' || steering.has(found.operation.operationId)) {
      calls.push({ entry, ...found, answer: responseValue(entry) });
    }
  }
  return { calls, notes };
}

/** Returns only the path of a URL, because the rest can contain secrets. */
export function redactUrl({ url }: Pick<HarEntry, 'url'>): string {
  return URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/, 1)[0] ?? '');
}

function responseValue({ responseBody, responseHeaders }: HarEntry): unknown {
  if (responseBody === undefined) return undefined;
  const decoded = decodeBody(responseBody, responseHeaders['content-type']);
  return 'value' in decoded ? decoded.value : undefined;
}

/** Merges consecutive identical calls with different responses, which indicate polling. */
export function foldPolls(calls: readonly RecordedCall[]): PolledCall[] {
  const folded: PolledCall[] = [];
  for (const call of calls) {
    const earlier = folded.at(-1);
    if (earlier !== undefined && isSameRequest(earlier, call) && conditionOf(earlier, call) !== undefined) {
      folded[folded.length - 1] = { ...call, before: [...earlier.before, earlier] };
    } else folded.push({ ...call, before: [] });
  }
  return folded;
}

/** Creates the criteria for polling again, which match the earlier responses but not the last one. */
export function createRetryCriteria({ before, ...last }: PolledCall): Criterion[] {
  const conditions = new Set(before.map((call) => conditionOf(call, last) ?? ''));
  return before.length === 0
    ? []
    : [{ condition: [...conditions].filter((condition) => condition !== '').join(' || ') }];
}

function isSameRequest(one: RecordedCall, other: RecordedCall): boolean {
  if (one.operation !== other.operation || one.operation.method !== 'GET' || one.entry.url !== other.entry.url)
    return false;
  const headers = one.operation.parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name.toLowerCase());
  return headers.every((name) => one.entry.requestHeaders[name] === other.entry.requestHeaders[name]);
}

/**
 * Returns a condition for the difference between an earlier response and the last one: the status or the first
 * differing word.
 */
function conditionOf(call: RecordedCall, last: RecordedCall): string | undefined {
  // Clients poll only until a request succeeds.
  if (last.entry.status >= 300 || (call.entry.status >= 300 && call.entry.status !== 404)) return undefined;
  if (call.entry.status !== last.entry.status) return `$statusCode == ${call.entry.status}`;
  if (!isObject(call.answer) || !isObject(last.answer)) return undefined;
  const later = last.answer;
  const differing = Object.entries(call.answer).find(
    ([name, value]) =>
      typeof value === 'string' && /^[A-Za-z_-]+$/.test(value) && later[name] !== value && /^[\w.-]+$/.test(name),
  );
  return differing === undefined ? undefined : `$response.body#/${differing[0]} == '${String(differing[1])}'`;
}
