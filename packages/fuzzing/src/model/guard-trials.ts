import { isObject } from '@understudy/contract';
import {
  type ApiPlan,
  type CompiledExpression,
  getMember,
  type OperationPlan,
  type Resource,
  valuesAt,
} from '@understudy/model';
import { refuse } from '../state/expect-state.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep, Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { unknownKeys } from './candidate-bodies.js';
import { type Candidate, listCandidates, prepareRecords } from './candidates.js';
import { callerOf, evaluate, membersIn } from './evaluate.js';
import { reachAllowed } from './lifecycle-trials.js';
import { addItems, currentEtag, perform } from './perform.js';
import { canBe, statusesOf } from './refusal.js';
import { trialOf } from './trial-of.js';

/** A condition that each request must meet. */
interface Guard {
  readonly kind: string;
  readonly says: string;
  readonly resources: ReadonlySet<string>;
  /** True if the condition uses a count in the record. */
  readonly counts?: boolean;
  /** True if the condition reads the items of a list. */
  readonly readsItems?: boolean;
  /** Returns whether a request satisfies the condition. Undefined if that is unknown. */
  holds(session: StateSession, candidate: Candidate): boolean | undefined;
}

/** Returns the trials of the conditions of an operation. */
export function guardTrials(plan: ApiPlan, operation: OperationPlan, resource: Resource): Trial[] {
  const guards = guardsOf(plan, operation, resource);
  return [...guards].map(([path, guard]) =>
    trialOf(plan, path, {
      resource,
      says: `${operation.operation.operationId}: ${guard.says}`,
      property: (session) =>
        tryGuard(session, operation, {
          guard,
          others: [...guards.values(), ...stateGuards(plan, operation, resource)].filter(
            ({ says }) => says !== guard.says,
          ),
        }),
    }),
  );
}

function guardsOf(
  plan: ApiPlan,
  { operation, does, responses }: OperationPlan,
  { name }: Resource,
): Map<readonly string[], Guard> {
  const { needs = [] } = plan.behavior.operations.get(operation.operationId) ?? {};
  const behavior = plan.behavior.resources.get(name);
  const lifecycle = behavior?.lifecycle?.byOperation.get(operation.operationId) ?? [];
  const found = new Map<readonly string[], Guard>();
  for (const [kind, need] of needs)
    found.set(['operations', operation.operationId, 'needs', kind], needGuard(kind, need));
  for (const transition of lifecycle)
    for (const [kind, need] of transition.needs)
      found.set(['resources', name, 'lifecycle', 'transitions', transition.name, 'needs', kind], needGuard(kind, need));
  if (does !== 'create' && does !== 'update' && does !== 'replace') return found;
  const { statement } = behavior ?? {};
  for (const [index, [key]] of Object.entries(statement?.holds ?? {}).entries()) {
    const hold = behavior?.holds[index];
    if (hold !== undefined) found.set(['resources', name, 'holds', key], needGuard(hold.otherwise, hold.that));
  }
  for (const [index, [key]] of Object.entries(statement?.unique ?? {}).entries()) {
    const unique = behavior?.unique[index];
    if (unique === undefined) continue;
    // Some servers check uniqueness only for new records.
    const statuses = statusesOf(plan, unique.otherwise) ?? [];
    const isCompared = does === 'create' || responses.some(({ key }) => statuses.includes(Number(key)));
    if (isCompared)
      found.set(['resources', name, 'unique', key], {
        kind: unique.otherwise,
        says: `no two have the same ${unique.members.map((path) => path.join('.')).join(' and ')}`,
        resources: new Set([name]),
        holds(session, { record, key }) {
          const values = unique.members.map((path) => getMember(record, path.join('.')));
          if (values.some((value) => value === undefined || value === null)) return true;
          const known = session.shown.all(name).filter((each) => session.shown.keyOf(each) !== key);
          const isTaken = known.some((each) =>
            unique.members.every((path, at) => getMember(each, path.join('.')) === values[at]),
          );
          return !isTaken;
        },
      });
  }
  for (const { member, resource, missing } of behavior?.references ?? []) {
    if (missing === 'ignore' || member.list !== undefined) continue;
    found.set(['resources', name, 'members', member.names.join('.'), 'missing'], {
      kind: missing,
      says: `${member.names.join('.')} names one of ${resource}`,
      resources: new Set([resource]),
      holds(_session, { record }) {
        const named = valuesAt(record, member);
        return named.some((key) => unknownKeys.has(key)) ? false : named.length === 0 || undefined;
      },
    });
  }
  return found;
}

