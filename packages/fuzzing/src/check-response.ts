import { type ApiContract, decodeBody, type Operation, tooCostly, withoutEmptyFields } from '@understudy/contract';
import { multipartContentType, multipartMediaType, toFormPairs } from './form-body.js';
import type { GeneratedRequest } from './generated-request.js';
import type { ReceivedResponse } from './send-request.js';

/** Something that our own code got wrong. */
export interface InternalError {
  readonly what: string;
  readonly error: unknown;
}

/** The reason why the contract rejects a request, if it does. @param path without the prefix of the sandbox */
export function findRejectionReason(
  contract: ApiContract,
  operation: Operation,
  request: GeneratedRequest,
  path: string,
  sentBody: Uint8Array | undefined,
): string | undefined {
  const match = contract.match(operation.method, path);
  if (match.kind !== 'operation') return `the contract has no ${operation.method} ${path}`;
  if (match.operation !== operation) return undefined;
  if (request.refused === true) return request.what;
  const headers = Object.fromEntries(new Headers(request.headers));
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
  const decoded = decode(operation, request, headers['content-type'], mediaType, sentBody);
  // Servers ignore a body that is not described.
  if ('finding' in decoded) return operation.requestBody === undefined ? undefined : decoded.finding.message;
  const { findings } = operation.validateRequest({
    path: match.path,
    query: new URLSearchParams(request.query),
    headers,
    body: withoutEmptyFields(operation, decoded.value),
    ...(mediaType === undefined ? {} : { mediaType }),
  });
  // A request with a validation timeout can be accepted or rejected.
  const isUnjudged = findings.every(({ ruleId }) => ruleId.endsWith(tooCostly));
  return isUnjudged ? undefined : findings[0]?.message;
}

function decode(
  operation: Operation,
  { parts }: GeneratedRequest,
  contentType: string | undefined,
  mediaType: string | undefined,
  sentBody: Uint8Array | undefined,
): { value: unknown } | { finding: { message: string } } {
  const content = operation.requestBody?.content ?? {};
  if (content['*/*'] !== undefined || sentBody === undefined) return { value: undefined };
  if (mediaType === multipartMediaType && content[multipartMediaType] !== undefined) {
    const pairs = contentType === multipartContentType && parts !== undefined ? toFormPairs(parts) : undefined;
    return pairs === undefined ? { finding: { message: 'the multipart body cannot be read' } } : { value: pairs };
  }
  return sentBody.length === 0 ? { value: undefined } : decodeBody(sentBody, mediaType ?? 'application/json');
}

/** The errors of a response. @param isRefused whether the API rejects the request with it */
export function checkResponse(
  contract: ApiContract,
  operation: Operation,
  refusal: string | undefined,
  isRefused: boolean,
  path: string,
  answer: Omit<ReceivedResponse, 'address' | 'sentBody'>,
  defects: readonly InternalError[],
): string[] {
  const { status, headers, mediaType, bytes, body } = answer;
  const wrong = defects.map(
    ({ what, error }) => `a defect: ${what}: ${error instanceof Error ? error.message : error}`,
  );
  if (status >= 500) wrong.push(`${status} was answered`);
  if (refusal !== undefined && !isRefused) {
    wrong.push(`${status} was answered to a request that must be refused (${refusal})`);
  }
  const match = contract.match(operation.method, path);
  if (match.kind !== 'operation') return wrong;
  const findings = match.operation.validateResponse({
    status,
    headers,
    body,
    empty: bytes.length === 0,
    ...(mediaType === undefined ? {} : { mediaType }),
  });
  return [...wrong, ...findings.map(({ message }) => `the answer ${status} breaks the contract: ${message}`)];
}
