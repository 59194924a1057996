import type { AdmittedRequest, ErrorResult, UnitContext } from '@understudy/kernel';
import type { CompiledNeeds } from '@understudy/model';
import {
  type ApiRuntime,
  createNotFoundError,
  findEntity,
  type ResourceCall,
  rejectMissingParent,
  toCaller,
} from '../api-runtime.js';
import { BehaviorSession } from './behavior-session.js';
import { createModelError, reasonOf } from './model-error.js';

/** Returns the error if a caller lacks a right. Checks only conditions that depend on the caller, path and headers. */
export async function findMissingRight(
  served: ApiRuntime,
  { operation, caller, path, headers }: AdmittedRequest,
  context: UnitContext,
): Promise<ErrorResult | undefined> {
  const { operationId } = operation;
  const { needs = [] } = served.plan.behavior.operations.get(operationId) ?? {};
  const rights = needs.filter(([kind, { uses }]) => statusOf(served, kind) !== undefined && !readsMore(uses.values));
  const plan = served.plan.operations.get(operationId);
  if (rights.length === 0 || plan === undefined) return undefined;
  const as = toCaller(served, { caller, headers, settings: context.settings });
  const session = new BehaviorSession({ served, context, request: { path, headers }, caller: as });
  await session.prepare();
  // Authentication is checked before authorization.
  const ordered = rights.toSorted(([one], [other]) => Number(statusOf(served, one)) - Number(statusOf(served, other)));
  const unmet = ordered.find(([, right]) => session.evaluate(right, {}) !== true);
  return unmet && createNeedError({ served, plan, session }, unmet);
}

/** The status of a failed right: 401 or 403. Undefined for other conditions. */
function statusOf({ plan }: ApiRuntime, kind: string): number | undefined {
  const usual = kind === 'unauthenticated' ? 401 : kind === 'forbidden' ? 403 : undefined;
  const status = plan.behavior.errors.get(kind)?.status ?? usual;
  return status === 401 || status === 403 ? status : undefined;
}

function readsMore(values: ReadonlySet<string>): boolean {
  return ['self', 'old', 'body', 'query'].some((name) => values.has(name));
}

type NeedCall = Pick<ResourceCall, 'served' | 'plan' | 'session'>;
type Need = CompiledNeeds[number];

/**
 * Returns the error of the first violated condition of an operation, among the conditions on its record or the others.
 *
 * @param self the record. Undefined checks the conditions on the request alone
 * @param areRights checks only conditions whose error has status 403
 */
export function findUnmetNeed(call: NeedCall, self?: unknown, areRights = false): ErrorResult | undefined {
  const unmet = findUnmet(call, self, areRights);
  return unmet && createNeedError(call, unmet, self);
}

/**
 * Returns the error of a violated condition on the request alone, or 404 if the condition depends on a record that does
 * not exist.
 */
export function refuseByRequest(call: ResourceCall): Promise<ErrorResult> | undefined {
  const unmet = findUnmet(call);
  return unmet && refuse(call, unmet);
}

async function refuse(call: ResourceCall, unmet: Need): Promise<ErrorResult> {
  const { plan, resource, session, key } = call;
  const isOfRecord = key !== undefined && plan.does !== 'create' && plan.missing !== 'create';
  const there = isOfRecord ? await findEntity(call, key) : undefined;
  const isMissing = isOfRecord && there === undefined ? createNotFoundError(resource, key) : undefined;
  const missing = unmet[1].uses.values.has('path') ? ((await rejectMissingParent(call)) ?? isMissing) : undefined;
  return missing ?? createNeedError(call, unmet, there && session.show(resource, there.fields ?? {}, there));
}

function findUnmet({ served, plan, session }: NeedCall, self?: unknown, areRights = false): Need | undefined {
  const { needs = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  return needs.find(([kind, condition]) => {
    const { values } = condition.uses;
    const isAboutRecord = values.has('self') || values.has('old');
    if (isAboutRecord !== (self !== undefined) || (areRights && statusOf(served, kind) !== 403)) return false;
    return session.evaluate(condition, isAboutRecord ? { self, old: self } : {}) !== true;
  });
}

/** Creates the error of a violated condition. An error about an invalid value names the member. */
function createNeedError(
  { plan, session }: NeedCall,
  [kind, condition, { message: own, field: stated }]: Need,
  self?: unknown,
): ErrorResult {
  const message = reasonOf(session, '/operations', plan.operation.operationId, 'needs', kind);
  const { references = [] } = plan.resource === undefined ? {} : (session.behaviorOf(plan.resource) ?? {});
  const isReference = (name: string) => references.some(({ member }) => member.names.join('.') === name);
  const [read] = [...condition.uses.sent, ...[...condition.uses.own].filter((name) => !isReference(name))];
  const error = createModelError(session, plan, { kind, message, own, self, ...(stated && { field: stated }) });
  const isInvalid = error.status === 400 || error.status === 422;
  if (stated !== undefined || read === undefined || !isInvalid) return error;
  return createModelError(session, plan, { kind, message, own, self, field: read });
}