/** Returns the conditions for the states from which an operation is allowed. */
function stateGuards(plan: ApiPlan, { operation }: OperationPlan, { name }: Resource): Guard[] {
  const { lifecycle } = plan.behavior.resources.get(name) ?? {};
  const transitions = lifecycle?.byOperation.get(operation.operationId) ?? [];
  const states = new Set(transitions.flatMap(({ from }) => from));
  if (lifecycle === undefined || states.size === 0 || transitions.some(({ from }) => from.length === 0)) return [];
  const says = `only from ${[...states].join(' or ')}`;
  const holds = (_session: StateSession, { record }: Candidate) =>
    states.has(String(getMember(record, lifecycle.member.join('.'))));
  return [{ kind: 'state', says, resources: new Set(), holds }];
}

function needGuard(kind: string, condition: CompiledExpression): Guard {
  const reads = membersIn(condition.text);
  return {
    kind,
    says: `needs ${condition.text}`,
    resources: condition.uses.resources,
    counts: /self\.\w+ *[<>]/.test(condition.text),
    readsItems: /self\.\w+\.(?:exists|all|filter|map)\(/.test(condition.text),
    holds(session, candidate) {
      const { values } = condition.uses;
      const isKnown = candidate.path !== undefined || !values.has('path');
      const { record, unknown = [] } = candidate;
      const isPlaced = session.shown.keyOf(record) !== undefined || !values.has('self');
      if (!isKnown || !isPlaced || reads.some((name) => unknown.includes(name))) return undefined;
      const result = evaluate(session, condition, valuesOf(candidate));
      return typeof result === 'boolean' ? result : undefined;
    },
  };
}

function valuesOf({
  body,
  record,
  query = {},
  path = {},
  isUnconditional,
}: Candidate): Readonly<Record<string, unknown>> {
  return {
    ...{ self: record, old: record, body: body ?? null, path, query },
    headers: isUnconditional === true ? {} : { 'If-Match': '*', 'if-match': '*' },
  };
}

/** Sends a request that violates only one condition. It must be rejected. */
async function tryGuard(
  session: StateSession,
  operation: OperationPlan,
  { guard, others }: { readonly guard: Guard; readonly others: readonly Guard[] },
): Promise<Violation | undefined> {
  await prepareRecords(session, operation, guard.resources);
  if (operation.does === 'act' && guard.counts === true) await performOften(session, operation);
  const withItems = operation.does === 'act' && guard.readsItems === true ? await session.create() : undefined;
  if (withItems !== undefined) {
    await addItems(session, session.resource, { key: withItems.key, number: 137.5 });
    await session.readOne(session.resource, withItems.key);
  }
  const judge = (each: Guard, candidate: Candidate) => {
    session.user = candidate.user;
    return each.holds(session, candidate);
  };
  const isTelling = (each: Candidate) =>
    judge(guard, each) === false && others.every((other) => judge(other, each) !== false);
  let candidates = await listCandidates(session, operation);
  if (guard.kind === 'forbidden') {
    const forbidden = await tryAllowed(session, operation, { candidates, judges: [guard, ...others] });
    if (forbidden !== undefined) return forbidden;
  }
  if (!candidates.some(isTelling) && (await reachAllowed(session, operation)))
    candidates = await listCandidates(session, operation);
  let violating = candidates.filter(isTelling);
  // A request that violates several conditions must also be rejected, but does not show which condition caused it.
  const isAlone = violating.length > 0;
  const countOthers = (each: Candidate) => others.filter((other) => judge(other, each) === false).length;
  if (!isAlone)
    violating = candidates
      .filter((each) => judge(guard, each) === false)
      .sort((one, other) => countOthers(one) - countOthers(other))
      .slice(0, 2);
  if (violating.length === 0) return session.cannot('no request that violates it is known');
  let refused: StateStep | undefined;
  for (const candidate of oneOfEach(session, violating).slice(0, mostSent)) {
    if (!(await isStillSo(session, { guard, candidate }))) continue;
    const step = await send(session, operation, candidate);
    if (step.status < 300)
      return refuse(step, `${operation.operation.operationId} was accepted, although it violates: ${guard.says}`);
    if (isAlone && canBe(session, step, guard.kind)) refused = step;
    // Without users, further requests show nothing more.
    if (refused !== undefined && session.context.users.length === 0) break;
  }
  return refused === undefined ? session.cannot('it is refused for another reason') : undefined;
}

/** Sends a request as each user who is allowed to. It must not be forbidden. */
async function tryAllowed(
  session: StateSession,
  operation: OperationPlan,
  { candidates, judges }: { readonly candidates: readonly Candidate[]; readonly judges: readonly Guard[] },
): Promise<Violation | undefined> {
  for (const user of session.context.users) {
    session.user = user;
    const allowed = candidates.filter(
      (each) =>
        each.user === user &&
        each.isUnconditional !== true &&
        judges.every((judge) => judge.holds(session, each) === true),
    );
    for (const candidate of new Set([0, 0.5, 1].map((at) => allowed[Math.floor(at * (allowed.length - 1))]))) {
      if (candidate === undefined) continue;
      const step = await send(session, operation, candidate);
      // A record that another user can read exists.
      const isForbidden = step.status === 403 || (step.status === 404 && candidate.key !== undefined);
      if (!isForbidden) continue;
      const by = Object.values(user.by).join(' ');
      const says = `${operation.operation.operationId} is answered with ${step.status} to ${by}, who may call it`;
      return { step, says, expected: { parts: ['$statusCode'], operator: '==', value: operation.statuses[0] ?? 200 } };
    }
  }
  return undefined;
}

const mostSent = 6;

const mostTimes = 4;

/** Performs an operation on one record until it is rejected. */
async function performOften(session: StateSession, operation: OperationPlan): Promise<void> {
  const created = await session.create();
  for (let turn = 0; created !== undefined && turn < mostTimes; turn += 1) {
    const read = await session.readOne(session.resource, created.key);
    const step = await perform(session, operation, { record: read?.record ?? {}, key: created.key });
    if (step.status >= 300) break;
  }
  if (created !== undefined) await session.readOne(session.resource, created.key);
}

/** Puts one request of each kind first: by each user, for their own records and for records of others. */
function oneOfEach(session: StateSession, candidates: readonly Candidate[]): readonly Candidate[] {
  const kinds = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    session.user = candidate.user;
    const caller = callerOf(session);
    const own = isObject(caller) ? caller['id'] : undefined;
    const named = Object.keys(candidate.record).filter((name) => own !== undefined && candidate.record[name] === own);
    const kind = `${String(own)} ${named.join(' ')}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), candidate]);
  }
  const groups = [...kinds.values()];
  return [...groups.flatMap(([first]) => first ?? []), ...groups.flatMap(([, ...rest]) => rest)];
}

/**
 * Returns whether the record still violates the condition. Reads it again, because another operation can have changed
 * it.
 */
async function isStillSo(
  session: StateSession,
  { guard, candidate }: { readonly guard: Guard; readonly candidate: Candidate },
): Promise<boolean> {
  const isUnchanged =
    candidate.record === session.shown.known(session.resource).find((each) => each === candidate.record);
  if (!isUnchanged || candidate.key === undefined) return true;
  session.user = candidate.user;
  const now = await session.readOne(session.resource, candidate.key);
  return now === undefined || guard.holds(session, { ...candidate, record: now.record }) === false;
}

/** Uses the parents to which the record refers in the path of the request. */
function useParents(session: StateSession, { through, resource }: OperationPlan, record: Shown): void {
  const { references = [] } = session.context.plan.behavior.resources.get(resource?.name ?? '') ?? {};
  for (const { resource: parent } of through) {
    const named = references.find((each) => each.resource === parent.name && each.member.list === undefined);
    const key = named && getMember(record, named.member.names.join('.'));
    if (key !== undefined && key !== null) session.use(parent, key);
  }
}

async function send(session: StateSession, operation: OperationPlan, candidate: Candidate): Promise<StateStep> {
  const { user, body, key, query = {}, isUnconditional, below } = candidate;
  session.user = user;
  if (below !== undefined) session.use(below.resource, below.key);
  else if (operation.does !== 'create') useParents(session, operation, candidate.record);
  const headers = isUnconditional === true ? {} : await currentEtag(session, operation, key);
  return await session.call(operation, { ...(key === undefined ? {} : { key }), body, query, headers, isExact: true });
}
