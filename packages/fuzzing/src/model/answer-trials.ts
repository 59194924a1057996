import { isJsonNumber, isObject } from '@understudy/contract';
import {
  type ApiPlan,
  type CompiledExpression,
  compileExpression,
  expressionIn,
  getMember,
  type OperationPlan,
  type Resource,
} from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import type { StateSession } from '../state/state-session.js';
import type { Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { agrees, evaluate, resourceNamed } from './evaluate.js';
import { trialOf } from './trial-of.js';

/** The trials of the members of a computed response, such as counts. */
export function answerTrials(plan: ApiPlan, operation: OperationPlan, resource: Resource): Trial[] {
  const { operationId, method, path } = operation.operation;
  const template = plan.model.operations?.[operationId]?.answer;
  if (method !== 'GET' || path.includes('{') || !isObject(template)) return [];
  return Object.entries(template).flatMap(([name, value]) => {
    const text = expressionIn(value);
    if (text === undefined) return [];
    return trialOf(plan, ['operations', operationId, 'answer', name], {
      resource,
      says: `${operationId}: ${name} is ${text}`,
      property: (session) => tryMember(session, operation, { name, expression: compileExpression(text) }),
    });
  });
}

async function tryMember(
  session: StateSession,
  operation: OperationPlan,
  { name, expression }: { readonly name: string; readonly expression: CompiledExpression },
): Promise<Violation | undefined> {
  for (const used of expression.uses.resources) {
    const resource = resourceNamed(session, used);
    if (resource === undefined) continue;
    await session.readAll(resource);
    // Lists can be below a parent only.
    const above = session.operation('list', resource)?.through.at(-1)?.resource;
    for (const record of above === undefined ? [] : session.shown.known(above)) {
      session.use(above as Resource, session.shown.keyOf(record));
      await session.readAll(resource);
    }
    if (above !== undefined && session.shown.isComplete(above)) session.shown.complete(resource);
  }
  const step = await session.call(operation);
  const shown = getMember(step.body, name);
  if (step.status >= 300 || !isJsonNumber(shown)) return session.cannot('the response shows no number');
  const expected = evaluate(session, expression, { self: {}, path: {}, query: {}, body: {} });
  const isRight = agrees(session, expected, shown);
  if (isRight === undefined) return session.cannot('not all records are known');
  const says = `${name} is ${String(shown)}, but ${expression.text} is ${String(expected)}`;
  return isRight ? undefined : wrongValue(step, says, [name], expected);
}
