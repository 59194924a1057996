import { checkJsonPath, matchesJsonPath } from '@understudy/contract';
import type { HandlerContext } from '../context.js';
import { createErrorResult } from '../error-result.js';
import type { Simulator } from '../simulator.js';
import type { CollectionDefinition } from '../store/define-collection.js';
import {
  advanceHandlerClock,
  applyOverlayActions,
  changeErrorResult,
  changeJobKinds,
  changeJobResults,
  changeRequest,
  changeRequestBody,
  changeResponseBody,
  changeSchema,
  changeSuccessStatus,
  changeUploads,
  changeValidationError,
  changeWebhooks,
  combineChanges,
  disableTokenExpiry,
  type HandlerInput,
  type HandlerResult,
  isRejected,
  makeOptional,
  type OperationIds,
  overrideContext,
  rejectWhen,
  renamePaths,
  type SimulatorChange,
  wrapHandlers,
} from './change.js';
import { changeStoredIn, changeWebhookPolicy } from './code-changes.js';
import { createDeviationTable, type DeviationTable } from './deviation.js';
import { changeAtPath, type JsonObject, removedMarker, renameAtPath, toJsonObject, toList } from './json.js';

/** Creates a change from the arguments of a row. */
type Word = (...given: never[]) => SimulatorChange;

/** A row of a JSON deviation table: a word and its arguments, or the reason why there is no deviation. */
type Row = string | readonly unknown[];

/** Value conversions by the name used in tables. */
const conversions: Readonly<Record<string, (value: unknown, ...given: never[]) => unknown>> = {
  null: () => null,
  text: String,
  json: (value) => JSON.stringify(value),
  number: Number,
  upper: (value) => String(value).toUpperCase(),
  lower: (value) => String(value).toLowerCase(),
  first: (value) => toList(value)[0],
  milliseconds: (value) => Date.parse(String(value)),
  firstText: (value) => String(toList(value)[0]),
  head: (value, count: number) => toList(value).slice(0, count),
  from: (value, start: number) => toList(value).slice(start),
  list: (value) => [value],
  flat: (value) => toList(value).flat(),
  joined: (value) => toList(value).join(', '),
  plus: (value, more: number) => Number(value) + more,
  ceil: (value) => Math.ceil(Number(value)),
  between: (value, least: number, most: number) => Math.max(least, Math.min(most, Number(value))),
  prefix: (value, before: string) => `${before}${String(value)}`,
  suffix: (value, after: string) => `${String(value)}${after}`,
  replace: (value, pattern: string, by: string) => String(value).replace(new RegExp(pattern, 'i'), by),
  /** Replaces values according to a map. */
  values: (value, by: JsonObject) => (Object.hasOwn(by, String(value)) ? by[String(value)] : value),
  member: (value, name: string) => toJsonObject(value)[name],
  /** `having` keeps only the items of a list whose member matches; `without` hides them. */
  having: (value, name: string, pattern: string) => matching(value, name, pattern, true),
  without: (value, name: string, pattern: string) => matching(value, name, pattern, false),
  /** Changes a member of each item of a list. */
  each: (value, name: string, to: unknown) =>
    Array.isArray(value) ? value.map((one) => ({ ...toJsonObject(one), [name]: to })) : value,
  nullIfEmpty: (value) => (toList(value).length === 0 ? null : value),
  goneIf: (value, is: unknown) => (value === is ? removedMarker : value),
  wrap: (value, name: string, more: JsonObject) => ({ ...more, [name]: value }),
  goneIfEmpty: (value) => (toList(value).length === 0 ? removedMarker : value),
};

function matching(list: unknown, name: string, pattern: string, wanted: boolean): unknown {
  const expression = new RegExp(pattern, 'i');
  return toList(list).filter((one) => expression.test(String(toJsonObject(one)[name])) === wanted);
}

/** Returns a change by the name of a conversion. */
export function converterOf(name: string, given: readonly unknown[]): (value: unknown) => unknown {
  const convert = conversions[name];
  if (convert === undefined) throw new Error(`Unknown conversion ${name}`);
  return (value) => (value === undefined ? removedMarker : convert(value, ...(given as never[])));
}

/** Returns a change to a value. Null removes a member. */
export const constantOf = (value: unknown) => () => (value === null ? removedMarker : value);

/**
 * Reads a filter (RFC 9535) such as `@.body.total == 0`. It selects requests by the path, query, headers and body that
 * handlers receive, by the URL, all headers (in `header`), the text, the caller's scopes, and the result.
 *
 * @throws Error for an invalid filter
 */
function readFilter(filter: string) {
  const path = `$[?${filter}]`;
  checkJsonPath(path);
  return (input: HandlerInput, { request, caller }: HandlerContext, result?: HandlerResult): boolean => {
    const text = filter.includes('@.text') ? new TextDecoder().decode(request.bytes) : '';
    const facts = {
      ...input,
      url: request.url,
      header: request.headers,
      text,
      scopes: caller?.scopes ?? [],
      ...(result && { result }),
    };
    return matchesJsonPath(path, [facts]);
  };
}

