import {
  decodeBody,
  type Finding,
  isObject,
  type Operation,
  omitUndefined,
  type RequestParts,
  type ResponseParts,
  readMultipart,
  redactedText,
  stringifyJson,
  toFormPairs,
} from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { readPointer } from '../expressions/json-pointer.js';
import { placeholderPattern } from '../redactor.js';
import type { HarEntry } from './har.js';

/** A call of an operation, with its path parameter values. */
interface MatchedCall {
  readonly operation: Operation;
  readonly path: Record<string, string>;
}

/** A finding about the client's request or the server's response. */
export type TrafficFinding = Finding & { side: 'request' | 'response' };

export function checkEntry(entry: HarEntry, call: MatchedCall): { findings: TrafficFinding[]; lacksBody: boolean } {
  const request = rejections.includes(entry.status) ? [] : requestFindings(entry, call);
  const response = responseFindings(entry, call.operation);
  const isStored = ({ pointer }: Finding): boolean => entry.responseBody !== undefined || !pointer.startsWith('/body');
  return {
    findings: [
      ...request.map((finding) => ({ ...finding, side: 'request' as const })),
      ...response.filter(isStored).map((finding) => ({ ...finding, side: 'response' as const })),
    ],
    lacksBody: !response.every(isStored),
  };
}

/**
 * Returns whether a finding is caused by a placeholder, which archives written by Understudy contain instead of
 * secrets.
 */
function isRedacted({ actual, pointer }: Finding, checked: object): boolean {
  const at = readPointer(checked, pointer);
  const sent = stringifyJson([actual, at.found && typeof at.value === 'string' ? at.value : '']);
  return (
    [redactedText, encodeURIComponent(redactedText)].some((mark) => sent.includes(mark)) ||
    placeholderPattern.test(sent)
  );
}

/** Statuses that report an invalid request, and 0 for a missing response. */
const rejections = [400, 413, 422, 0];

/**
 * Returns the operation that a request calls, or the reason why none matches. Returns `undefined` for a request to
 * another API.
 */
export function matchEntryOperation(
  entry: Pick<HarEntry, 'method' | 'url'>,
  contracts: ContractsByApi,
  baseUrls: readonly string[] | undefined,
): MatchedCall | { why: string } | 'preflight' | undefined {
  if (!URL.canParse(entry.url)) return undefined;
  const { origin, pathname } = new URL(entry.url);
  const path = baseUrls === undefined ? pathname : pathBelowBase(`${origin}${pathname}`, baseUrls);
  if (path === undefined) return undefined;
  let why: string | undefined;
  for (const candidate of candidatePaths(path, baseUrls === undefined)) {
    for (const contract of contracts.values()) {
      const match = contract.match(entry.method, candidate);
      if (match.kind === 'operation') return { operation: match.operation, path: match.path };
      if (match.kind !== 'wrong-method') continue;
      // Browsers send a preflight request before cross-origin calls.
      if (entry.method === 'OPTIONS') return 'preflight';
      const get = entry.method === 'HEAD' ? contract.match('GET', candidate) : match;
      if (get.kind === 'operation') return { operation: get.operation, path: get.path };
      why ??= `The path ${candidate} takes ${match.allow.join(', ')} only.`;
    }
  }
  if (why !== undefined) return { why };
  if (entry.method === 'OPTIONS') return undefined;
  const isBelow = baseUrls !== undefined || pathBelowBase(`${origin}${pathname}`, serversOf(contracts)) !== undefined;
  return isBelow ? { why: `No operation of the contract has the path ${path}.` } : undefined;
}

/** Lists the absolute server URLs in the descriptions, except those with variables. */
function serversOf(contracts: ContractsByApi): string[] {
  const servers = [...contracts.values()].flatMap(({ document }) => document['servers'] ?? []);
  const urls = servers.map((server: unknown) => (isObject(server) ? String(server.url) : ''));
  return urls.filter((url) => /^https?:\/\/[^/{}]+/i.test(url) && !url.includes('{'));
}

function pathBelowBase(url: string, baseUrls: readonly string[]): string | undefined {
  const base = baseUrls.map((given) => given.replace(/(?<!\/)\/+$/, '')).find((given) => url.startsWith(`${given}/`));
  return base === undefined ? undefined : url.slice(base.length);
}

/** Lists the paths to match. Without a base URL, every suffix of the path is a candidate. */
function candidatePaths(path: string, anywhere: boolean): string[] {
  if (!anywhere) return [path];
  const segments = path.split('/');
  return segments.slice(0, 4).flatMap((_segment, index) => {
    const rest = `/${segments.slice(index + 1).join('/')}`;
    return rest === '/' ? [] : [rest];
  });
}

function requestFindings(entry: HarEntry, { operation, path }: MatchedCall): Finding[] {
  const mediaType = entry.requestHeaders['content-type'];
  const query = new URLSearchParams(entry.url.split('#', 1)[0]?.split('?').slice(1).join('?'));
  const parts: RequestParts = { path, query, headers: entry.requestHeaders, ...omitUndefined({ mediaType }) };
  const described = operation.requestBody;
  const raw = described?.content['*/*'] !== undefined;
  if (entry.requestBody !== undefined && !raw) {
    const decoded = decodeRequest(entry.requestBody, mediaType ?? 'application/json');
    if ('finding' in decoded) return isRedacted(decoded.finding, {}) ? [] : [decoded.finding];
    parts.body = decoded.value;
  }
  const checked = { ...parts, query: Object.fromEntries(parts.query) };
  const findings = operation.validateRequest(parts).findings.filter((finding) => !isRedacted(finding, checked));
  // The archive might not have stored the body, so its absence is not a finding.
  const isStored = entry.requestBody !== undefined || described === undefined;
  return isStored ? findings : findings.filter(({ pointer }) => !pointer.startsWith('/body'));
}

function decodeRequest(body: Uint8Array, mediaType: string): ReturnType<typeof decodeBody> {
  if (!/^multipart\/form-data\b/i.test(mediaType)) return decodeBody(body, mediaType);
  const read = readMultipart(body, mediaType);
  return 'finding' in read ? read : toFormPairs(read.parts);
}

function responseFindings(entry: HarEntry, operation: Operation): Finding[] {
  const { status, responseHeaders: headers, responseBody } = entry;
  // No response, or a response from the browser's cache.
  if (status === 0 || status === 304) return [];
  // A HEAD response has the headers of GET and no body.
  const isHead = entry.method === 'HEAD';
  const mediaType = headers['content-type'];
  const bytes = responseBody ?? new Uint8Array();
  const empty = bytes.byteLength === 0;
  const parts: ResponseParts = { status, headers, body: undefined, empty, ...omitUndefined({ mediaType }) };
  if (!parts.empty) {
    const decoded = decodeBody(bytes, mediaType);
    if ('finding' in decoded) return isRedacted(decoded.finding, {}) ? [] : [decoded.finding];
    parts.body = decoded.value;
  }
  const findings = operation.validateResponse(parts).filter((finding) => !isRedacted(finding, parts));
  return isHead ? findings.filter(({ ruleId }) => ruleId !== 'response/missing-body') : findings;
}
