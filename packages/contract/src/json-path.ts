import { type JSONValue, jsonpath } from 'json-p3';

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
  return [...jsonpath.query(path, isJson(value) ? value : null)];
}

/** @throws Error that says what is wrong with a path */
export function checkJsonPath(path: string): void {
  jsonpath.compile(path);
}

function isJson(value: unknown): value is JSONValue {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
