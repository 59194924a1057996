import { isObject } from '@understudy/contract';

export type Leaf = readonly [place: string, value: unknown];

/** Leaves of recorded bodies, cached because every replay compares them. */
const recordedLeaves = new WeakMap<object, readonly Leaf[]>();

export function recordedLeavesOf(body: unknown): readonly Leaf[] {
  if (typeof body !== 'object' || body === null) return leavesOf(body);
  const leaves = recordedLeaves.get(body) ?? leavesOf(body);
  recordedLeaves.set(body, leaves);
  return leaves;
}

/** Lists the scalar values of a body with their positions. */
export function leavesOf(body: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: unknown, place: string, depth: number): void => {
    if (depth > 20 || value === undefined) return;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${place}.${index}`, depth + 1);
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) walk(item, `${place}.${name}`, depth + 1);
    else leaves.push([place, value]);
  };
  walk(body, '', 0);
  return leaves;
}
