import { ExactDecimal, haveExactNumbers } from './exact-number.js';

/** Copies a value of JSON in depth, like `structuredClone`, which does not know exact decimals. */
export function cloneJson<Value>(value: Value): Value {
  return haveExactNumbers() ? copy(value) : structuredClone(value);
}

function copy<Value>(value: Value): Value;
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactDecimal) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]: [string, unknown]) => [name, copy(part)]));
}
