import { decodePercent } from './decode-text.js';
import { isObject } from './is-object.js';
import { readPointer } from './json-pointer.js';

/** Reads the target of an internal `$ref` (`#/components/schemas/Job`); undefined if there is none. */
export function readReference(document: unknown, ref: string): unknown {
  const pointer = ref.startsWith('#') ? decodePercent(ref.slice(1)) : undefined;
  return pointer === undefined ? undefined : readPointer(document, pointer);
}

/** Follows `$ref`s until an object without one. Returns undefined for a broken or circular chain. */
export function resolveReference(document: unknown, node: unknown): Record<string, unknown> | undefined {
  const seen = new Set<unknown>();
  let current = node;
  while (isObject(current) && typeof current.$ref === 'string') {
    if (seen.has(current)) return undefined;
    seen.add(current);
    current = readReference(document, current.$ref);
  }
  return isObject(current) ? current : undefined;
}
