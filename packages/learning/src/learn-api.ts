import {
  type ApiContract,
  createContract,
  membersOf,
  type OpenApiDocument,
  reserveUniqueName,
  toKebabCase,
} from '@understudy/contract';
import { inferPlan } from '@understudy/inference';
import { splitWords, toSingular } from '@understudy/model';
import { groupBy } from './count-values.js';
import { createRecordingOverlay, describeRecording, type LearnedOperation } from './describe-recording.js';
import { findGates } from './find-gates.js';
import { decodeSegment, findPaths } from './find-paths.js';
import { type LearnedResponses, learnCases } from './learn-cases.js';
import { type LearnedRecords, learnRecords } from './learn-changes.js';
import { learnCursorPaging } from './learn-cursor-paging.js';
import { type LearnedWebhook, learnEntityBehavior, learnWebhooks } from './learn-entity-behavior.js';
import { headersOfConventions, type LearnedBehavior, learnHttpConventions } from './learn-http-conventions.js';
import { type LearnedSeed, learnSeed } from './learn-seed.js';
import { type ObservedOperation, observeRecording, type RecordedOperation } from './observe-recording.js';
import type { RecordedExchange } from './recorded-exchange.js';
import { type ReplayedExchange, type ReplaySender, replayRecording, summarizeReplay } from './replay.js';

/** A description, or an Overlay for a given description. */
export type LearnedDescription =
  | { readonly document: OpenApiDocument }
  | { readonly overlay: Readonly<Record<string, unknown>> };

export interface LearnOptions {
  readonly title: string;
  /** The description, if there is one. */
  readonly contract?: ApiContract;
  /** Requests to other hosts, which can be webhooks. */
  readonly others?: readonly RecordedExchange[];
  /** Starts a simulator of the learned API, with its clock set to this time. */
  serve(
    learnt: LearnedDescription,
    at: number,
    seed: LearnedSeed,
  ): Promise<{ readonly send: ReplaySender; close(): Promise<void> }>;
}

export interface LearnedApi {
  readonly file: LearnedDescription;
  readonly operations: readonly LearnedOperation[];
  /** Exchanges that match no described operation. */
  readonly outside: readonly RecordedExchange[];
  readonly seed: LearnedSeed;
}

/** Records are preferred to remembered responses, even if those fit the recording slightly better. */
const mostly = 0.95;

