import { cloneJson, isObject, parsePointer } from '@understudy/contract';

/** The result of a lookup. A missing value is represented explicitly, because JSON has no `undefined`. */
export type LookupResult = { found: true; value: unknown } | MissingValue;

export interface MissingValue {
  found: false;
  why: string;
  /** The missing output of an earlier step. */
  lacks?: { stepId: string; name: string } | undefined;
}

/** Returns a pointer with every array index replaced by `*`. */
export function wildcardArrayIndexes(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** Splits a JSON Pointer (RFC 6901). The empty pointer has no tokens. */
export function splitPointer(pointer: string): string[] {
  return parsePointer(pointer === '' || pointer.startsWith('/') ? pointer : `/${pointer}`);
}

/** Reads the value at a JSON Pointer. */
export function readPointer(root: unknown, pointer: string): LookupResult {
  let value = root;
  for (const token of splitPointer(pointer)) {
    const next = child(value, token);
    if (next === undefined) return { found: false, why: `there is no value at ${pointer}` };
    value = next.value;
  }
  return { found: true, value };
}

/**
 * Returns a copy of `root` with `value` set at a JSON Pointer. The last token can be a new member. `-` or the length
 * appends to an array. All parents must exist.
 */
export function writePointer(root: unknown, pointer: string, value: unknown): LookupResult {
  const tokens = splitPointer(pointer);
  const last = tokens.pop();
  if (last === undefined) return { found: true, value };
  const copy: unknown = cloneJson(root);
  let parent = copy;
  for (const token of tokens) {
    const next = child(parent, token);
    if (next === undefined) return { found: false, why: `the payload has no value at "${token}" of ${pointer}` };
    parent = next.value;
  }
  if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : Number(last);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) {
      return {
        found: false,
        why: `"${last}" of ${pointer} is not a valid index; the array length is ${parent.length}`,
      };
    }
    parent[index] = value;
    return { found: true, value: copy };
  }
  if (!isObject(parent)) return { found: false, why: `the parent of ${pointer} is neither an object nor an array` };
  parent[last] = value;
  return { found: true, value: copy };
}

function child(value: unknown, token: string): { value: unknown } | undefined {
  if (Array.isArray(value)) {
    if (!/^(0|[1-9]\d*)$/.test(token) || Number(token) >= value.length) return undefined;
    return { value: value[Number(token)] };
  }
  if (isObject(value) && Object.hasOwn(value, token)) return { value: value[token] };
  return undefined;
}