/** Applies a change to the requests that a filter selects. */
function changeWhen(operation: string, filter: string, change: SimulatorChange): SimulatorChange {
  const holds = readFilter(filter);
  return (simulator) => {
    const changed = change(simulator).operations[operation];
    return wrapHandlers(operation, (next, input, context) =>
      changed !== undefined && holds(input, context) ? changed(input, context) : next(input, context),
    )(simulator);
  };
}

/** Changes to the values of a collection when they are read or written. */
interface StoredData {
  readonly set?: JsonObject;
  readonly drop?: readonly string[];
  /** Changes only values with these members. */
  readonly where?: JsonObject;
  readonly hide?: true;
  readonly missing?: JsonObject;
  readonly ignoreWrites?: true;
  readonly forEver?: true;
  readonly written?: true;
}

function changeStoredByData(places: OperationIds | undefined, of: CollectionDefinition<unknown>, data: StoredData) {
  const { set = {}, drop = [], where = {}, hide, missing, ignoreWrites, forEver, written } = data;
  const change = (value: unknown) => {
    const stored = toJsonObject(value);
    if (!Object.entries(where).every(([name, wanted]) => stored[name] === wanted)) return value;
    if (hide) return undefined;
    const kept = Object.entries(stored).filter(([name]) => !drop.includes(name));
    return { ...Object.fromEntries(kept), ...set };
  };
  const changes = data.set !== undefined || data.drop !== undefined || hide === true;
  return changeStoredIn(places ?? (() => true), of, {
    ...(changes && !written ? { read: change } : {}),
    ...(changes && written ? { write: change } : {}),
    ...(ignoreWrites ? { write: () => undefined } : {}),
    ...(missing === undefined ? {} : { missing: () => missing }),
    ...(forEver ? { forEver } : {}),
  });
}

