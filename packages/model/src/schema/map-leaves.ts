import { isObject } from '@understudy/contract';

/**
 * Returns a copy of a value with its strings, numbers, booleans and nulls replaced. @param name of the enclosing member
 */
export function mapLeaves(value: unknown, change: (leaf: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change, name));
  if (!isObject(value)) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, mapLeaves(each, change, member)]));
}
