import type { ApiContract, FindingSubject, Operation } from '@understudy/contract';
import { locateHeader, locateResponse, nearestPlace } from './locate-schema.js';
import type { Issue } from './step-issues.js';

/**
 * What makes an issue the same in every run, whatever values were expected and met. A part of a response is known by its
 * place in the description, so it is the same for all operations that refer to that place.
 *
 * @param step names the step, for what is wrong with the step itself
 */
export function identityOf(
  { kind, api, operationId, finding }: Pick<Issue, 'kind' | 'api' | 'operationId' | 'finding'>,
  step: string,
  contract: ApiContract | undefined,
): unknown[] {
  const { ruleId, about } = finding;
  const common = [kind, api, ruleId];
  if (kind === 'environment') return [...common, operationId];
  if (about === undefined) return [...common, operationId, step];
  const operation = contract?.operations.get(operationId);
  switch (about.kind) {
    case 'webhook-late':
      return common;
    case 'contract':
    case 'expectation':
      return [...common, ...(schemaPlaceOf(about, contract, operation) ?? [operationId, about])];
    case 'missing-output':
    case 'failed-dependency':
      return [...common, operationId, about];
    default:
      return [...common, about.after, about.pointer];
  }
}

/** Where the description says what is not kept; `undefined` when only the operation can tell. */
function schemaPlaceOf(
  about: Extract<FindingSubject, { part: string }>,
  contract: ApiContract | undefined,
  operation: Operation | undefined,
): unknown[] | undefined {
  const { status = 0 } = about;
  if (contract === undefined || operation === undefined) return undefined;
  if (about.part === 'status') {
    const { wanted = 0 } = about;
    // A refusal is worded where several operations refer to it; what is let through is the operation's own.
    const place = wanted >= 400 && status >= 400 ? locateResponse(contract, operation, wanted) : undefined;
    return place && [place.keys, status];
  }
  if (about.part === 'header') return locateHeader(contract, operation, status, about.name)?.keys;
  if (about.part !== 'body') return undefined;
  const place = nearestPlace(contract, operation, status, `/body${about.pointer}`);
  return place && [place.keys, `/body${about.pointer}`.slice(place.pointer.length), about.path];
}
