import { isDeepStrictEqual } from 'node:util';
import { isSecretHeader } from '@understudy/contract';
import type { BehaviorModel, OperationStatement, ResourceStatement } from '@understudy/model';
import { groupBy } from './count-values.js';
import type { RecordedOperation } from './observe-recording.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** A named behavior of an operation, with its support in a recording. */
export interface LearnedBehavior {
  readonly operation: string;
  readonly says: string;
  readonly seen: number;
  readonly contradicted: number;
  /** The statement about the operation in the model. Undefined if the behavior is only an observation. */
  readonly statement?: OperationStatement;
  /** The statement about the whole API. */
  readonly http?: BehaviorModel['http'];
  /** Resources that the description omits. */
  readonly resources?: Readonly<Record<string, ResourceStatement>>;
  /** A change of state of new entities over time. */
  readonly transition?: TimedTransition;
  /** Exchanges that this behavior explains. They need no case. */
  readonly explains?: readonly RecordedExchange[];
}

/** A change of state after a delay. */
export interface TimedTransition {
  readonly member: string;
  readonly from: string;
  readonly to: string;
  /** ISO 8601 duration. */
  readonly after: string;
}

export interface OperationExchange {
  readonly operation: RecordedOperation;
  readonly exchange: RecordedExchange;
}

/** Response headers that the simulator adds itself for each convention. */
export const headersOfConventions = { etag: /^etag$/, http: /ratelimit|^retry-after$/ } as const;

const windowsTried = 200;

/** Learns idempotency keys, ETags and rate limits. */
export function learnHttpConventions(all: readonly OperationExchange[]): LearnedBehavior[] {
  const limit = learnRateLimit(all);
  const explained = new Set(limit.flatMap(({ explains = [] }) => explains));
  const others = all.filter(({ exchange }) => !explained.has(exchange));
  return [...limit, ...learnIdempotency(others), ...learnEtags(others)];
}

function learnIdempotency(all: readonly OperationExchange[]): LearnedBehavior[] {
  const first = new Map<string, RecordedExchange>();
  const found = new Map<string, Record<'same' | 'other' | 'refused', RecordedExchange[]>>();
  for (const { operation, exchange } of all) {
    const { requestHeaders, method, url, status } = exchange.entry;
    const key = requestHeaders['idempotency-key'] ?? requestHeaders['x-idempotency-key'];
    if (key === undefined || !['POST', 'PUT', 'PATCH'].includes(method)) continue;
    const name = `${operation.id} ${callerOf(exchange)} ${key}`;
    const earlier = first.get(name);
    if (earlier === undefined) {
      if (status < 500) first.set(name, exchange);
      continue;
    }
    const counts = found.get(operation.id) ?? { same: [], other: [], refused: [] };
    const isSameRequest = earlier.entry.url === url && isDeepStrictEqual(earlier.decoded, exchange.decoded);
    const isSame = earlier.entry.status === status && isDeepStrictEqual(earlier.answer, exchange.answer);
    if (isSameRequest) counts[isSame ? 'same' : 'other'].push(exchange);
    else if (status === 409 || status === 422) counts.refused.push(exchange);
    found.set(operation.id, counts);
  }
  return [...found].flatMap(([operation, { same, other, refused }]) => {
    const idempotency = same.length > other.length;
    const statement = {
      ...{ operation, statement: { idempotent: idempotency }, explains: idempotency ? [...same, ...refused] : [] },
      says: `a repeated Idempotency-Key ${idempotency ? 'repeats the response' : 'has no effect'}`,
      ...{ seen: (idempotency ? same : other).length, contradicted: (idempotency ? other : same).length },
    };
    const says = `a used Idempotency-Key with another request: ${refused[0]?.entry.status}`;
    return refused.length === 0 || !idempotency
      ? same.length + other.length === 0
        ? []
        : [statement]
      : [statement, { operation, says, seen: refused.length, contradicted: 0 }];
  });
}

