import {
  type ApiContract,
  decodeBody,
  type Finding,
  type Operation,
  type RequestParts,
  type ResponseParts,
  redactedMark,
} from '@understudy/contract';
import { readPointer } from '../expressions/json-pointer.js';
import { createRedactor } from '../redactor.js';
import { type HarEntry, readHar } from './har.js';

export interface DriftOptions {
  /** The text of the archive. */
  har: string;
  contracts: ReadonlyMap<string, ApiContract>;
  /** Base URLs of the APIs, where their paths begin; a list serves all of them. Any host when absent. */
  baseUrls?: readonly string[] | undefined;
}

/** A finding about one entry of an archive. */
export interface DriftFinding extends Finding {
  /** Place in `log.entries`, from 0. */
  entry: number;
  /** Whether the client or the server violates the contract. */
  side: 'request' | 'response';
  api: string;
  operationId: string;
  method: string;
  url: string;
  status: number;
}

/** How recorded traffic compares with the contract. */
export interface DriftReport {
  schemaVersion: 1;
  entries: number;
  /** Entries that call an operation of the contract. */
  matched: number;
  operations: { api: string; operationId: string; calls: number; findings: number }[];
  findings: DriftFinding[];
  /** Entries on an API's base URL that no operation has. */
  unknown: { entry: number; method: string; url: string; why: string }[];
  /** Entries that call no API of the contract. */
  elsewhere: number;
  /** Entries whose bodies are missing from the archive. */
  withoutBody: number[];
}

type Found = { operation: Operation; path: Record<string, string> } | { why: string } | undefined;

/**
 * Validates the requests and responses of an HTTP archive against the contract.
 *
 * @throws InvalidArchiveError when the text is not one
 */
export function checkHar({ har, contracts, baseUrls }: DriftOptions): DriftReport {
  const { entries } = readHar(har);
  const redactor = createRedactor([]);
  const report = emptyReport(entries.length);
  for (const entry of entries) {
    redactor.headers(entry.requestHeaders);
    const call = { entry: entry.index, method: entry.method, url: redactor.text(entry.url) };
    const found = operationOf(entry, contracts, baseUrls);
    const count = countCall(report, call, found);
    if (count === undefined || found === undefined || 'why' in found) continue;
    const { api, operationId } = count;
    const place = { ...call, api, operationId, status: entry.status };
    // A rejection already reports what is wrong with the request.
    const request = isRefusal(entry.status) ? [] : requestFindings(entry, found);
    const findings = [
      ...request.map((finding) => ({ ...finding, ...place, side: 'request' as const })),
      ...responseFindings(entry, found.operation, report).map((finding) => ({
        ...finding,
        ...place,
        side: 'response' as const,
      })),
    ];
    report.findings.push(...findings);
    count.findings += findings.length;
  }
  return redactor.known({
    ...report,
    findings: report.findings.map((finding) => Object.assign({ ...finding }, redactedParts(finding, redactor))),
  });
}

/** An empty report. */
export function emptyReport(entries: number): DriftReport {
  return {
    schemaVersion: 1,
    entries,
    matched: 0,
    operations: [],
    findings: [],
    unknown: [],
    elsewhere: 0,
    withoutBody: [],
  };
}

/** Counts a call in a report; returns the count of its operation, or `undefined` if it calls none. */
export function countCall(
  report: DriftReport,
  call: { entry: number; method: string; url: string },
  found: Found,
): DriftReport['operations'][number] | undefined {
  if (found === undefined) report.elsewhere += 1;
  else if ('why' in found) report.unknown.push({ ...call, why: found.why });
  else {
    const { api, operationId } = found.operation;
    report.matched += 1;
    let count = report.operations.find((known) => known.api === api && known.operationId === operationId);
    if (count === undefined) {
      count = { api, operationId, calls: 0, findings: 0 };
      report.operations.push(count);
    }
    count.calls += 1;
    return count;
  }
  return undefined;
}

/** A placeholder for a secret in an archive of ours is not the value that was sent. */
function isRedacted({ actual, pointer }: Finding, checked: object): boolean {
  const at = readPointer(checked, pointer);
  const sent = JSON.stringify([actual, at.found && typeof at.value === 'string' ? at.value : '']);
  return sent.includes(redactedMark) || sent.includes(encodeURIComponent(redactedMark));
}

type Parts = Partial<Pick<Finding, 'message' | 'expected' | 'actual'>>;

