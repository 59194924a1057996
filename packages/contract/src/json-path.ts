import { type JSONValue, jsonpath } from 'json-p3';

/** Regular expressions and paths that are kept ready; scenarios use the same ones for answer after answer. */
const maxCached = 2000;

/** Anything but a string does not match (RFC 9535, 2.4.6); the library would throw an exception for each. */
class Match extends jsonpath.functions.Match {
  override call(text: unknown, pattern: string): boolean {
    return typeof text === 'string' && super.call(text, pattern);
  }
}

/** The same for 2.4.7. */
class Search extends jsonpath.functions.Search {
  override call(text: unknown, pattern: string): boolean {
    return typeof text === 'string' && super.call(text, pattern);
  }
}

const environment = new jsonpath.JSONPathEnvironment();
environment.functionRegister.set('match', new Match({ cacheSize: maxCached }));
environment.functionRegister.set('search', new Search({ cacheSize: maxCached }));
const compiled = new Map<string, jsonpath.JSONPathQuery>();

/** A value that a path leads to, and the names and indexes on the way there. */
export interface JsonPathMatch {
  readonly value: unknown;
  readonly location: ReadonlyArray<string | number>;
}

/**
 * The values that a path of RFC 9535 leads to, which are shared, not copied.
 *
 * @param value a JSON value; anything else is `null`
 * @throws Error when the path cannot be read
 */
export function queryJson(path: string, value: unknown): JsonPathMatch[] {
  return [...compile(path).query(isJson(value) ? value : null)];
}

/**
 * Whether a path leads to any value; it is followed no further than to the first.
 *
 * @param value a JSON value; anything else is `null`
 * @throws Error when the path cannot be read
 */
export function findsJson(path: string, value: unknown): boolean {
  return compile(path).match(isJson(value) ? value : null) !== undefined;
}

/** @throws Error that says what is wrong with a path */
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
