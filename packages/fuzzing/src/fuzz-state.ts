import { type ApiContract, readPointer, stringifyJson } from '@understudy/contract';
import type { ApiPlan } from '@understudy/model';
import { type FuzzFinding, type FuzzOptions, resolveUrl, toCause } from './judge-request.js';
import { modelTrials } from './model/model-trials.js';
import { populate } from './model/populate.js';
import { SeededRandom } from './seeded-random.js';
import { fillPath } from './send-request.js';
import { EntityVariants } from './state/entity-variants.js';
import { KnownRecords } from './state/known-records.js';
import { endsSession, signInUsers } from './state/known-user.js';
import { openTrials } from './state/open-trials.js';
import { ShownRecords } from './state/shown-records.js';
import type { StateContext } from './state/state-context.js';
import { generalTrials } from './state/state-properties.js';
import { toScenario, toScript } from './state/state-scenario.js';
import { StateSession } from './state/state-session.js';
import { ForbiddenOperation, OutOfTime, type StateStep, type Violation, WrongResponse } from './state/state-step.js';
import type { Trial } from './state/trial.js';
import { outOfTime, type StatementResult, toStatement } from './statement-result.js';

/** Maximum number of resources, because descriptions can have thousands. */
const mostResources = 300;

/** Maximum number of optional members that are removed one by one. */
const mostRemovals = 12;

/** The shares of the available time after which no more records are added, and no more statements are tried. */
const [shareOfSurvey, shareOfStatements] = [0.25, 0.6];

interface Outcome {
  readonly session: StateSession;
  readonly violation: Violation & { readonly wrong?: readonly string[] };
}

interface Totals {
  requests: number;
  accepted: number;
  refused: number;
}

type Shared = Omit<StateContext, 'variants'>;

/** The results of the sequences, and the records that they leave for generated requests. */
export interface KnownState {
  readonly findings: readonly FuzzFinding[];
  readonly notes: readonly FuzzFinding[];
  readonly statements: readonly StatementResult[];
  /** The records. Undefined if there are none. */
  readonly records?: KnownRecords;
}

/** Tries every statement about resources that the run is allowed to create. */
export async function fuzzState(
  { contract, plan }: { readonly contract: ApiContract; readonly plan: ApiPlan },
  options: FuzzOptions,
  totals: Totals,
): Promise<KnownState> {
  const found = { findings: new Map<string, FuzzFinding>(), notes: new Map<string, FuzzFinding>() };
  const statements: StatementResult[] = [];
  const trials = listTrials(contract, plan).filter(({ id }) => options.replay === undefined || options.replay === id);
  if (trials.length === 0 && options.replay === undefined) return { findings: [], notes: [], statements };
  const users = await signInUsers(plan, options);
  const shared: Shared = {
    contract,
    plan,
    options,
    users,
    survey: new ShownRecords(plan),
    ways: new Map(),
    sent: new Set(),
  };
  const population = await survey(shared, totals);
  for (const trial of trials) {
    if (options.hasStopped?.() === true) break;
    if ((options.usedTime?.() ?? 0) > shareOfStatements) {
      statements.push({ id: trial.id, says: trial.says, outcome: 'untried', why: outOfTime });
      continue;
    }
    const outcome = await run(shared, trial, { statements, totals });
    if (outcome === undefined) continue;
    const finding = findingOf(contract, options, { trial, outcome });
    // A statement that a person wrote is not a guess.
    const isStated = trial.isStated || isIn(options.model, trial.id);
    const kept = isStated || outcome.violation.wrong !== undefined ? found.findings : found.notes;
    if (!found.findings.has(finding.cause) && !kept.has(finding.cause)) kept.set(finding.cause, finding);
  }
  return {
    ...{ findings: [...found.findings.values()], notes: [...found.notes.values()], statements },
    ...(population === undefined ? {} : { records: new KnownRecords(population) }),
  };
}

/** True if changed lines of a model contain a statement. */
function isIn(model: unknown, pointer: string): boolean {
  return pointer.startsWith('/') && readPointer(model, pointer.split(' ')[0] ?? '') !== undefined;
}

function listTrials({ document }: ApiContract, plan: ApiPlan): Trial[] {
  const resources = [...plan.resources.values()].filter(({ kept, single }) => kept && !single).slice(0, mostResources);
  const [first] = resources;
  const open = first === undefined ? [] : openTrials(plan, first);
  return [...modelTrials(plan), ...resources.flatMap((each) => generalTrials(each, document)), ...open];
}

/** Reads the initial contents of the server's lists, and adds records. @returns the sequence that created them */
async function survey(shared: Shared, totals: Totals): Promise<StateSession | undefined> {
  const [resource] = shared.plan.resources.values();
  if (resource === undefined) return undefined;
  const variants = new EntityVariants(shared.plan, new SeededRandom('survey'));
  const session = new StateSession({ ...shared, variants }, resource);
  [session.user] = shared.users;
  session.latest = shareOfSurvey;
  for (const plan of shared.plan.operations.values()) {
    const { method, path, parameters } = plan.operation;
    if (method !== 'GET' || path.includes('{') || plan.does === 'act' || parameters.some((each) => each.required))
      continue;
    if (shared.options.isMeant?.(plan.operation) === false || isStream(plan.node['responses'])) continue;
    if (endsSession(shared.plan, plan.operation)) continue;
    await session.call(plan).catch(() => {});
  }
  if (shared.options.covers !== false) await populate(session);
  session.latest = 1;
  for (const step of session.steps) shared.survey.note(step);
  count(session, totals);
  return session;
}

