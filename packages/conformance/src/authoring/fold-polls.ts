import { isObject } from '@understudy/contract';
import type { Criterion } from '../arazzo/model.js';
import type { RecordedCall } from './recorded-call.js';

/** A repeated call with all responses before the last one. */
export interface PolledCall extends RecordedCall {
  readonly before: readonly RecordedCall[];
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
  // Clients poll only for a success.
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
