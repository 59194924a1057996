import type { ApiContract, Finding } from '@understudy/contract';
import { fingerprintOf } from '../causes/step-issues.js';
import { generalPointer } from '../expressions/json-pointer.js';
import { checkHar, countCall, type DriftFinding, type DriftReport, emptyReport, operationOf } from './check-har.js';
import { InvalidArchiveError } from './har.js';

/** Recorded traffic. */
export interface Traffic {
  /** File name, or another name for reports. */
  name: string;
  /** An HTTP archive, or an access log. */
  text: string;
}

/** One contract violation with all its occurrences. */
export interface DriftCause extends Finding {
  /** The same for the same thing in other traffic. */
  fingerprint: string;
  /** Whether the client or the server violates the contract. */
  side: 'request' | 'response';
  api: string;
  operationId: string;
  status: number;
  count: number;
  /** The first place; `entry` is that in `log.entries`, from 0. */
  first: { source: string; entry: number; method: string; url: string };
}

/** How recorded traffic compares with the contract. */
export interface TrafficReport {
  schemaVersion: 2;
  /** `unread` are the lines of a log that name no call. */
  sources: { name: string; kind: 'archive' | 'access-log'; entries: number; unread?: number }[];
  entries: number;
  /** Entries that call an operation of the contract. */
  matched: number;
  operations: { api: string; operationId: string; calls: number }[];
  causes: DriftCause[];
  /** Calls of addresses that no operation has, each once. */
  unknown: { source: string; entry: number; method: string; url: string; why: string; count: number }[];
  /** Entries that have nothing to do with the contract. */
  elsewhere: number;
  /** Bodies that could not be checked because the archive does not hold them. */
  withoutBody: number;
}

/**
 * Validates recorded traffic against the contract and groups the findings by cause. Access logs contain no messages, so
 * they only show which operations were called.
 *
 * @param options.baseUrls base URLs of the APIs, where their paths begin; any host when absent
 * @throws InvalidArchiveError when a text is neither an archive nor an access log
 */
export function checkTraffic(options: {
  traffic: readonly Traffic[];
  contracts: ReadonlyMap<string, ApiContract>;
  baseUrls?: readonly string[] | undefined;
}): TrafficReport {
  const { contracts, baseUrls } = options;
  const report: TrafficReport = {
    schemaVersion: 2,
    sources: [],
    entries: 0,
    matched: 0,
    operations: [],
    causes: [],
    unknown: [],
    elsewhere: 0,
    withoutBody: 0,
  };
  const operations = new Map<string, TrafficReport['operations'][number]>();
  const causes = new Map<string, DriftCause>();
  const unknown = new Map<string, TrafficReport['unknown'][number]>();
  for (const { name, text } of options.traffic) {
    const { part, log } = readTraffic({ name, text }, contracts, baseUrls);
    const unread = log === undefined ? {} : { unread: log.unread };
    report.sources.push({ name, kind: log === undefined ? 'archive' : 'access-log', entries: part.entries, ...unread });
    report.entries += part.entries;
    report.matched += part.matched;
    report.elsewhere += part.elsewhere;
    report.withoutBody += part.withoutBody.length;
    for (const { api, operationId, calls } of part.operations) {
      const known = operations.get(`${api} ${operationId}`) ?? { api, operationId, calls: 0 };
      operations.set(`${api} ${operationId}`, { ...known, calls: known.calls + calls });
    }
    for (const finding of part.findings) addCause(causes, finding, name);
    for (const one of part.unknown) {
      const key = `${one.method} ${one.why}`;
      const known = unknown.get(key);
      if (known === undefined) unknown.set(key, { source: name, ...one, count: 1 });
      else known.count += 1;
    }
  }
  report.operations = [...operations.values()];
  report.causes = [...causes.values()].sort((one, other) => other.count - one.count);
  report.unknown = [...unknown.values()];
  return report;
}

function readTraffic(
  { name, text }: Traffic,
  contracts: ReadonlyMap<string, ApiContract>,
  baseUrls: readonly string[] | undefined,
): { part: DriftReport; log?: ReturnType<typeof readAccessLog> } {
  try {
    // Some tools begin the file with a byte order mark.
    if (/^\uFEFF?\s*[{[]/.test(text)) return { part: checkHar({ har: text, contracts, baseUrls }) };
    const log = readAccessLog(text);
    if (log.calls.length > 0) return { part: checkLog(log, contracts, baseUrls), log };
    throw new InvalidArchiveError('it is no JSON, and no line of it names a call as access logs do');
  } catch (error) {
    if (error instanceof InvalidArchiveError) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

/** By what makes it the same: operation, side, status, rule, place (`*` for every item of a list), and what was expected. */
function addCause(causes: Map<string, DriftCause>, finding: DriftFinding, source: string): void {
  const { entry, method, url, ...rest } = finding;
  const { api, operationId, side, status, ruleId, expected } = rest;
  const pointer = generalPointer(finding.pointer);
  const fingerprint = fingerprintOf([api, operationId, side, status, ruleId, pointer, expected]);
  const known = causes.get(fingerprint);
  if (known !== undefined) known.count += 1;
  else causes.set(fingerprint, { ...rest, pointer, fingerprint, count: 1, first: { source, entry, method, url } });
}

/** Counts the operations that an access log calls. */
function checkLog(
  { calls }: ReturnType<typeof readAccessLog>,
  contracts: ReadonlyMap<string, ApiContract>,
  baseUrls: readonly string[] | undefined,
): DriftReport {
  const report = emptyReport(calls.length);
  // A log does not name the host that it is of.
  const paths = baseUrls?.map((base) => `http://log.invalid${new URL(base).pathname}`);
  for (const { line, method, target } of calls) {
    const url = target.split(/[?#]/, 1)[0] ?? '';
    const found = operationOf({ method, url: `http://log.invalid${url}` }, contracts, paths);
    countCall(report, { entry: line, method, url }, found);
  }
  return report;
}

/** A line of an access log: the call, and the status of the answer. */
interface LoggedCall {
  /** From 0. */
  line: number;
  method: string;
  /** Path and query. */
  target: string;
  status: number;
}

/** As nginx and Apache write it within quotation marks, and as plain logs write it without. */
const call = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/\S*?)(?: HTTP\/[\d.]+)?"? (?:-> )?([1-5]\d\d)\b/;

/**
 * Reads the calls of an access log: the common and combined formats of nginx and Apache, and any line that names method,
 * path and status one after another.
 *
 * @returns the calls, and how many lines that are not empty name none
 */
function readAccessLog(text: string): { calls: LoggedCall[]; unread: number } {
  const calls: LoggedCall[] = [];
  let unread = 0;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const [, method, target, status] = call.exec(content) ?? [];
    if (method !== undefined && target !== undefined) calls.push({ line, method, target, status: Number(status) });
    else if (content.trim() !== '') unread += 1;
  }
  return { calls, unread };
}
