import { isObject } from './is-object.js';
import type { ResponseParts } from './operation.js';

/** The `type` of the Problem Details of a simulator about the header `Prefer`. */
const preferenceProblem = 'urn:understudy:problem:prefer';

/**
 * Returns whether a response is an error of a simulator about the header `Prefer`. No description documents it, because
 * the API itself does not have it.
 */
export function isPreferenceProblem({ status, body }: Pick<ResponseParts, 'status' | 'body'>): boolean {
  return status === 400 && isObject(body) && body['type'] === preferenceProblem;
}