function learnEtags(all: readonly OperationExchange[]): LearnedBehavior[] {
  const tags = new Map<string, string>();
  const readers = new Map<string, LearnedBehavior & { explains: RecordedExchange[] }>();
  const ofReads = new Map<string, string>();
  const count = (operation: string, says: string, isSeen: boolean, exchange?: RecordedExchange) => {
    const known = readers.get(`${operation} ${says}`) ?? { operation, says, seen: 0, contradicted: 0, explains: [] };
    const { seen, contradicted, explains } = known;
    if (exchange !== undefined) explains.push(exchange);
    const counts = { seen: seen + Number(isSeen), contradicted: contradicted + Number(!isSeen) };
    readers.set(`${operation} ${says}`, { ...known, ...counts });
  };
  for (const { operation, exchange } of all) {
    const { entry, path } = exchange;
    const { method, status, requestHeaders, responseHeaders } = entry;
    const [current, known] = [tags.get(path), requestHeaders['if-none-match']];
    const wanted = requestHeaders['if-match'];
    const weak = (tag: string) => tag.replace(/^W\//, '');
    if (method === 'GET') {
      if (status === 200) count(operation.id, 'responses have an ETag', responseHeaders['etag'] !== undefined);
      if (responseHeaders['etag'] !== undefined) ofReads.set(operation.path, operation.id);
      if (known !== undefined && current !== undefined && status < 400) {
        const isSeen =
          (status === 304) === (known === '*' || known.split(',').some((tag) => weak(tag.trim()) === weak(current)));
        count(operation.id, 'If-None-Match with the current ETag: 304', isSeen, status === 304 ? exchange : undefined);
      }
    } else if (wanted !== undefined && current !== undefined && (status < 400 || status === 412)) {
      const isSeen = (status === 412) === (wanted !== '*' && !wanted.split(',').some((tag) => tag.trim() === current));
      count(operation.id, 'If-Match with another ETag: 412', isSeen, status === 412 ? exchange : undefined);
    }
    const tag = responseHeaders['etag'];
    if (tag !== undefined && status < 400) tags.set(path, tag);
    else if (method !== 'GET' && status < 400) tags.delete(path);
  }
  const isTrue = ({ seen, contradicted }: LearnedBehavior) => seen > contradicted;
  const tagged = new Set(
    [...readers.values()].filter((each) => isTrue(each) && / have /.test(each.says)).map((each) => each.operation),
  );
  return [...readers.values()].flatMap((each): LearnedBehavior[] => {
    const path = all.find(({ operation }) => operation.id === each.operation)?.operation.path ?? '';
    const reader = tagged.has(each.operation) ? each.operation : ofReads.get(path);
    if (each.seen === 0 || reader === undefined || !tagged.has(reader)) return [];
    const { explains, ...statement } = each;
    if (!isTrue(each)) return [statement];
    return [{ ...statement, explains, ...(reader === each.operation ? { statement: { etag: true } } : {}) }];
  });
}

interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** Learns the rate limit whose windows best match the rejected requests and the remaining counts in headers. */
function learnRateLimit(all: readonly OperationExchange[]): LearnedBehavior[] {
  const byCaller = groupBy(
    all.map(({ exchange }) => exchange),
    callerOf,
  );
  const callers = [...byCaller.values()];
  const candidates = new Map(
    callers
      .flatMap((own) => [...own.flatMap(limitInHeaders), ...limitsBefore(own)])
      .filter(({ requests, seconds }) => requests > 0 && seconds > 0 && seconds <= 31 * 86_400)
      .map((each) => [`${each.requests} ${each.seconds}`, each]),
  );
  const [best] = [...candidates.values()]
    .slice(0, windowsTried)
    .map((limit) => ({ limit, ...agreementWith(limit, callers) }))
    .sort((one, other) => other.seen - other.contradicted - (one.seen - one.contradicted));
  if (best === undefined || best.seen <= best.contradicted) return [];
  const { limit, seen, contradicted } = best;
  const per = `PT${limit.seconds}S`;
  const says = `${limit.requests} requests per ${per} for each caller, then 429`;
  const refused = all.filter(({ exchange }) => exchange.entry.status === 429);
  return [...new Set(all.map(({ operation }) => operation.id))].map((operation, index) => ({
    ...{ operation, says, http: { rateLimit: { requests: limit.requests, per } } },
    ...{ seen, contradicted, explains: index === 0 ? refused.map(({ exchange }) => exchange) : [] },
  }));
}

function agreementWith({ requests, seconds }: Limit, callers: readonly (readonly RecordedExchange[])[]) {
  let [seen, contradicted] = [0, 0];
  for (const own of callers) {
    let [end, count] = [Number.NEGATIVE_INFINITY, 0];
    for (const { at, entry } of own) {
      if (at >= end) [end, count] = [at + seconds * 1000, 0];
      const isRefused = count >= requests;
      if (!isRefused) count += 1;
      const remaining = headerNumber(entry.responseHeaders, /ratelimit-?remaining$/);
      const isSame =
        isRefused === (entry.status === 429) && (remaining === undefined || remaining === requests - count);
      if (!isSame) contradicted += 1;
      else if (isRefused || remaining !== undefined) seen += 1;
    }
  }
  return { seen, contradicted };
}

/** Reads the rate limits in response headers, in the format of the IETF draft or in older formats. */
function limitInHeaders({ at, entry: { responseHeaders } }: RecordedExchange): Limit[] {
  const [, quota, window] = /q=(\d{1,15})[^q]{0,100}w=(\d{1,15})/.exec(responseHeaders['ratelimit-policy'] ?? '') ?? [];
  if (window !== undefined) return [{ requests: Number(quota), seconds: Number(window) }];
  const [requests, remaining, reset] = [/ratelimit-?limit$/, /ratelimit-?remaining$/, /ratelimit-?reset$/].map((name) =>
    headerNumber(responseHeaders, name),
  );
  if (requests === undefined || remaining !== requests - 1 || reset === undefined) return [];
  return [{ requests, seconds: Math.round(reset > 1e9 ? reset - at / 1000 : reset) }];
}

/** Returns windows from each earlier request of a caller until its first rejected request can be retried. */
function limitsBefore(own: readonly RecordedExchange[]): Limit[] {
  const index = own.findIndex(({ entry }) => entry.status === 429);
  const refused = own[index];
  const seconds = headerNumber(refused?.entry.responseHeaders ?? {}, /^retry-after$/);
  if (refused === undefined || seconds === undefined) return [];
  return own
    .slice(Math.max(0, index - windowsTried), index)
    .map(({ at }, start, before) => ({
      requests: before.length - start,
      seconds: Math.round((refused.at - at) / 1000 + seconds),
    }));
}

function headerNumber(headers: Readonly<Record<string, string>>, name: RegExp): number | undefined {
  const [, text] = Object.entries(headers).find(([each]) => name.test(each)) ?? [];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function callerOf({ entry: { requestHeaders } }: RecordedExchange): string {
  const names = Object.keys(requestHeaders).filter((name) => isSecretHeader(name) && !name.includes('idempotency'));
  return names.map((name) => requestHeaders[name]).join(' ');
}
