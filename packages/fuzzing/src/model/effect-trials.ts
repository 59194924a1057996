import { membersOf } from '@understudy/contract';
import {
  type ApiPlan,
  type CompiledFurtherEffect,
  type CompiledTemplate,
  getMember,
  type OperationPlan,
  type Resource,
} from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep, Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { agrees, evaluate, resourceNamed } from './evaluate.js';
import { perform } from './perform.js';
import { trialOf } from './trial-of.js';

/** Returns the trials of the members that an operation sets, and of its effects on other records. */
export function effectTrials(plan: ApiPlan, operation: OperationPlan, resource: Resource): Trial[] {
  const { operationId } = operation.operation;
  const { set = [], further = [], statement } = plan.behavior.operations.get(operationId) ?? {};
  const names = Object.keys(statement?.then ?? {});
  const state = plan.behavior.resources.get(resource.name)?.lifecycle?.member.join('.');
  return [
    ...set
      .filter(
        ([path]) =>
          path.join('.') !== state && plan.model.because?.[`/operations/${operationId}/set/${path.join('.')}`],
      )
      .map(([path, value]) =>
        trialOf(plan, ['operations', operationId, 'set', path.join('.')], {
          resource,
          says: `${operationId} sets ${path.join('.')}`,
          property: (session) => trySet(session, operation, { path, value }),
        }),
      ),
    ...further.flatMap((effect, index) =>
      effect.does === 'create'
        ? []
        : [
            trialOf(plan, ['operations', operationId, 'then', names[index] ?? ''], {
              resource,
              says: `${operationId} also changes ${effect.resource}${effect.to === undefined ? '' : ` to ${effect.to}`}`,
              property: (session) => tryEffect(session, operation, effect),
            }),
          ],
    ),
  ];
}

async function trySet(
  session: StateSession,
  operation: OperationPlan,
  assigned: { readonly path: readonly string[]; readonly value: CompiledTemplate },
): Promise<Violation | undefined> {
  const done = await performOnAny(session, operation, () => true);
  return done === undefined
    ? session.cannot('the operation is not accepted')
    : await judgeSet(session, operation, { done, ...assigned });
}

/** Reads a record after an operation, and compares a member that the operation sets. */
export async function judgeSet(
  session: StateSession,
  { operation }: OperationPlan,
  { done, path, value }: { readonly done: Done; readonly path: readonly string[]; readonly value: CompiledTemplate },
): Promise<Violation | undefined> {
  const after = await session.readOne(session.resource, done.key);
  if (after === undefined) return session.cannot('the entity cannot be read');
  const [name, body] = [path.join('.'), done.step.planned.body?.value ?? {}];
  const values = { self: after.record, old: done.record, body, path: {}, query: {}, headers: {} };
  const [expected, shown] = [evaluate(session, value, values), getMember(after.record, name)];
  const isRight = agrees(session, expected, shown);
  if (isRight === undefined) return session.cannot('the response does not show it');
  const says = `${operation.operationId} was accepted, but ${name} is ${String(shown)}`;
  return isRight ? undefined : wrongValue(after.step, says, path, expected);
}

interface Done {
  readonly key: unknown;
  readonly record: Shown;
  readonly step: StateStep;
}

const mostRecords = 8;

/** Performs an operation on a new record, or on an existing one. Undefined if it fails on all. */
async function performOnAny(
  session: StateSession,
  operation: OperationPlan,
  isFit: (record: Shown) => boolean,
): Promise<Done | undefined> {
  const { resource, shown } = session;
  if (operation.does === 'create') {
    const created = await session.create();
    const record = created && session.shownIn(created.step);
    return created === undefined ? undefined : { key: created.key, record: membersOf(record), step: created.step };
  }
  const created = await session.create();
  if (created !== undefined) await session.readOne(resource, created.key);
  await session.readAll(resource);
  for (const record of shown.known(resource).toReversed().filter(isFit).slice(0, mostRecords)) {
    const key = shown.keyOf(record);
    const step = await perform(session, operation, { record, key });
    if (step.status < 300 && step.status !== 202) return { key, record, step };
  }
  return undefined;
}

async function tryEffect(
  session: StateSession,
  operation: OperationPlan,
  effect: CompiledFurtherEffect,
): Promise<Violation | undefined> {
  const target = resourceNamed(session, effect.resource);
  if (target === undefined) return undefined;
  for (const name of new Set([effect.resource, ...session.context.plan.behavior.reads])) {
    const used = resourceNamed(session, name);
    if (used !== undefined) await session.readAll(used);
  }
  const changes = (self: Shown) => keysOf(session, effect, self);
  const before = new Map<string, readonly unknown[]>();
  const done = await performOnAny(session, operation, (record) => {
    const keys = changes(record);
    before.set(session.shown.keyOf(record) ?? '', keys);
    return keys.length > 0;
  });
  if (done === undefined) return session.cannot('no record that it changes is known');
  const keys = before.get(String(done.key)) ?? changes(done.record);
  const { operationId } = operation.operation;
  let compared = 0;
  for (const key of keys) {
    const after = await readAnyway(session, target, key);
    if (effect.does === 'delete') {
      compared += 1;
      if (after === undefined) continue;
      return wrongValue(
        after.step,
        `${operationId} was accepted, but one of ${effect.resource} is still there`,
        [],
        null,
      );
    }
    if (after === undefined) continue;
    for (const [path, expected] of expectations(session, effect, { target, item: after.record, self: done.record })) {
      const shown = getMember(after.record, path.join('.'));
      const isRight = agrees(session, expected, shown);
      if (isRight === undefined) continue;
      compared += 1;
      if (!isRight)
        return wrongValue(
          after.step,
          `${operationId} was accepted, but ${path.join('.')} of one of ${effect.resource} is ${String(shown)}`,
          path,
          expected,
        );
    }
  }
  return compared === 0 ? session.cannot('the records that it changes cannot be read') : undefined;
}

/** Returns the members that an effect changes, with their values. */
function expectations(
  session: StateSession,
  { to, set }: CompiledFurtherEffect,
  { target, item, self }: { readonly target: Resource; readonly item: Shown; readonly self: Shown },
): (readonly [readonly string[], unknown])[] {
  const state = session.context.plan.behavior.resources.get(target.name)?.lifecycle?.member;
  return [
    ...(to === undefined || state === undefined ? [] : [[state, to] as const]),
    ...set.map(([path, value]) => [path, evaluate(session, value, { self, item, body: {} })] as const),
  ];
}

function keysOf(session: StateSession, effect: CompiledFurtherEffect, self: Shown): readonly unknown[] {
  const items = effect.each === undefined ? [undefined] : evaluate(session, effect.each, { self, body: {} });
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const values = { self, item, body: {} };
    if (effect.if !== undefined && evaluate(session, effect.if, values) !== true) return [];
    const key = effect.key === undefined ? undefined : evaluate(session, effect.key, values);
    return key === undefined || key === null ? [] : [key];
  });
}

/** Reads a record with its own operation or from the list. */
async function readAnyway(
  session: StateSession,
  resource: Resource,
  key: unknown,
): Promise<{ step: StateStep; record: Shown } | undefined> {
  const own = await session.readOne(resource, key);
  if (own !== undefined) return own;
  await session.readAll(resource);
  const record = session.shown.known(resource).find((each) => session.shown.keyOf(each) === String(key));
  const step = session.steps.at(-1);
  return record === undefined || step === undefined ? undefined : { step, record };
}
