import { isObject } from '@understudy/contract';
import type { BehaviorModel } from './behavior-model.js';

/**
 * Combines two sets of changes into one that has the same effect as applying both in order. The second takes
 * precedence. Unlike in a merge, a removal (null) stays in the result.
 */
export function combineChanges(first: BehaviorModel, second: BehaviorModel): BehaviorModel {
  return combine(first, second) as BehaviorModel;
}

function combine(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second;
  const names = new Set([...Object.keys(second), ...Object.keys(first)]);
  return Object.fromEntries(
    [...names].map((name) => {
      if (!Object.hasOwn(second, name)) return [name, first[name]];
      return [name, Object.hasOwn(first, name) ? combine(first[name], second[name]) : second[name]];
    }),
  );
}

/**
 * True if the `x-understudy` at the root of a description is a behavior model: it contains the version of the format.
 */
export function isModel(value: unknown): value is BehaviorModel {
  return isObject(value) && Object.hasOwn(value, 'understudy');
}