export async function learnApi(exchanges: readonly RecordedExchange[], options: LearnOptions): Promise<LearnedApi> {
  const { operations, outside } = operationsIn(exchanges, options.contract);
  const {
    title,
    contract = createContract('learnt', describeRecording(operations.map(withoutCases), { title, origin: '/' })),
  } = options;
  const ordered = operations
    .flatMap((operation) => operation.exchanges.map((exchange) => ({ operation, exchange })))
    .sort((one, other) => one.exchange.index - other.exchange.index);
  const { behaviors: notifications, webhooks } = learnWebhooks(ordered, options.others ?? []);
  const paging = learnCursorPaging(ordered);
  const behaviors = [...paging, ...learnHttpConventions(ordered), ...learnEntityBehavior(ordered), ...notifications];
  const explained = new Set(behaviors.flatMap(({ explains = [] }) => explains));
  const rest = operations.map((each) => ({ ...each, exchanges: each.exchanges.filter((one) => !explained.has(one)) }));
  const observed = observeRecording(rest, contract);
  const gates = findGates(observed);
  const byId = new Map(operations.map((each) => [each.id, each]));
  const learntFrom = (each: ObservedOperation, isInferred: boolean): LearnedOperation => {
    const { id } = each.operation;
    const plan = plans.get(id);
    const { does = 'answer', resource } = plan ?? {};
    const isStored = records.uses.has(id) || (does !== 'answer' && (does !== 'read' || resource?.key !== undefined));
    // Cases use their own conditions for changes over time.
    const ofCases = behaviors.filter(({ transition }) => transition === undefined);
    const stated = isInferred && isStored ? [...behaviors, ...records.behaviors] : ofCases;
    const own = stated.filter(({ operation }) => operation === id);
    const responses = learnCases(each, isInferred && isStored, {
      ...{ plan, gates },
      ...(isInferred ? { records } : {}),
    });
    const operation = byId.get(id) ?? each.operation;
    const learned = { ...responses, cases: withoutHeaders(responses.cases, own) };
    return { observed: { ...each, operation }, behaviors: own, responses: learned, resource: plan?.resource?.name };
  };
  const inferred = inferPlan(contract);
  const plans = inferred.operations;
  const callers = new Map(observed.flatMap(({ observations }) => observations.map((of) => [of.exchange, of.caller])));
  const records = learnRecords(ordered, operations, inferred, callers);
  // A seed does not contain records of child resources.
  const inner = new Set([...inferred.resources.values()].flatMap(({ name, parents }) => (parents > 0 ? name : [])));
  const collections = new Set(
    [...records.uses.values()].flatMap(({ resource }) => (inner.has(resource) ? [] : resource)),
  );
  const seed = learnSeed(ordered, records.uses, collections);
  const groups = groupsOf(operations, records);
  const paged = new Set(paging.map(({ operation }) => groups.get(operation)));
  // Only the inferred behavior can continue from a cursor that it has sent.
  const isPaged = ({ operation: { id } }: ObservedOperation) => paged.has(groups.get(id));
  const tried: { readonly learnt: readonly LearnedOperation[]; readonly replayed: readonly ReplayedExchange[] }[] = [];
  const attempt = async (isInferred: (each: ObservedOperation) => boolean) => {
    const learnt = observed.map((each) => learntFrom(each, isInferred(each)));
    const replayed = await replayLearnedApi(
      { file: fileOf({ learnt, webhooks }, exchanges, options), seed },
      exchanges,
      options,
    );
    tried.push({ learnt, replayed });
  };
  await attempt(isPaged);
  await attempt(() => true);
  for (const each of tried[1]?.learnt ?? [])
    for (const resource of resourcesChangedBy(each))
      joinResource(groups, records, each.observed.operation.id, resource);
  const [fromCases, asInferred] = tried.map(({ replayed }) => scoresOf(replayed, groups));
  const isBetter = (group: string) => (asInferred?.get(group) ?? 0) >= mostly * (fromCases?.get(group) ?? 0);
  const better = new Set([...groups.values()].filter(isBetter));
  if (better.size > 0 && better.size < new Set(groups.values()).size)
    await attempt((each) => isPaged(each) || better.has(groups.get(each.operation.id) ?? ''));
  const totalOf = ({ replayed }: (typeof tried)[number], isModel: boolean) =>
    [...scoresOf(replayed, groups).values()].reduce((sum, each) => sum + each, 0) * (isModel ? 1 : mostly);
  const [best] = tried
    .map((each, index) => ({ ...each, total: totalOf(each, index > 0) }))
    .sort((one, other) => other.total - one.total);
  const learnt = best?.learnt ?? [];
  return { file: fileOf({ learnt, webhooks }, exchanges, options), operations: learnt, outside, seed };
}

/** Removes headers that the simulator computes for the learned conventions. */
function withoutHeaders(
  cases: LearnedResponses['cases'],
  behaviors: readonly LearnedBehavior[],
): LearnedResponses['cases'] {
  const directions = behaviors.flatMap((each) => [...Object.keys(each.statement ?? {}), ...Object.keys(each)]);
  const computed = Object.entries(headersOfConventions).flatMap(([name, form]) =>
    directions.includes(name) ? [form] : [],
  );
  return cases.map((each) => {
    const headers = Object.entries(membersOf(each.headers)).filter(
      ([name]) => !computed.some((form) => form.test(name)),
    );
    return each.headers === undefined ? each : { ...each, headers: Object.fromEntries(headers) };
  });
}

/** Replays exchanges against a simulator of the learned API, and reports how many agree. */
export async function replayLearnedApi(
  { file, seed }: Pick<LearnedApi, 'file' | 'seed'>,
  exchanges: readonly RecordedExchange[],
  options: LearnOptions,
): Promise<readonly ReplayedExchange[]> {
  const { operations } = operationsIn(exchanges, options.contract);
  const known = new Map(
    operations.flatMap((operation) => operation.exchanges.map((each) => [each, operation] as const)),
  );
  const [first] = exchanges;
  const { send, close } = await options.serve(file, first?.at ?? 0, seed);
  try {
    return await replayRecording(
      exchanges.filter((each) => known.has(each)),
      send,
      (exchange) => known.get(exchange),
    );
  } finally {
    await close();
  }
}

