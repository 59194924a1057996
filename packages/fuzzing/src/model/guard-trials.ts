import {
  type ApiPlan,
  type CompiledExpression,
  getMember,
  type OperationPlan,
  type Resource,
  valuesAt,
} from '@understudy/model';
import { refuse } from '../state/expect-state.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep, Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { type Candidate, listCandidates, prepareRecords, unknownKeys } from './candidates.js';
import { evaluate } from './evaluate.js';
import { currentEtag } from './perform.js';
import { canBe } from './refusal.js';
import { trialOf } from './trial-of.js';

/** A condition that each request must meet. */
interface Guard {
  readonly kind: string;
  readonly says: string;
  readonly resources: ReadonlySet<string>;
  /** False if a request violates it. Undefined if that is not known. */
  holds(session: StateSession, candidate: Candidate): boolean | undefined;
}

/** The trials of the conditions of an operation. */
export function guardTrials(plan: ApiPlan, operation: OperationPlan, resource: Resource): Trial[] {
  const guards = guardsOf(plan, operation, resource);
  return [...guards].map(([path, guard]) =>
    trialOf(plan, path, {
      resource,
      says: `${operation.operation.operationId}: ${guard.says}`,
      property: (session) =>
        tryGuard(session, operation, { guard, others: [...guards.values()].filter((each) => each !== guard) }),
    }),
  );
}

function guardsOf(
  plan: ApiPlan,
  { operation, does }: OperationPlan,
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
    if (unique !== undefined && does === 'create')
      found.set(['resources', name, 'unique', key], {
        kind: unique.otherwise,
        says: `no two have the same ${unique.members.map((path) => path.join('.')).join(' and ')}`,
        resources: new Set([name]),
        holds(session, { record }) {
          const values = unique.members.map((path) => getMember(record, path.join('.')));
          if (values.some((value) => value === undefined || value === null)) return true;
          const known = session.shown.all(name);
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

function needGuard(kind: string, condition: CompiledExpression): Guard {
  return {
    kind,
    says: `needs ${condition.text}`,
    resources: condition.uses.resources,
    holds(session, candidate) {
      const result = evaluate(session, condition, valuesOf(candidate));
      return typeof result === 'boolean' ? result : undefined;
    },
  };
}

function valuesOf({ body, record, isUnconditional }: Candidate): Readonly<Record<string, unknown>> {
  return {
    ...{ self: record, old: record, body: body ?? null, path: {}, query: {} },
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
  const candidates = await listCandidates(session, operation);
  const judge = (each: Guard, candidate: Candidate) => {
    session.user = candidate.user;
    return each.holds(session, candidate);
  };
  const violating = candidates.filter(
    (each) => judge(guard, each) === false && others.every((other) => judge(other, each) !== false),
  );
  if (violating.length === 0) return session.cannot('no request that violates it is known');
  let refused: StateStep | undefined;
  for (const candidate of violating.slice(0, mostSent)) {
    const step = await send(session, operation, candidate);
    if (step.status < 300)
      return refuse(step, `${operation.operation.operationId} was accepted, although it violates: ${guard.says}`);
    if (canBe(session, step, guard.kind)) refused = step;
    if (refused !== undefined) break;
  }
  return refused === undefined ? session.cannot('it is refused for another reason') : undefined;
}

const mostSent = 4;

async function send(session: StateSession, operation: OperationPlan, candidate: Candidate): Promise<StateStep> {
  const { user, body, key, isUnconditional } = candidate;
  session.user = user;
  const headers = isUnconditional === true ? {} : await currentEtag(session, operation, key);
  return await session.call(operation, { ...(key === undefined ? {} : { key }), body, headers, isExact: true });
}
