import { isObject } from './is-object.js';
import { copyTree } from './sources.js';

/**
 * Merges an overlay's update into an object or array, in place: objects field by field, arrays by appending, everything
 * else by replacing. A scalar that an array has already is not appended again.
 */
export function mergeUpdate(target: unknown, change: unknown): void {
  if (Array.isArray(target) && Array.isArray(change)) {
    for (const item of change) {
      const isScalar = typeof item !== 'object' || item === null;
      if (!isScalar || !target.includes(item)) {
        target.push(copyTree(item));
      }
    }
    return;
  }
  if (!isObject(target) || !isObject(change)) {
    return;
  }
  for (const [name, value] of Object.entries(change)) {
    const current = target[name];
    if ((Array.isArray(current) && Array.isArray(value)) || (isObject(current) && isObject(value))) {
      mergeUpdate(current, value);
    } else {
      target[name] = copyTree(value);
    }
  }
}
