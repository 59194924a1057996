import { type ApiContract, type Finding, timeoutRuleSuffix } from '@understudy/contract';
import {
  collectMentionedValues,
  findSender,
  findSubject,
  isSecretPosition,
  type KnownValue,
  type MessageParts,
  type RequestSender,
  separateCookies,
  toKeyText,
  toTarget,
  type ValuesByPosition,
  valuesByPosition,
  valuesOfResponse,
} from '@understudy/described';
import { remember } from '@understudy/model';
import { secretsOf } from './accounts.js';
import { addCallerConditions, type CallerFacts, factsOfCaller, findRenewals } from './caller-facts.js';
import { groupBy } from './count-values.js';
import { type Conditions, extractConditions, keyNamePattern } from './extract-conditions.js';
import { looksLikeId, readPathParameters } from './find-paths.js';
import type { Made } from './known-list.js';
import { scalarsOf } from './record-use.js';
import { type RecordedExchange, type RecordedOperation, readMediaType } from './recorded-exchange.js';

export type { RecordedOperation };

/** Maximum number of values that a list in a response can select from. */
const mostMade = 2000;

/** An exchange with everything known before it. */
export interface Observation {
  readonly exchange: RecordedExchange;
  readonly message: MessageParts;
  readonly request: ValuesByPosition;
  readonly response: ValuesByPosition;
  readonly features: Conditions;
  /** The request values that earlier exchanges contained. */
  readonly known: ReadonlyMap<string, KnownValue>;
  /** All known values, if the response contains a list. */
  readonly made: readonly Made[];
  readonly owner: RequestSender;
  /** Known facts about the sender, by expression. */
  readonly caller: CallerFacts;
  /** True if neither this request nor an earlier exchange contained the value. */
  isNew(value: unknown): boolean;
  /** True if the value first appeared in a response of this operation. */
  isOwn(value: unknown): boolean;
}

export interface ObservedOperation {
  readonly operation: RecordedOperation;
  /** Positions of values that later requests can refer to. */
  readonly remembers: readonly string[];
  readonly observations: readonly Observation[];
}

/** Observes a recording in order, with the same memory as a simulator. */
export function observeRecording(operations: readonly RecordedOperation[], contract: ApiContract): ObservedOperation[] {
  const all = operations
    .flatMap((operation) => operation.exchanges.map((exchange) => ({ operation, exchange })))
    .sort((one, other) => one.exchange.index - other.exchange.index)
    .map(({ operation, exchange }) => {
      const { path, query, entry, body } = exchange;
      const parameters = readPathParameters(operation.path, path);
      const message = { path: parameters, query, headers: separateCookies(entry.requestHeaders), body, target: path };
      const response = valuesOfResponse(exchange.answer, entry.responseHeaders['set-cookie']);
      return { operation, exchange, message, request: valuesByPosition(message), response };
    });
  const remembered = findRemembered(all);
  const renewals = findRenewals(all);
  const links = new Map(
    [...groupBy(all, ({ operation }) => operation.id)].map(([id, own]) => [id, linksIn(own, remembered.get(id))]),
  );
  const known = new Map<string, KnownValue>();
  /** The known values in order, shared by all observations. */
  const made: Made[] = [];
  const places = new Map<string, number>();
  const firstSeen = new Map<string, number>();
  const firstIn = new Map<string, string>();
  const observed = new Map(operations.map((operation) => [operation.id, [] as Observation[]]));
  const ofCallers: Parameters<typeof addCallerConditions>[0][number][] = [];
  for (const { operation, exchange, message: sent, request: positions, response } of all) {
    const remembers = remembered.get(operation.id) ?? [];
    const now = exchange.at;
    const recall = (value: string) => known.get(value);
    const owner = findSender(positions, recall);
    const message = { ...sent, target: toTarget(owner, exchange.path) };
    const request = new Map([...positions, ['target', [message.target]]]);
    for (const [side, order] of [
      [request, 0],
      [response, 0.5],
    ] as const)
      for (const [position, values] of side)
        for (const value of values) {
          const key = toKeyText(value);
          if (key === undefined || firstSeen.has(key) || (typeof value === 'number' && !isKeyPosition(position, [])))
            continue;
          firstSeen.set(key, exchange.index + order);
          if (order > 0) firstIn.set(key, operation.id);
        }
    const mine = remembers
      .flatMap((position) => request.get(position) ?? [])
      .flatMap((value) => toKeyText(value) ?? []);
    const features = extractConditions(request, {
      ...{ remembers, recall, now },
      links: links.get(operation.id) ?? new Map(),
      findings: findingsOf(contract, operation, exchange, message),
    });
    const caller = factsOfCaller(request, recall, renewals);
    ofCallers.push({ caller, sender: owner.owners[0], features, request });
    observed
      .get(operation.id)
      ?.push({
        ...{ exchange, message, request, response, features, caller },
        known: new Map(mine.flatMap((key) => (known.has(key) ? [[key, { ...known.get(key) } as KnownValue]] : []))),
        made: [...response.values()].some(([value]) => Array.isArray(value)) ? made.slice(-mostMade) : [],
        owner,
        isNew: (value) => (firstSeen.get(toKeyText(value) ?? '') ?? Number.POSITIVE_INFINITY) > exchange.index,
        isOwn: (value) => firstIn.get(toKeyText(value) ?? '') === operation.id,
      });
    if (exchange.entry.status >= 400) continue;
    const isRead = operation.method === 'GET' || operation.method === 'HEAD';
    const updates = collectMentionedValues(
      {
        ...{ operation: operation.id, isRead, now, request, response, remembers },
        owners: owner.owners,
        order: exchange.index * mostMade,
        subject: findSubject(operation.path),
      },
      recall,
    );
    for (const [value, each] of updates) {
      known.set(value, each);
      const place = places.get(value) ?? made.length;
      places.set(value, place);
      made[place] = [value, each];
    }
  }
  addCallerConditions(ofCallers);
  return operations.map((operation) => ({
    operation,
    remembers: remembered.get(operation.id) ?? [],
    observations: observed.get(operation.id) ?? [],
  }));
}