function withoutNulls(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** The words of every API. See {@link changeAtPath} for `path`. The value null removes a member. */
const words = {
  set: (operations: OperationIds, path: string, value: unknown) =>
    changeResponseBody(operations, (body) => changeAtPath(body, path, constantOf(value))),
  rename: (operations: OperationIds, path: string, to: string) =>
    changeResponseBody(operations, (body) => renameAtPath(body, path, to)),
  convert: (operations: OperationIds, path: string, name: string, ...given: unknown[]) =>
    changeResponseBody(operations, (body) => changeAtPath(body, path, converterOf(name, given))),
  add: (operations: OperationIds, members: JsonObject) =>
    changeResponseBody(operations, (body) => ({ ...members, ...toJsonObject(body) })),
  put: (operations: OperationIds, members: JsonObject) =>
    changeResponseBody(operations, (body) => ({ ...toJsonObject(body), ...members })),
  setSent: (operations: OperationIds, path: string, value: unknown) =>
    changeRequestBody(operations, (body) => changeAtPath(body, path, constantOf(value))),
  convertSent: (operations: OperationIds, path: string, name: string, ...given: unknown[]) =>
    changeRequestBody(operations, (body) => changeAtPath(body, path, converterOf(name, given))),
  setMissing: (operations: OperationIds, path: string, value: unknown) =>
    changeRequestBody(operations, (body) => changeAtPath(body, path, (given) => given ?? value)),
  addSent: (operations: OperationIds, members: JsonObject) =>
    changeRequestBody(operations, (body) => ({ ...members, ...toJsonObject(body) })),
  copySent: (operations: OperationIds, from: string, to: string) =>
    changeRequestBody(operations, (body) => ({ ...toJsonObject(body), [to]: toJsonObject(body)[from] })),
  setQuery: (operations: OperationIds, query: JsonObject) =>
    changeRequest(operations, (input) => ({ ...input, query: withoutNulls({ ...input.query, ...query }) })),
  setHeader: (operations: OperationIds, headers: JsonObject) =>
    changeRequest(operations, (input) => ({ ...input, headers: withoutNulls({ ...input.headers, ...headers }) })),
  dropHeader: (operations: OperationIds, name: string) =>
    wrapHandlers(operations, (next, input, context) => {
      const { [name]: _gone, ...headers } = context.request.headers;
      return next(input, overrideContext(context, { request: { ...context.request, headers } }));
    }),
  status: changeSuccessStatus,
  /** Sends a given response instead of the successful one. */
  respondInstead: (operations: OperationIds, response: HandlerResult) =>
    wrapHandlers(operations, async (next, input, context) => {
      const result = await next(input, context);
      return isRejected(result) ? result : response;
    }),
  /** Multiplies the duration of jobs by a factor. */
  slower: (kinds: OperationIds, factor: number) =>
    changeJobKinds(kinds, ({ documentedDuration }) => ({
      documentedDuration: (job) => documentedDuration(job) * factor,
    })),
  duration: (kinds: OperationIds, minutes: number) =>
    changeJobKinds(kinds, () => ({ documentedDuration: () => minutes * 60_000 })),
  /** Rejects the requests that a filter selects. */
  refuse: (operations: OperationIds, status: number, filter: string) =>
    rejectWhen(operations, status, readFilter(filter)),
  /** Changes the results that a filter selects. With a code, the result is an error. */
  answerIf: (operations: OperationIds, filter: string, { code, ...response }: HandlerResult) => {
    const holds = readFilter(filter);
    return wrapHandlers(operations, async (next, input, context) => {
      const result = await next(input, context);
      if (!holds(input, context, result)) return result;
      const { status, message = '' } = response;
      return code === undefined ? { ...result, ...response } : createErrorResult(status, code, message);
    });
  },
  answer: (operations: OperationIds, response: HandlerResult) => wrapHandlers(operations, async () => response),
  answerError: (operations: OperationIds, status: number, code: string, message: string) =>
    wrapHandlers(operations, async () => createErrorResult(status, code, message)),
  refuseAlways: (operations: OperationIds, status: number) => rejectWhen(operations, status, () => true),
  error: (operations: OperationIds, parts: JsonObject) =>
    changeErrorResult(operations, (refusal) => ({ ...refusal, ...parts })),
  overlay: applyOverlayActions,
  schema: changeSchema,
  optional: makeOptional,
  /** Renames paths that match the pattern. Null removes them. */
  move: (pattern: string, to: string | null) => {
    const expression = new RegExp(pattern);
    return renamePaths((path) =>
      to === null ? (expression.test(path) ? undefined : path) : path.replace(expression, to),
    );
  },
  /** Changes the body of the webhook that reports a finished job. */
  setNotice: (path: string, value: unknown) =>
    changeWebhooks((sent) => ({ ...sent, body: changeAtPath(sent.body, path, constantOf(value)) })),
  convertNotice: (path: string, name: string, ...given: unknown[]) =>
    changeWebhooks((sent) => ({ ...sent, body: changeAtPath(sent.body, path, converterOf(name, given)) })),
  noticeHeaders: (headers: JsonObject) =>
    changeWebhooks((sent) => ({
      ...sent,
      headers: withoutNulls({ ...sent.headers, ...headers }) as Record<string, string>,
    })),
  policy: changeWebhookPolicy,
  convertUpload: (path: string, name: string, ...given: unknown[]) =>
    changeUploads((body) => changeAtPath(body, path, converterOf(name, given))),
  /** Makes jobs succeed despite an invalid upload. */
  ignoreFaults: (kinds: OperationIds) =>
    changeJobResults(kinds, (ended, { fault }) => (fault === undefined ? ended : { ...ended, status: 'success' })),
  noScopes: () => (simulator: Simulator) => ({ ...simulator, checkScope: () => undefined }),
  /** Changes the errors of requests that violate the description, if the pointer of the first violation matches. */
  invalid: (pattern: string, parts: JsonObject) =>
    changeValidationError((refusal, pointer) =>
      new RegExp(pattern, 'i').test(pointer) ? { ...refusal, ...parts } : refusal,
    ),
  clock: advanceHandlerClock,
  noExpiry: disableTokenExpiry,
} satisfies Record<string, (...given: never[]) => SimulatorChange>;

/**
 * Creates deviations from a JSON table. Each claim has a word with its arguments, `["all", row, row]`, or `["when",
 * operation, filter, row]`.
 *
 * @param own words and collections of the API, for `["stored", places, collection, what]`
 */
export function readDeviationTable(
  rows: Readonly<Record<string, Row>>,
  own: {
    readonly words?: Readonly<Record<string, Word>>;
    readonly collections?: Readonly<Record<string, CollectionDefinition<never>>>;
    readonly api?: string;
  } = {},
): DeviationTable {
  const known: Readonly<Record<string, Word>> = { ...words, ...own.words };
  const create = ([word, ...given]: readonly unknown[]): SimulatorChange => {
    if (word === 'all') return combineChanges(...given.map((row) => create(toList(row))));
    if (word === 'when') {
      const [operation, filter, row] = given as [string, string, unknown];
      return changeWhen(operation, filter, create(toList(row)));
    }
    if (word === 'stored') {
      const [places, name, data] = given as [OperationIds | null, string, StoredData];
      const collection = own.collections?.[name];
      if (collection === undefined) throw new Error(`Unknown collection ${name}`);
      return changeStoredByData(places ?? undefined, collection as CollectionDefinition<unknown>, data);
    }
    const found = known[String(word)];
    if (found === undefined) throw new Error(`Unknown word ${String(word)} in a table of deviations`);
    // Not type-checked here: tests verify that each deviation is detected, so its row has the right arguments.
    return found(...(given as never[]));
  };
  const changes = Object.entries(rows).map(([key, row]) => [key, typeof row === 'string' ? row : create(row)]);
  return createDeviationTable(Object.fromEntries(changes), own.api);
}