function redactedParts(finding: Finding, redactor: ReturnType<typeof createRedactor>): Parts {
  const parts: Parts = { message: redactor.text(finding.message) };
  if ('expected' in finding) parts.expected = redactor.value(finding.expected);
  if ('actual' in finding) parts.actual = redactor.value(finding.actual);
  return parts;
}

/** 400 and 413 say that the request was wrong; checking it again would blame both sides for one thing. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 413 || status === 422 || status === 0;
}

/** The operation that a request calls, or why none does; `undefined` when it has nothing to do with the contract. */
export function operationOf(
  entry: Pick<HarEntry, 'method' | 'url'>,
  contracts: ReadonlyMap<string, ApiContract>,
  baseUrls: readonly string[] | undefined,
): Found {
  if (!URL.canParse(entry.url)) return undefined;
  const { origin, pathname } = new URL(entry.url);
  if (entry.method === 'OPTIONS') return undefined;
  const path = baseUrls === undefined ? pathname : pathBelowBase(`${origin}${pathname}`, baseUrls);
  if (path === undefined) return undefined;
  let why: string | undefined;
  for (const candidate of candidatePaths(path, baseUrls === undefined)) {
    for (const contract of contracts.values()) {
      const match = contract.match(entry.method, candidate);
      if (match.kind === 'operation') return { operation: match.operation, path: match.path };
      if (match.kind === 'wrong-method') why ??= `The path ${candidate} takes ${match.allow.join(', ')} only.`;
    }
  }
  if (why !== undefined) return { why };
  return baseUrls === undefined ? undefined : { why: `No operation of the contract has the path ${path}.` };
}

function pathBelowBase(url: string, baseUrls: readonly string[]): string | undefined {
  const base = baseUrls.map((given) => given.replace(/(?<!\/)\/+$/, '')).find((given) => url.startsWith(`${given}/`));
  return base === undefined ? undefined : url.slice(base.length);
}

/** A base URL may have a path of its own, a sandbox for one; without knowing it, each end of the path is tried. */
function candidatePaths(path: string, anywhere: boolean): string[] {
  if (!anywhere) return [path];
  const segments = path.split('/');
  return segments.slice(0, 4).flatMap((_segment, index) => {
    const rest = `/${segments.slice(index + 1).join('/')}`;
    return rest === '/' ? [] : [rest];
  });
}

function requestFindings(
  entry: HarEntry,
  { operation, path }: { operation: Operation; path: Record<string, string> },
): Finding[] {
  const mediaType = entry.requestHeaders['content-type'];
  const parts: RequestParts = { path, query: new URL(entry.url).searchParams, headers: entry.requestHeaders };
  if (mediaType !== undefined) parts.mediaType = mediaType;
  const described = operation.requestBody;
  const raw = described?.content['*/*'] !== undefined;
  if (entry.requestBody !== undefined && !raw) {
    const decoded = decodeBody(entry.requestBody, mediaType ?? 'application/json');
    if ('finding' in decoded) return isRedacted(decoded.finding, {}) ? [] : [decoded.finding];
    parts.body = decoded.value;
  }
  const checked = { ...parts, query: Object.fromEntries(parts.query) };
  const findings = operation.validateRequest(parts).findings.filter((finding) => !isRedacted(finding, checked));
  // A body that the archive did not keep is not missing.
  const kept = entry.requestBody !== undefined || described === undefined;
  return kept ? findings : findings.filter(({ pointer }) => !pointer.startsWith('/body'));
}

function responseFindings(entry: HarEntry, operation: Operation, report: DriftReport): Finding[] {
  const { status, responseHeaders: headers, responseBody, index } = entry;
  // No answer came; that is the network's business. 304 is the browser's own cache.
  if (status === 0 || status === 304) return [];
  const mediaType = headers['content-type'];
  const bytes = responseBody ?? new Uint8Array();
  const parts: ResponseParts = { status, headers, body: undefined, empty: bytes.byteLength === 0 };
  if (mediaType !== undefined) parts.mediaType = mediaType;
  if (!parts.empty) {
    const decoded = decodeBody(bytes, mediaType);
    if ('finding' in decoded) return isRedacted(decoded.finding, {}) ? [] : [decoded.finding];
    parts.body = decoded.value;
  }
  const findings = operation.validateResponse(parts).filter((finding) => !isRedacted(finding, parts));
  if (responseBody !== undefined) return findings;
  const others = findings.filter(({ pointer }) => !pointer.startsWith('/body'));
  if (others.length < findings.length) report.withoutBody.push(index);
  return others;
}