function findingsOf(
  contract: ApiContract,
  { id }: RecordedOperation,
  { entry, decoded }: RecordedExchange,
  { path = {} }: MessageParts,
): readonly Finding[] {
  const { searchParams: query } = new URL(entry.url);
  const parts = { path: { ...path } as Record<string, string>, query, headers: { ...entry.requestHeaders } };
  const sent = decoded === undefined ? {} : { body: decoded };
  const mediaType = readMediaType(entry.requestHeaders);
  const judged = contract.operations.get(id)?.validateRequest({ ...parts, ...sent, mediaType });
  return judged?.findings.filter(({ ruleId }) => !ruleId.endsWith(timeoutRuleSuffix)) ?? [];
}

type Located = Pick<Observation, 'exchange' | 'request' | 'response'> & { readonly operation: RecordedOperation };

/** Finds positions of values that reappear: in the request that uses them, and in all earlier exchanges with them. */
function findRemembered(all: readonly Located[]): Map<string, string[]> {
  const accounts = findAccountNames(all);
  const isKey = (position: string, values: readonly unknown[]) =>
    isKeyPosition(position, values) ||
    (/^(?:body|answer)\./.test(position) && values.some((each) => accounts.has(each)));
  const places = new Map<string, Set<string>>();
  const remembered = new Map<string, Set<string>>();
  const add = (operation: string, position: string) =>
    remembered.set(operation, (remembered.get(operation) ?? new Set()).add(position));
  for (const { operation, exchange, request, response } of all) {
    for (const [position, values] of request) {
      if (position === 'target' && operation.method === 'POST') continue;
      if (!position.startsWith('path.') && !isKey(position, values)) continue;
      for (const value of values) {
        const found = [...(places.get(toKeyText(value) ?? '') ?? [])].filter(
          // Two requests to the same operation and target do not refer to each other.
          (place) => position !== 'target' || (place.endsWith(' target') && !place.startsWith(`${operation.id} `)),
        );
        // A credential that no response contained was issued elsewhere, so its first use reveals nothing.
        const before = isSecretPosition(position) ? found.filter((place) => place.includes(' answer')) : found;
        if (before.length === 0) continue;
        add(operation.id, position);
        for (const place of before) {
          const [id = '', own = ''] = place.split(' ', 2);
          add(id, own);
        }
      }
    }
    if (exchange.entry.status >= 400) continue;
    for (const [position, values] of [...request, ...response]) {
      if (position === 'target' && operation.method === 'POST') continue;
      if (!position.startsWith('path.') && !isKey(position, values)) continue;
      for (const value of values) {
        const key = toKeyText(value);
        if (key === undefined || (typeof value === 'string' && value.length < 2)) continue;
        // A list contains what earlier responses introduced.
        if (position.startsWith('answer') && isKey(position, values) && !isSecretPosition(position))
          for (const place of places.get(key) ?? []) {
            const [id = '', own = ''] = place.split(' ', 2);
            if (id !== operation.id && own.startsWith('answer') && (!own.includes('*') || own.endsWith('.id')))
              add(id, own);
          }
        const known = places.get(key) ?? new Set();
        if (known.size < 50) places.set(key, known.add(`${operation.id} ${position}`));
      }
    }
  }
  const byDepth = (one: string, other: string) =>
    one.split('.').length - other.split('.').length || (one < other ? -1 : 1);
  return new Map([...remembered].map(([id, positions]) => [id, [...positions].sort(byDepth)]));
}

/** Finds account names: the strings that a registration and a sign-in send with the same password. */
function findAccountNames(all: readonly Located[]): Set<unknown> {
  const first = new Map<unknown, { readonly id: string; readonly texts: ReadonlySet<unknown> }>();
  const names = new Set<unknown>();
  for (const { operation, exchange } of all)
    for (const [, secret] of secretsOf(exchange.body)) {
      const texts = new Set(scalarsOf(exchange.body).map(([, value]) => value));
      const known = remember(first, secret, () => ({ id: operation.id, texts }));
      if (known.id === operation.id) continue;
      for (const text of texts)
        if (text !== secret && typeof text === 'string' && known.texts.has(text)) names.add(text);
    }
  return names;
}

/** Returns the remembered positions in a body that share a value, by position. */
function linksIn(exchanges: readonly Located[], remembers: readonly string[] = []): Map<string, string[]> {
  const positions = remembers.filter((position) => position.startsWith('body.'));
  return new Map(
    positions.map((position) => [
      position,
      positions.filter(
        (other) =>
          other !== position &&
          exchanges.some(({ request }) => {
            const values = new Set(request.get(other));
            return request.get(position)?.some((value) => values.has(value)) === true;
          }),
      ),
    ]),
  );
}

/** Returns whether a position contains keys of entities, judging by its name or the format of its values. */
function isKeyPosition(position: string, values: readonly unknown[]): boolean {
  if (position.startsWith('query.page') || position === 'headers.content-type') return false;
  if (position === 'target') return true;
  const name = position.replace(/(?:\.\*)+$/, '');
  if (isSecretPosition(name) || keyNamePattern.test(name.slice(name.lastIndexOf('.') + 1))) return true;
  const texts = values.filter((value): value is string => typeof value === 'string');
  return (
    texts.length > 0 && texts.every((text) => text.length >= 6 && looksLikeId(text) && !/^\d{4}-\d\d-\d\d/.test(text))
  );
}
