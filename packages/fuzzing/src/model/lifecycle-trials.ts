import type { ApiPlan, CompiledLifecycle, CompiledTransition, OperationPlan, Resource } from '@understudy/model';
import { getMember } from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import { refuse } from '../state/expect-state.js';
import { countLists, findGrowth } from '../state/list-properties.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import type { Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { judgeSet } from './effect-trials.js';
import { agrees, evaluate } from './evaluate.js';
import { addItems, fill, findPerformer, perform, performPrepared } from './perform.js';
import { canBe, isRefusedAs } from './refusal.js';
import { naming, type Operated, operationsOf, siblingsOf } from './requested-transition.js';
import { tryTimer } from './timer-trial.js';
import { trialOf } from './trial-of.js';

/** Returns the trials of a resource's states and transitions. */
export function lifecycleTrials(plan: ApiPlan, lifecycle: CompiledLifecycle, resource: Resource): Trial[] {
  const at = ['resources', resource.name, 'lifecycle'];
  const operated = lifecycle.transitions.flatMap((transition) =>
    operationsOf(plan, transition).map((operation): Operated => ({ transition, operation })),
  );
  const { initial } = lifecycle;
  return [
    ...(initial === undefined
      ? []
      : [
          trialOf(plan, [...at, 'initial'], {
            resource,
            says: `${resource.name}: a new one is ${String(plan.model.resources?.[resource.name]?.lifecycle?.initial)}`,
            property: (session) => tryInitial(session, lifecycle),
          }),
        ]),
    ...lifecycle.transitions.flatMap((transition) =>
      transition.when === undefined || typeof transition.statement.to !== 'string'
        ? []
        : [
            trialOf(plan, [...at, 'transitions', transition.name, 'when'], {
              resource,
              says: `${resource.name}: ${transition.statement.to} when ${transition.when.text}`,
              isStated: isNamed(plan, resource, transition.statement.to),
              property: (session) => tryTimer(session, lifecycle, transition),
            }),
          ],
    ),
    ...operated.flatMap(({ transition, operation }) => [
      trialOf(plan, [...at, 'transitions', transition.name, 'otherwise'], {
        resource,
        says: `${operation.operation.operationId}: a refusal adds no record`,
        property: (session) => tryRefusal(session, lifecycle, { transition, operation }),
      }),
      trialOf(plan, [...at, 'transitions', transition.name, 'from'], {
        resource,
        says: `${operation.operation.operationId}: only from ${transition.from.join(' or ') || 'any state'}${transition.statement.to === undefined ? '' : `, to ${String(transition.statement.to)}`}`,
        property: (session) => tryTransition(session, lifecycle, { transition, operation }),
      }),
      ...transition.set.map(([path, value]) =>
        trialOf(plan, [...at, 'transitions', transition.name, 'set', path.join('.')], {
          resource,
          says: `${operation.operation.operationId} sets ${path.join('.')}`,
          property: async (session) => {
            const from = transition.from[0] ?? String(lifecycle.initial);
            const reached = await reach(session, lifecycle, { state: from, next: operation });
            if (reached === undefined) return session.cannot(`no way to ${from} is known`);
            const named = naming(session, { transition, operation });
            const step = await performPrepared(session, operation, { ...reached, ...named });
            if (step.status >= 300 || step.status === 202) return session.cannot(`it is answered with ${step.status}`);
            return await judgeSet(session, operation, { done: { ...reached, step }, path, value });
          },
        }),
      ),
    ]),
  ];
}

/** True if the text of an operation mentions a state. */
function isNamed(plan: ApiPlan, resource: Resource, state: string): boolean {
  return [...plan.operations.values()].some(
    (each) => each.resource === resource && String(each.node['description']).includes(`\`${state}\``),
  );
}

async function tryInitial(
  session: StateSession,
  { member, initial, transitions }: CompiledLifecycle,
): Promise<Violation | undefined> {
  const created = await session.create();
  if (created === undefined || initial === undefined) return undefined;
  const record = session.shownIn(created.step);
  const [expected, shown] = [evaluate(session, initial, { self: record }), getMember(record, member.join('.'))];
  const isRight = agrees(session, expected, shown);
  if (isRight === undefined) return session.cannot('the response does not show it');
  if (transitions.some((each) => isByItself(each) && each.statement.to === shown))
    return session.cannot('it has changed by itself');
  return isRight ? undefined : wrongValue(created.step, `a new entity is ${String(shown)}`, member, expected);
}

