import type { ErrorResult } from '@understudy/kernel';
import type { Grant } from '../entities.js';
import { oauthErrors } from '../errors.js';
import type { RequestParameters } from '../records/parameters.js';

/**
 * Returns the APIs for which a token is valid: those that the request names, if they were granted; by default all that
 * were granted (RFC 8707 section 2.2).
 */
export function resolveResources(
  parameters: RequestParameters,
  { resources }: Grant,
): { readonly uris: readonly string[] } | ErrorResult {
  const wanted = parameters.all('resource');
  const missing = wanted.find((uri) => !resources.includes(uri));
  if (missing !== undefined) return oauthErrors.invalid_target(`The resource "${missing}" was not granted`);
  return { uris: wanted.length > 0 ? wanted : resources };
}
