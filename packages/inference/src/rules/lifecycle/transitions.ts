import { joinPointer } from '@understudy/contract';
import { lastSegment, splitWords, toPathShape } from '@understudy/model';
import { listParticiples } from '../../words/verbs.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { initialOf } from './initial-state.js';
import { type FoundLifecycle, findLifecycles, type LifecycleOperation } from './lifecycles.js';
import { withReachableStates } from './reachable-states.js';
import { readTransition } from './read-transition.js';

/** Infers the transitions of resources with states. */
export const transitions: InferenceRule = {
  id: 'transition-of-action',
  says: 'An action leads to the state of its name, from the states that its description or its refusal says',
  *infer(known) {
    for (const lifecycle of findLifecycles(known)) yield* transitionsOf(known, lifecycle);
  },
};

function* transitionsOf(known: Knowledge, lifecycle: FoundLifecycle): Iterable<InferredStatement> {
  const at = joinPointer('/resources', lifecycle.resource.name, 'lifecycle');
  const readAll = () =>
    lifecycle.operations.flatMap((operation) => {
      const found = readTransition(known, lifecycle, operation);
      return found === undefined ? [] : [{ ...found, operation }];
    });
  // "It has not been checked in" is about the state that another operation leads to.
  for (const { statement, operation } of readAll()) {
    const [verb = '', ...rest] = splitWords(lastSegment(toPathShape(operation.plan.operation.path)));
    for (const participle of listParticiples(verb))
      if (typeof statement.to === 'string') lifecycle.reached.set([participle, ...rest].join(' '), statement.to);
  }
  const read = readAll();
  const [first] = read;
  if (first === undefined) return;
  yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason: first.reason };
  const names = read.map(({ operation }) => nameOf(operation));
  const stated = read.map(({ statement }) => statement);
  const initial = initialOf(known, lifecycle)?.state;
  const reachable = initial === undefined ? stated : withReachableStates(stated, initial);
  for (const [index, { operation, statement: before, reason, status }] of read.entries()) {
    const statement = reachable[index] ?? before;
    const own = names[index] ?? '';
    const name = names.filter((each) => each === own).length > 1 ? operation.plan.operation.operationId : own;
    const { otherwise } = statement;
    if (status !== undefined && otherwise !== undefined)
      yield { at: joinPointer('/errors', otherwise, 'status'), value: status, reason };
    if (otherwise !== undefined && otherwise !== `state${status}`)
      yield { at: joinPointer('/errors', otherwise, 'code'), value: otherwise, reason };
    yield { at: joinPointer(at, 'transitions', name), value: statement, reason };
  }
}

/** The word of an action in its path, or the operation. */
function nameOf({ plan: { operation, does }, isOnPart }: LifecycleOperation): string {
  const word = lastSegment(toPathShape(operation.path));
  return does === 'act' && !isOnPart && operation.method !== 'DELETE' && /^\w+$/.test(word)
    ? word
    : operation.operationId;
}
