import type { Finding, Operation } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { hashParts } from '../causes/step-issues.js';
import { wildcardArrayIndexes } from '../expressions/json-pointer.js';
import { createRedactor, type Redactor } from '../redactor.js';
import { checkEntry, matchEntryOperation, type TrafficFinding } from './check-entry.js';
import { type HarEntry, InvalidArchiveError, readHar } from './har.js';

export interface RecordedTrafficFile {
  /** The file name, or another name to show in reports. */
  name: string;
  /** An HTTP archive, or an access log. */
  text: string;
}

/** One contract violation with all its occurrences. */
export interface DriftCause extends Finding {
  /** Identifies the cause across different traffic. */
  fingerprint: string;
  side: 'request' | 'response';
  api: string;
  operationId: string;
  status: number;
  count: number;
  /** `entry`: index in `log.entries`. */
  first: { source: string; entry: number; method: string; url: string };
}

export interface TrafficReport {
  schemaVersion: 2;
  /** `unread`: number of log lines without a call. */
  sources: { name: string; kind: 'archive' | 'access-log'; entries: number; unread?: number }[];
  entries: number;
  /** Number of entries that call an operation of the contract. */
  matched: number;
  operations: { api: string; operationId: string; calls: number }[];
  causes: DriftCause[];
  /** Calls to URLs that match no operation, listed once each. */
  unknown: { source: string; entry: number; method: string; url: string; why: string; count: number }[];
  /** Number of entries unrelated to the contract. */
  elsewhere: number;
  /** Number of bodies missing from the archive. */
  withoutBody: number;
}

/**
 * Validates recorded traffic and groups the findings by cause. Access logs have no bodies, so only their calls are
 * counted.
 *
 * @param options `baseUrls`: base URLs of the APIs. If absent, any host matches
 * @throws InvalidArchiveError if a text is neither an archive nor an access log
 */