/** True if a transition happens without a request. */
function isByItself({ when, statement: { after } }: CompiledTransition): boolean {
  return when !== undefined || after !== undefined;
}

interface Reached {
  readonly key: unknown;
  readonly record: Shown;
}

/**
 * Brings a new entity into a state by the transitions of the model, or finds one in it.
 *
 * @param next the operation to perform next, which some user must be allowed to do. With `isFull`, the entity has items
 * from the start
 */
async function reach(
  session: StateSession,
  lifecycle: CompiledLifecycle,
  { state, next, isFull = false }: { readonly state: string; readonly next: OperationPlan; readonly isFull?: boolean },
): Promise<Reached | undefined> {
  const { resource, shown, context } = session;
  const name = lifecycle.member.join('.');
  const isFit = (record: Shown, key: unknown) =>
    String(getMember(record, name)) === state && findPerformer(session, next, { record, key }) !== undefined;
  for (const user of context.users.length === 0 ? [undefined] : context.users) {
    session.user = user;
    const created = await session.create();
    if (created !== undefined && isFull) await fill(session, resource, created.key);
    let current = created && (await session.readOne(resource, created.key));
    const path = current && findPath(session, lifecycle, String(getMember(current.record, name)), state);
    for (const each of path ?? []) {
      if (created === undefined || current === undefined) break;
      const named = naming(session, each);
      await performPrepared(session, each.operation, { record: current.record, key: created.key, ...named });
      current = await session.readOne(resource, created.key);
    }
    if (created === undefined || current === undefined) continue;
    if (isFit(current.record, created.key)) return { key: created.key, record: current.record };
    // The next operation can require items.
    if (String(getMember(current.record, name)) !== state) continue;
    await addItems(session, resource, { key: created.key });
    current = await session.readOne(resource, created.key);
    if (current !== undefined && isFit(current.record, created.key))
      return { key: created.key, record: current.record };
  }
  [session.user] = context.users;
  await session.readAll(resource);
  const there = shown.known(resource).findLast((record) => isFit(record, shown.keyOf(record)));
  return there === undefined ? undefined : { key: shown.keyOf(there), record: there };
}

/** Brings a new entity into a state from which an operation is allowed. */
export async function reachAllowed(session: StateSession, operation: OperationPlan): Promise<boolean> {
  const { lifecycle } = session.context.plan.behavior.resources.get(session.resource.name) ?? {};
  if (lifecycle === undefined) return false;
  const allowed = lifecycle.byOperation.get(operation.operation.operationId) ?? [];
  for (const state of allowed.flatMap(({ from }) => from))
    if ((await reach(session, lifecycle, { state, next: operation })) !== undefined) return true;
  return false;
}

function findPath(
  session: StateSession,
  { transitions }: CompiledLifecycle,
  from: string,
  to: string,
): readonly Operated[] | undefined {
  const { plan, options } = session.context;
  const paths = new Map<string, readonly Operated[]>([[from, []]]);
  for (const [state, path] of paths) {
    if (state === to) return path;
    for (const transition of transitions) {
      const next = transition.statement.to;
      const [operation] = operationsOf(plan, transition).filter((each) => options.isMeant?.(each.operation) !== false);
      if (typeof next !== 'string' || operation === undefined || paths.has(next)) continue;
      if (transition.from.length > 0 && !transition.from.includes(state)) continue;
      paths.set(next, [...path, { transition, operation }]);
    }
  }
  return undefined;
}

