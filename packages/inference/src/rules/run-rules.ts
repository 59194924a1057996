import { isDeepStrictEqual } from 'node:util';
import { ContractError, isObject, joinPointer, parsePointer, readPointer } from '@understudy/contract';
import { type BehaviorModel, type BehaviorNames, compileBehavior, type Reason } from '@understudy/model';
import { joinSentences } from '../prose/sentences.js';
import type { InferenceRule, InferredStatement, Knowledge } from './rule.js';

type Node = Record<string, unknown>;

/** Statements of all rules, so that a description cannot make a model of any size. */
const mostStatements = 20_000;

/**
 * Runs rules in order. A statement of an earlier rule stays as it is, and one that the description contradicts is left
 * out.
 */
export function runRules(
  rules: readonly InferenceRule[],
  known: Omit<Knowledge, 'model' | 'count'>,
  names: BehaviorNames,
): BehaviorModel {
  const model: Node = { understudy: 1 };
  const because: Record<string, Reason> = {};
  const knowledge = { ...known, model, count: 0 };
  for (const rule of rules) {
    for (const statement of rule.infer(knowledge)) {
      if (knowledge.count >= mostStatements) break;
      if (!isSound(statement, model, names)) continue;
      const { at, value, reason } = statement;
      const earlier = because[at];
      if (add(model, statement)) {
        because[at] = { rule: rule.id, ...reason };
        knowledge.count += 1;
      }
      // Another sentence says the same.
      else if (
        earlier?.says !== undefined &&
        reason.says !== undefined &&
        isDeepStrictEqual(readPointer(model, at), value)
      )
        because[at] = { ...earlier, says: joinSentences([earlier.says, reason.says]) };
    }
  }
  return { ...model, because } as BehaviorModel;
}

/** True if the names in a statement exist. A transition is part of the lifecycle around it. */
function isSound({ at, value }: InferredStatement, known: BehaviorModel, names: BehaviorNames): boolean {
  const [, resource = '', part] = parsePointer(at);
  const lifecycle = part === 'lifecycle' ? known.resources?.[resource]?.lifecycle : undefined;
  const model: Node =
    lifecycle === undefined ? {} : { resources: { [resource]: { lifecycle: { member: lifecycle.member } } } };
  add(model, { at, value });
  try {
    compileBehavior(model, names);
    return true;
  } catch (error) {
    if (error instanceof ContractError) return false;
    throw error;
  }
}

/** Adds a statement to a model, unless there is one. @returns whether it was added */
function add(model: Node, { at, value }: Pick<InferredStatement, 'at' | 'value'>): boolean {
  const path = parsePointer(at);
  const last = path.pop();
  if (last === undefined) return false;
  let node = model;
  for (const name of path) {
    const inner = Object.hasOwn(node, name) ? node[name] : undefined;
    const next: Node = isObject(inner) ? inner : {};
    if (!isObject(inner))
      Object.defineProperty(node, name, { value: next, enumerable: true, writable: true, configurable: true });
    node = next;
  }
  if (Object.hasOwn(node, last)) return false;
  Object.defineProperty(node, last, { value, enumerable: true, writable: true, configurable: true });
  return true;
}

/** The place of a member of a resource in a model. */
export function memberAt(resource: string, member: string, ...more: readonly string[]): string {
  return joinPointer('/resources', resource, 'members', member, ...more);
}