export function checkTraffic(options: {
  traffic: readonly RecordedTrafficFile[];
  contracts: ContractsByApi;
  baseUrls?: readonly string[] | undefined;
}): TrafficReport {
  const check = new TrafficChecker(options.contracts, options.baseUrls);
  for (const { name, text } of options.traffic) {
    try {
      // Some tools start the file with a byte order mark.
      if (/^\uFEFF?\s*[{[]/.test(text)) check.addArchive(name, text);
      else check.addLog(name, text);
    } catch (error) {
      if (error instanceof InvalidArchiveError) error.message = `${name}: ${error.message}`;
      throw error;
    }
  }
  return check.report();
}

/** Maximum number of causes and unknown calls in a report. */
const mostReported = 10_000;

interface Call {
  readonly source: string;
  readonly entry: number;
  readonly method: string;
  readonly url: string;
}

/** Validates traffic and groups its findings by cause. */
export class TrafficChecker {
  readonly #redactor: Redactor;
  readonly #sources: TrafficReport['sources'] = [];
  readonly #operations = new Map<string, TrafficReport['operations'][number]>();
  readonly #causes = new Map<string, DriftCause>();
  readonly #unknown = new Map<string, TrafficReport['unknown'][number]>();
  #matched = 0;
  #elsewhere = 0;
  #withoutBody = 0;

  constructor(
    private readonly contracts: ContractsByApi,
    private readonly baseUrls: readonly string[] | undefined,
    /** Names of headers, members, parameters and fields that contain secrets. */
    names: readonly string[] = [],
  ) {
    this.#redactor = createRedactor([], { names });
  }

  addArchive(source: string, text: string): void {
    const { entries } = readHar(text);
    this.#sources.push({ name: source, kind: 'archive', entries: entries.length });
    for (const entry of entries) this.addEntry(source, entry);
  }

  /** @returns the causes that occur in this entry, with their counts so far */
  addEntry(source: string, entry: HarEntry): DriftCause[] {
    for (const headers of [entry.requestHeaders, entry.responseHeaders]) this.#redactor.headers(headers);
    const call = { source, entry: entry.index, method: entry.method, url: this.#redactor.text(entry.url) };
    const found = this.#count(call, matchEntryOperation(entry, this.contracts, this.baseUrls));
    if (found === undefined) return [];
    const { findings, lacksBody } = checkEntry(entry, found);
    if (lacksBody) this.#withoutBody += 1;
    // Findings quote bodies, so the secrets in the bodies must be registered for redaction.
    for (const body of findings.length === 0 ? [] : [entry.requestBody, entry.responseBody])
      this.#redactor.text(new TextDecoder().decode(body));
    return findings.flatMap((each) => this.#addCause({ ...each, status: entry.status }, found.operation, call) ?? []);
  }

  /** Adds the calls of an access log, which does not contain the host. */
  addLog(source: string, text: string): void {
    const { calls, unread } = readAccessLog(text);
    if (calls.length === 0)
      throw new InvalidArchiveError('it is neither JSON nor an access log with at least one request');
    this.#sources.push({ name: source, kind: 'access-log', entries: calls.length, unread });
    const paths = this.baseUrls?.map((base) => `http://log.invalid${new URL(base).pathname}`);
    for (const { line, method, target } of calls) {
      const url = target.split(/[?#]/, 1)[0] ?? '';
      const found = matchEntryOperation({ method, url: `http://log.invalid${url}` }, this.contracts, paths);
      this.#count({ source, entry: line, method, url }, found);
    }
  }

  report(): TrafficReport {
    return this.#redactor.known({
      schemaVersion: 2 as const,
      sources: this.#sources,
      entries: this.#sources.reduce((sum, { entries }) => sum + entries, 0),
      matched: this.#matched,
      operations: [...this.#operations.values()],
      causes: [...this.#causes.values()].sort((one, other) => other.count - one.count),
      unknown: [...this.#unknown.values()],
      elsewhere: this.#elsewhere,
      withoutBody: this.#withoutBody,
    });
  }

  /** @returns the call, if it matches an operation */
  #count(
    call: Call,
    found: ReturnType<typeof matchEntryOperation>,
  ): Exclude<typeof found, { why: string } | 'preflight'> {
    if (found === 'preflight') {
      this.#matched += 1;
      return undefined;
    }
    if (found === undefined) {
      this.#elsewhere += 1;
      return undefined;
    }
    if ('why' in found) {
      const key = `${call.method} ${found.why}`;
      const known = this.#unknown.get(key);
      if (known === undefined && this.#unknown.size < mostReported)
        this.#unknown.set(key, { ...call, why: found.why, count: 1 });
      else if (known !== undefined) known.count += 1;
      return undefined;
    }
    const { api, operationId } = found.operation;
    const count = this.#operations.get(`${api} ${operationId}`) ?? { api, operationId, calls: 0 };
    this.#operations.set(`${api} ${operationId}`, { ...count, calls: count.calls + 1 });
    this.#matched += 1;
    return found;
  }

  /**
   * Adds a finding to its cause, which is identified by operation, side, status, rule, location (`*` for list items)
   * and expected value.
   */
  #addCause(finding: TrafficFinding & { status: number }, { api, operationId }: Operation, first: Call) {
    const { side, status, ruleId, expected, message } = finding;
    const pointer = wildcardArrayIndexes(finding.pointer);
    const fingerprint = hashParts([api, operationId, side, status, ruleId, pointer, expected]);
    const known = this.#causes.get(fingerprint);
    if (known !== undefined) {
      known.count += 1;
      return known;
    }
    if (this.#causes.size >= mostReported) return undefined;
    const cause = { ...finding, message: this.#redactor.text(message), pointer, fingerprint, count: 1, first };
    if ('expected' in finding) cause.expected = this.#redactor.value(expected);
    if ('actual' in finding) cause.actual = this.#redactor.value(finding.actual);
    const added = { ...cause, api, operationId };
    this.#causes.set(fingerprint, added);
    return added;
  }
}

/** The request line: nginx and Apache write it in quotation marks, plain logs without. */
const call = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/\S*?)(?: HTTP\/[\d.]+)?"? (?:-> )?([1-5]\d\d)\b/;

/**
 * Reads nginx and Apache access logs, and any other lines with method, path and status in this order.
 *
 * @returns the calls with their zero-based lines, and the number of other lines
 */
function readAccessLog(text: string) {
  const calls: { line: number; method: string; target: string }[] = [];
  let unread = 0;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const [, method, target] = call.exec(content) ?? [];
    if (method !== undefined && target !== undefined) calls.push({ line, method, target });
    else if (content.trim() !== '') unread += 1;
  }
  return { calls, unread };
}