/** Tries a transition from each state: allowed ones lead to its state, and others are rejected and change nothing. */
async function tryTransition(
  session: StateSession,
  lifecycle: CompiledLifecycle,
  { transition, operation }: Operated,
): Promise<Violation | undefined> {
  const name = lifecycle.member.join('.');
  const { operationId } = operation.operation;
  const siblings = siblingsOf(lifecycle, { transition, operation });
  const named = naming(session, { transition, operation });
  const allowed = new Set(siblings.flatMap(({ from }) => from));
  const states = statesOf(session, lifecycle);
  const { to } = transition.statement;
  // Jobs continue between two requests.
  const mayBecome = (now: string) =>
    lifecycle.transitions.some((each) => isByItself(each) && each.statement.to === now);
  let tried = 0;
  // If only a record with items allows the transition, the rejections are also tried on records with items.
  let isFull = false;
  const isFree = (state: string) => siblings.some(({ from }) => from.length === 0) || allowed.has(state);
  for (const state of states.toSorted((one, other) => Number(isFree(other)) - Number(isFree(one)))) {
    const isAllowed = isFree(state);
    const isOwn = transition.from.length === 0 || transition.from.includes(state);
    if (isAllowed && !isOwn) continue;
    const reached = await reach(session, lifecycle, { state, next: operation, isFull });
    if (reached === undefined) continue;
    const sent = session.steps.length;
    const step = await (isAllowed ? performPrepared : perform)(session, operation, { ...reached, ...named });
    isFull ||= isAllowed && step.status < 300 && session.steps.length > sent + 2;
    const after = await session.readOne(session.resource, reached.key);
    const now = after === undefined ? undefined : String(getMember(after.record, name));
    if (now !== undefined && now !== state && now !== to && mayBecome(now)) continue;
    if (!isAllowed) {
      if (canBe(session, step, transition.otherwise)) tried += 1;
      if (step.status < 300) return refuse(step, `${operationId} was accepted although the ${name} is ${state}`);
      if (now !== undefined && now !== state)
        return wrongValue(
          after?.step ?? step,
          `${operationId} was refused, but the ${name} changed from ${state} to ${now}`,
          lifecycle.member,
          state,
        );
      continue;
    }
    if (step.status === 202) continue;
    if (step.status >= 300) {
      if (!isRefusedAs(session, step, transition.otherwise)) continue;
      const expected = { parts: ['$statusCode'], operator: '==', value: operation.statuses[0] ?? 200 } as const;
      return {
        step,
        says: `${operationId} was refused with ${step.status} although the ${name} is ${state}`,
        expected,
      };
    }
    tried += 1;
    if (typeof to !== 'string' || after === undefined || now === to) continue;
    const says = `${operationId} was accepted, but the ${name} is ${String(now)} and not ${to}`;
    return wrongValue(after.step, says, lifecycle.member, to);
  }
  return tried === 0 ? session.cannot('no entity could be brought into a state') : undefined;
}

/** Returns the states in a model. */
function statesOf(session: StateSession, { transitions }: CompiledLifecycle): readonly string[] {
  const initial = session.context.plan.model.resources?.[session.resource.name]?.lifecycle?.initial;
  const named = transitions.flatMap(({ from, statement: { to } }) => [
    ...from,
    ...(typeof to === 'string' ? [to] : []),
  ]);
  return [...new Set([...(typeof initial === 'string' ? [initial] : []), ...named])].filter(
    (each) => !each.startsWith('='),
  );
}

/** Repeats a rejected request, and expects that neither its list nor a list of stored events grows each time. */
async function tryRefusal(
  session: StateSession,
  lifecycle: CompiledLifecycle,
  { transition, operation }: Operated,
): Promise<Violation | undefined> {
  const { operationId } = operation.operation;
  const allowed = siblingsOf(lifecycle, { transition, operation }).flatMap(({ from }) => from);
  const named = naming(session, { transition, operation });
  const state = statesOf(session, lifecycle).find((each) => allowed.length > 0 && !allowed.includes(each));
  const reached = state === undefined ? undefined : await reach(session, lifecycle, { state, next: operation });
  if (reached === undefined) return session.cannot('no entity could be brought into another state');
  const counts = [await countLists(session)];
  for (let turn = 0; turn < 2; turn += 1) {
    const step = await perform(session, operation, { ...reached, ...named });
    if (!canBe(session, step, transition.otherwise)) return session.cannot(`it is answered with ${step.status}`);
    counts.push(await countLists(session));
  }
  // A server can log rejected requests in a separate list.
  const { events } = session.context.plan.behavior;
  const told = new Set([session.resource.name, ...(events?.channels ?? []).map(({ store }) => store)]);
  for (const name of counts[0]?.keys() ?? []) {
    const says = `${operationId} was refused, but ${name} has one more`;
    const grown = told.has(name)
      ? findGrowth(
          counts.map((each) => each.get(name)),
          says,
        )
      : undefined;
    if (grown !== undefined) return grown;
  }
  return undefined;
}
