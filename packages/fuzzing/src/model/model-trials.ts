import { isJsonNumber, isObject } from '@understudy/contract';
import {
  type ApiPlan,
  type CompiledExpression,
  type CompiledReference,
  type CompiledResource,
  compileExpression,
  expressionIn,
  getMember,
  type OperationPlan,
  type Resource,
} from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import { refuse } from '../state/expect-state.js';
import type { StateSession } from '../state/state-session.js';
import type { Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { effectTrials } from './effect-trials.js';
import { agrees, evaluate, resourceNamed } from './evaluate.js';
import { eventTrials } from './event-trials.js';
import { guardTrials } from './guard-trials.js';
import { lifecycleTrials } from './lifecycle-trials.js';
import { listTrials } from './list-trials.js';
import { memberTrials } from './member-trials.js';
import { signInTrials } from './sign-in-trials.js';
import { trialOf } from './trial-of.js';

const effects: Readonly<Record<string, string>> = {
  refuse: 'cannot be deleted',
  remove: 'takes it along',
  clear: 'is no longer named',
};

/** Returns the trials of all statements of a model. */
export function modelTrials(plan: ApiPlan): Trial[] {
  const [anyResource] = plan.resources.values();
  const trials = [
    ...[...plan.resources.values()].flatMap((resource) => {
      const behavior = plan.behavior.resources.get(resource.name);
      if (behavior === undefined) return [];
      const { lifecycle } = behavior;
      return [
        ...memberTrials(plan, behavior, resource),
        ...relationTrials(plan, behavior, resource),
        ...(lifecycle === undefined ? [] : lifecycleTrials(plan, lifecycle, resource)),
      ];
    }),
    ...[...plan.operations.values()].flatMap((operation) => {
      const { resource = anyResource, does } = operation;
      if (resource === undefined) return [];
      return [
        ...(does === 'list' ? listTrials(plan, operation, resource) : []),
        ...guardTrials(plan, operation, resource),
        ...effectTrials(plan, operation, resource),
        ...answerTrials(plan, operation, resource),
      ];
    }),
    ...eventTrials(plan),
    ...signInTrials(plan),
  ];
  // Several operations can violate one statement of a resource.
  return trials.map((trial, index) => {
    const isFirst = trials.findIndex(({ id }) => id === trial.id) === index;
    const [operationId = ''] = trial.says.split(': ');
    return isFirst ? trial : { ...trial, id: `${trial.id} ${operationId}` };
  });
}

/** Returns the trials of the members of a computed response, such as counts. */
function answerTrials(plan: ApiPlan, operation: OperationPlan, resource: Resource): Trial[] {
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
    // Some resources can only be listed under a parent.
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

/** Returns the trials of what happens to records when the record to which they refer is deleted. */
function relationTrials(plan: ApiPlan, { statement, references }: CompiledResource, resource: Resource): Trial[] {
  return references.flatMap((reference) => {
    const { member, resource: target, deleted } = reference;
    const name = member.names.join('.');
    const isWritten = statement.members?.[name]?.deleted !== undefined && member.list === undefined;
    if (!isWritten || target === resource.name || effects[deleted] === undefined) return [];
    return [
      trialOf(plan, ['resources', resource.name, 'members', name, 'deleted'], {
        resource,
        says: `${resource.name}: what ${name} names ${effects[deleted]}`,
        property: (session) => tryDeletion(session, reference),
      }),
    ];
  });
}

async function tryDeletion(session: StateSession, reference: CompiledReference): Promise<Violation | undefined> {
  const { member, deleted } = reference;
  const target = resourceNamed(session, reference.resource);
  const remove = target && session.operation('delete', target);
  const created = remove && (await session.create());
  if (target === undefined || remove === undefined || created === undefined) return undefined;
  const name = member.names.join('.');
  // The path of a record can determine its parent.
  const key = getMember(created.entity, name) ?? getMember(session.shownIn(created.step), name);
  if (key === undefined || key === null) return session.cannot('a new record names none');
  const removed = await session.call(remove, { key });
  if (deleted === 'refuse')
    return removed.status < 300 && removed.status !== 202
      ? refuse(removed, `${remove.operation.operationId} was accepted although a record refers to it`)
      : undefined;
  if (removed.status >= 300 || removed.status === 202) return session.cannot('the server refuses to delete it');
  const read = session.operation('read');
  if (read === undefined) return undefined;
  const after = await session.call(read, { key: created.key });
  if (deleted === 'remove')
    return after.status < 300 ? refuse(after, 'a record can still be read whose target is deleted') : undefined;
  const shown = getMember(session.shownIn(after), name);
  if (after.status >= 300 || shown === undefined || shown === null) return undefined;
  return wrongValue(after, `${name} still names a deleted record`, member.names, null);
}
