import { findNearest, type Operation } from '@understudy/contract';
import { createErrorResult, type ErrorResult } from '../error-result.js';
import type { RequestPreference } from './preference.js';

type Examples = Operation['responseExamples'];

/**
 * Finds the documented response that a request prefers. An example without a status leads to the first success that has
 * it.
 *
 * @returns the preference with its status, or an error that lists the documented responses
 */
export function chooseResponse(
  { operationId, responseExamples }: Pick<Operation, 'operationId' | 'responseExamples'>,
  preference: RequestPreference,
): RequestPreference | ErrorResult {
  const { code, example } = preference;
  const documented = listResponses(responseExamples);
  if (code !== undefined && keyOf(responseExamples, code) === undefined) {
    const rule = `{"match": {"operationId": "${operationId}"}, "effect": {"status": ${code}}, "times": 1}`;
    const message = `Prefer asks for status ${code}, which ${operationId} does not document; documented are ${documented}. For any error status set a fault rule: PUT /_sim/faults {"faults": [${rule}]}`;
    return createPreferenceError(message, responseExamples);
  }
  if (example === undefined) return preference;
  const keys = code === undefined ? Object.keys(responseExamples).filter(isSuccess) : [keyOf(responseExamples, code)];
  const key = keys.find((each) => each !== undefined && responseExamples[each]?.includes(example));
  if (key === undefined) {
    const of = code === undefined ? 'a success' : `status ${code}`;
    const known = keys.flatMap((each) => responseExamples[each ?? ''] ?? []);
    const near = findNearest(example, known);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    const message = `Prefer asks for the example "${example}", which ${operationId} does not document for ${of}; documented are ${documented}.${hint}`;
    return createPreferenceError(message, responseExamples);
  }
  return code === undefined && keys[0] !== key && /^\d+$/.test(key) ? { ...preference, code: key } : preference;
}

/** Creates an error about the header `Prefer`. It lists the documented statuses and their examples. */
export function createPreferenceError(message: string, responses: Examples): ErrorResult {
  return createErrorResult(400, 'prefer', message, { problem: { pointer: '/headers/Prefer', responses } });
}

function keyOf(responses: Examples, code: string): string | undefined {
  return [code, `${code.charAt(0)}XX`, 'default'].find((key) => Object.hasOwn(responses, key));
}

function isSuccess(key: string): boolean {
  return /^[23]/.test(key) || key === 'default';
}

function listResponses(responses: Examples): string {
  const texts = Object.entries(responses).map(([status, names]) =>
    names.length === 0 ? status : `${status} (${names.length === 1 ? 'example' : 'examples'} ${names.join(', ')})`,
  );
  return texts.length === 0 ? 'none' : texts.join(', ');
}
