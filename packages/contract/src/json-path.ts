import { type JSONValue, jsonpath } from 'json-p3';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';

/** Milliseconds for the regular expressions of one call of {@link filterJson}. */
const filterTimeoutMs = 100;

/** Cached expressions, because scenarios repeat them. */
const maxCached = 2000;

/** Matches only strings (RFC 9535, 2.4.6). The library throws an exception for other values. */
class Match extends jsonpath.functions.Match {
  override call(text: unknown, pattern: string): boolean {
    return typeof text === 'string' && super.call(text, pattern);
  }
}

/** Searches only strings (RFC 9535, 2.4.7). */
class Search extends jsonpath.functions.Search {
  override call(text: unknown, pattern: string): boolean {
    return typeof text === 'string' && super.call(text, pattern);
  }
}

const environment = new jsonpath.JSONPathEnvironment();
environment.functionRegister.set('match', new Match({ cacheSize: maxCached }));
environment.functionRegister.set('search', new Search({ cacheSize: maxCached }));
const compiled = new Map<string, jsonpath.JSONPathQuery>();

export interface JsonPathMatch {
  readonly value: unknown;
  readonly location: ReadonlyArray<string | number>;
}

/**
 * Returns the values that an RFC 9535 path selects, without copying them.
 *
 * @param value a JSON value. Others are `null`
 * @throws Error for an invalid path
 */
export function queryJson(path: string, value: unknown): JsonPathMatch[] {
  return [...compile(path).query(isJson(value) ? value : null)];
}

/**
 * Returns whether a path selects any value. Stops at the first one.
 *
 * @param value a JSON value. Others are `null`
 * @throws Error for an invalid path
 */
export function matchesJsonPath(path: string, value: unknown): boolean {
  return compile(path).match(isJson(value) ? value : null) !== undefined;
}

/**
 * Returns the values that match an RFC 9535 filter expression, such as `@.status == 'open'`.
 *
 * @throws Error for an invalid expression, or one that takes too long
 */
export function filterJson<Value>(
  values: readonly Value[],
  expression: string,
  toJson: (value: Value) => unknown,
): Value[] {
  const path = `$[?(${expression})]`;
  checkJsonPath(path);
  const filter = () => values.filter((value) => matchesJsonPath(path, [toJson(value)]));
  // Only regular expressions can be slow.
  if (!/\b(?:match|search)\s*\(/.test(expression)) return filter();
  const found = runWithTimeout(filter, filterTimeoutMs);
  if (found === timeoutMarker)
    throw new Error(`it takes longer than ${filterTimeoutMs} ms for ${values.length} values`);
  return found;
}

/** @throws Error if the path has a syntax error */
export function checkJsonPath(path: string): void {
  compile(path);
}

function compile(path: string): jsonpath.JSONPathQuery {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const query = environment.compile(path);
  if (compiled.size >= maxCached) compiled.clear();
  compiled.set(path, query);
  return query;
}

function isJson(value: unknown): value is JSONValue {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
