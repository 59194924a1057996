import {
  type ApiContract,
  decodeBody,
  type Finding,
  membersOf,
  type Operation,
  omitEmptyFields,
  resolveReference,
  stringifyJson,
  timeoutRuleSuffix,
} from '@understudy/contract';
import { multipartContentType, multipartMediaType, toFormPairs } from './form-body.js';
import type { GeneratedRequest } from './generated-request.js';
import { inlineSchema } from './inline-schema.js';
import type { ReceivedResponse } from './send-request.js';

/** A defect in our own code. */
export interface InternalError {
  readonly what: string;
  readonly error: unknown;
}

/** The reason why a contract rejects a request: the first finding, or the mutation. */
export interface Rejection extends Pick<Finding, 'message'>, Partial<Pick<Finding, 'ruleId' | 'pointer'>> {}

/** Finds the reason why the contract rejects a request, if it does. @param path without the prefix of the sandbox */
export function findRejectionReason(
  contract: ApiContract,
  operation: Operation,
  request: GeneratedRequest,
  path: string,
  sentBody: Uint8Array | undefined,
): Rejection | undefined {
  const match = contract.match(operation.method, path);
  if (match.kind !== 'operation') return { message: `the contract has no ${operation.method} ${path}` };
  if (match.operation !== operation) return undefined;
  const stated = request.refused === true ? { message: request.what } : undefined;
  const headers = Object.fromEntries(new Headers(request.headers));
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
  const decoded = decode(operation, request, headers['content-type'], mediaType, sentBody);
  // Servers ignore a body that the description does not mention.
  if ('finding' in decoded) return operation.requestBody === undefined ? stated : decoded.finding;
  const { findings } = operation.validateRequest({
    path: match.path,
    query: new URLSearchParams(request.query),
    headers,
    body: omitEmptyFields(operation, decoded.value),
    ...(mediaType === undefined ? {} : { mediaType }),
  });
  // A request with a validation timeout can be accepted or rejected.
  const isUnjudged = findings.every(({ ruleId }) => ruleId.endsWith(timeoutRuleSuffix));
  return isUnjudged ? stated : findings[0];
}

function decode(
  operation: Operation,
  { parts }: GeneratedRequest,
  contentType: string | undefined,
  mediaType: string | undefined,
  sentBody: Uint8Array | undefined,
): { value: unknown } | { finding: Rejection } {
  const content = operation.requestBody?.content ?? {};
  if (content['*/*'] !== undefined || sentBody === undefined) return { value: undefined };
  if (mediaType === multipartMediaType && content[multipartMediaType] !== undefined) {
    const pairs = contentType === multipartContentType && parts !== undefined ? toFormPairs(parts) : undefined;
    return pairs === undefined ? { finding: { message: 'the multipart body cannot be read' } } : { value: pairs };
  }
  return sentBody.length === 0 ? { value: undefined } : decodeBody(sentBody, mediaType ?? 'application/json');
}

/** A response, and the facts that determine whether it is correct. */
interface CheckedResponse {
  /** The reason why the contract rejects the request, if it does. */
  readonly refusal?: Rejection | undefined;
  /** True if this response rejects the request. */
  readonly isRefused: boolean;
  /** The path without the sandbox prefix. */
  readonly path: string;
  readonly answer: Omit<ReceivedResponse, 'address' | 'sentBody'>;
  readonly defects?: readonly InternalError[];
  /** True if members that an open schema does not describe are allowed. */
  readonly allowsExtraMembers?: boolean | undefined;
}

/**
 * Statuses with which any HTTP server rejects a request that it cannot read, authorize or route. Generated requests
 * often cause them, and few descriptions list them for each operation.
 */
const generalRefusals = new Set([400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 431]);

/** The error for an accepted invalid request. */
export const acceptedInvalid = 'was answered to a request that must be refused';

/** Returns the errors of a response. */
export function checkResponse(contract: ApiContract, operation: Operation, checked: CheckedResponse): string[] {
  const { refusal, isRefused, path, answer, defects = [], allowsExtraMembers = false } = checked;
  const { status, headers, mediaType, bytes, body } = answer;
  const wrong = defects.map(
    ({ what, error }) => `a defect: ${what}: ${error instanceof Error ? error.message : error}`,
  );
  if (status >= 500) wrong.push(`${status} was answered`);
  if (refusal !== undefined && !isRefused) {
    wrong.push(`${status} ${acceptedInvalid} (${refusal.message})`);
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
  const isRefusal = ({ ruleId }: Finding) => ruleId === 'response/undocumented-status' && generalRefusals.has(status);
  const isExtra = ({ ruleId }: Finding) => ruleId === 'response/undocumented-property';
  const isOpen = allowsExtraMembers && findings.some(isExtra) && !forbidsExtraMembers(contract, match.operation);
  // The entry that counts further findings is not itself a finding.
  const meant = findings.filter(
    (finding) => finding.severity === 'error' && !isRefusal(finding) && !(isOpen && isExtra(finding)),
  );
  return [...wrong, ...meant.map(({ message }) => `the answer ${status} breaks the contract: ${message}`)];
}

/** Returns whether a schema of the responses forbids undescribed members explicitly. */
function forbidsExtraMembers({ document }: ApiContract, { path, method }: Operation): boolean {
  const { responses } = membersOf(membersOf(document.paths?.[path])[method.toLowerCase()]);
  return Object.values(membersOf(responses)).some((response) =>
    Object.values(membersOf(resolveReference(document, response)?.['content'])).some((entry) =>
      /"(?:additional|unevaluated)Properties":false/.test(
        stringifyJson(inlineSchema(document, membersOf(entry).schema)) ?? '',
      ),
    ),
  );
}