function withoutCases(operation: RecordedOperation): LearnedOperation {
  return {
    observed: { operation, remembers: [], observations: [] },
    responses: { cases: [], lists: new Map() },
    behaviors: [],
  };
}

/**
 * Returns a score per group: the equal statuses and shapes, plus the share of matching relations times the exchanges.
 */
function scoresOf(replayed: readonly ReplayedExchange[], groups: ReadonlyMap<string, string>): Map<string, number> {
  const byGroup = groupBy(replayed, ({ operation }) => groups.get(operation) ?? '');
  return new Map(
    [...byGroup].map(([group, own]) => {
      const { status, shape, relations, exchanges } = summarizeReplay(own);
      return [group, status + shape + (relations.held / Math.max(1, relations.all)) * exchanges];
    }),
  );
}

function fileOf(
  { learnt, webhooks }: { learnt: readonly LearnedOperation[]; webhooks: readonly LearnedWebhook[] },
  exchanges: readonly RecordedExchange[],
  { contract, title }: LearnOptions,
): LearnedDescription {
  if (contract !== undefined)
    return { overlay: createRecordingOverlay(learnt, { title, document: contract.document, webhooks }) };
  return {
    document: describeRecording(learnt, { title, origin: exchanges[0]?.origin ?? 'http://localhost', webhooks }),
  };
}

/** Groups the operations of a path or resource, which are served in the same way. */
function groupsOf(operations: readonly RecordedOperation[], records: LearnedRecords): Map<string, string> {
  const groups = new Map(operations.map(({ id, path }) => [id, path.split('/{')[0] ?? path]));
  for (const [id, { resource }] of records.uses) joinResource(groups, records, id, resource);
  return groups;
}

/** Adds an operation to the group of the operations on a resource. */
function joinResource(groups: Map<string, string>, { uses }: LearnedRecords, id: string, resource: string): void {
  const [first] = [...uses].find(([, use]) => use.resource === resource) ?? [];
  const [one, other] = [groups.get(first ?? id), groups.get(id)];
  for (const [each, group] of groups) if (group === other) groups.set(each, one ?? group);
}

/** Lists the resources whose records an operation changes beside its own. */
function resourcesChangedBy({ behaviors }: LearnedOperation): string[] {
  return behaviors.flatMap(({ statement }) =>
    Object.values(statement?.then ?? {}).flatMap(({ create, update }) => create ?? update ?? []),
  );
}

export function operationsIn(exchanges: readonly RecordedExchange[], contract: ApiContract | undefined) {
  const found = new Map<string, { method: string; path: string; id?: string; exchanges: RecordedExchange[] }>();
  const outside: RecordedExchange[] = [];
  const add = (exchange: RecordedExchange, path: string, id?: string) => {
    const { method } = exchange.entry;
    const name = `${method} ${path}`;
    const known = found.get(name) ?? { method, path, exchanges: [], ...(id === undefined ? {} : { id }) };
    known.exchanges.push(exchange);
    found.set(name, known);
  };
  if (contract === undefined) {
    for (const { template, exchanges: own } of findPaths(exchanges))
      for (const exchange of own) add(exchange, template);
  } else {
    for (const exchange of exchanges) {
      const match = contract.match(exchange.entry.method, exchange.path);
      if (match.kind === 'operation') add(exchange, match.operation.path, match.operation.operationId);
      else outside.push(exchange);
    }
  }
  const names = new Set<string>();
  const operations: RecordedOperation[] = [...found.values()].map((each) => ({
    ...each,
    id: each.id ?? reserveUniqueName(nameOf(each.method, each.path), names),
  }));
  return { operations, outside };
}

/** Names an operation, such as `getJob` for `GET /jobs/{jobId}`. */
function nameOf(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith('{')) return [];
    const isItem = segments[index + 1]?.startsWith('{') === true;
    return splitWords(decodeSegment(segment)).map((word) => (isItem ? toSingular(word) : word));
  });
  const name = toKebabCase([method.toLowerCase(), ...words].join('-')).replace(/-(\w)/g, (_dash, letter: string) =>
    letter.toUpperCase(),
  );
  return name.replace(/\W/g, '') || method.toLowerCase();
}