function isStream(responses: unknown): boolean {
  return (stringifyJson(responses) ?? '').includes('text/event-stream');
}

function count({ steps }: StateSession, totals: Totals): void {
  const refused = steps.filter(({ status }) => status === 0 || status >= 400).length;
  totals.requests += steps.length;
  totals.refused += refused;
  totals.accepted += steps.length - refused;
}

/** Tries a statement, and returns the smallest sequence that contradicts it. */
async function run(
  shared: Shared,
  trial: Trial,
  { statements, totals }: { readonly statements: StatementResult[]; readonly totals: Totals },
): Promise<Outcome | undefined> {
  const { plan, options, contract } = shared;
  const random = new SeededRandom(`${options.seed ?? '1'} ${contract.name} ${trial.id}`);
  const context: StateContext = { ...shared, variants: new EntityVariants(plan, random) };
  const attempt = async (
    isPatient = false,
  ): Promise<{ session: StateSession; violation: Outcome['violation'] | undefined }> => {
    const session = new StateSession(context, trial.resource);
    session.isPatient = isPatient;
    if (trial.id.startsWith('/')) [session.user] = shared.users;
    const violation = await violationOf(session, trial);
    await session.removeCreated();
    count(session, totals);
    return { session, violation };
  };
  let first = await attempt();
  // A violation that only an outdated list shows does not count, so it is tried again. Concurrent requests cannot be
  // repeated.
  if (first.violation !== undefined && first.session.steps.every((step) => !step.isConcurrent)) {
    const again = await attempt(true);
    if (again.violation === undefined) first = again;
  }
  // The result of the sequence is unknown.
  if (options.hasStopped?.() === true) return undefined;
  const statement = toStatement(trial, first.session, first.violation !== undefined);
  if (statement !== undefined) statements.push(statement);
  const { session, violation } = first;
  if (violation === undefined) return undefined;
  return trial.id.startsWith('/') ? { session, violation } : await shrink({ session, violation }, attempt);
}

async function violationOf(session: StateSession, { property }: Trial): Promise<Outcome['violation'] | undefined> {
  try {
    return await property(session);
  } catch (error) {
    if (error instanceof ForbiddenOperation) return session.cannot(`${error.message} may not be called`);
    if (error instanceof OutOfTime) return session.cannot(outOfTime);
    if (!(error instanceof WrongResponse)) throw error;
    const { step, wrong } = error;
    const { statuses } = step.planned.plan;
    return {
      step,
      wrong,
      says: wrong[0] ?? '',
      expected: { parts: ['$statusCode'], operator: '==', value: statuses[0] ?? 200 },
    };
  }
}

/** Removes optional members from the created entities as long as the property is still violated. */
async function shrink(
  first: Outcome,
  attempt: () => Promise<{ session: StateSession; violation: Outcome['violation'] | undefined }>,
): Promise<Outcome> {
  let least = first;
  const { variants } = first.session.context;
  for (const name of [...first.session.resource.writable.keys()].slice(0, mostRemovals)) {
    variants.omitted.add(name);
    const { session, violation } = await attempt();
    if (violation?.says === first.violation.says) least = { session, violation };
    else variants.omitted.delete(name);
  }
  return least;
}

function findingOf(
  contract: ApiContract,
  options: FuzzOptions,
  { trial: { id, says: statement }, outcome }: { trial: Trial; outcome: Outcome },
): FuzzFinding {
  const { session, violation } = outcome;
  const { step, says, wrong, isReceived = false } = violation;
  const { operation } = step.planned.plan;
  const steps = isReceived ? session.steps : session.steps.slice(0, session.steps.indexOf(step) + 1);
  return {
    id,
    cause: toCause(operation, step, wrong ?? [says]),
    operationId: operation.operationId,
    wrong: wrong ?? [says, statement],
    count: 1,
    curl: toScript(steps, options),
    exchanges: steps.slice(-mostExchanges).map(exchangeOf),
    status: step.status === 0 ? undefined : step.status,
    answer: step.body,
    ...(isReceived
      ? {}
      : { scenario: toScenario(contract, { id, steps, violation, baseUrl: resolveUrl(options, operation) }) }),
  };
}

/** Maximum number of exchanges in a report. The script contains the whole sequence. */
const mostExchanges = 3;

function exchangeOf({ planned, request, status, body, method }: StateStep): { sent: string; received: string } {
  const { operation } = planned.plan;
  const query = request.query.length === 0 ? '' : `?${new URLSearchParams(request.query)}`;
  const sent = request.body === undefined ? '' : ` ${new TextDecoder().decode(request.body)}`;
  const shown = body === undefined ? '' : ` ${stringifyJson(body)}`;
  return {
    sent: `${method ?? operation.method} ${fillPath(operation, request)}${query}${sent}`.slice(0, mostCharacters),
    received: `${status === 0 ? 'no response' : status}${shown}`.slice(0, mostCharacters),
  };
}

/** Maximum number of characters shown in a report, without secrets. */
const mostCharacters = 4000;
