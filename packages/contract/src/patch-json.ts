import { type JSONValue, jsonpatch } from 'json-p3';
import { parseJson } from './numbers/parse-json.js';
import { stringifyJson } from './numbers/stringify-json.js';
import { isObject } from './objects.js';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';

/** Timeout in milliseconds, because each step can move a whole list. */
const timeoutMs = 50;

/** A JSON Patch (RFC 6902) as its steps, or a JSON Merge Patch (RFC 7396). */
export type JsonPatch = JsonPatchStep[] | Record<string, unknown>;

interface JsonPatchStep {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string;
  value?: unknown;
}

/** Applies a patch to a copy. @throws Error for an impossible step or a timeout */
export function patchJson(patch: JsonPatch | ReadonlyArray<object>, value: unknown): unknown {
  const apply = () => {
    const copy: JSONValue = parseJson(stringifyJson(value));
    // The library rejects invalid operations.
    return Array.isArray(patch) ? jsonpatch.apply(parseJson(stringifyJson(patch)), copy) : mergePatch(copy, patch);
  };
  const patched = runWithTimeout<unknown>(apply, timeoutMs);
  if (patched === timeoutMarker)
    throw new Error(`its steps take longer than ${timeoutMs} ms; send fewer or simpler ones`);
  return patched;
}

export function mergePatch(value: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  const merged = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, part] of Object.entries(change)) {
    if (part === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), part));
  }
  return Object.fromEntries(merged);
}
