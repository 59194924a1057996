import { type ApiContract, stringifyJson } from '@understudy/contract';
import { inferPlan } from '@understudy/inference';
import type { Resource } from '@understudy/model';
import { type FuzzFinding, type FuzzOptions, resolveUrl, toCause } from '../judge-request.js';
import { SeededRandom } from '../seeded-random.js';
import { fillPath } from '../send-request.js';
import { EntityVariants } from './entity-variants.js';
import { stateProperties } from './state-properties.js';
import { toScenario } from './state-scenario.js';
import { toScript } from './state-script.js';
import {
  ForbiddenOperation,
  type StateContext,
  StateSession,
  type StateStep,
  type Violation,
  WrongResponse,
} from './state-session.js';
import { type StatementResult, toStatement } from './statements.js';

/** Descriptions can have thousands of resources. */
const mostResources = 300;

/** Optional members that are removed one by one. */
const mostRemovals = 12;

interface Outcome {
  readonly session: StateSession;
  readonly violation: Violation & { readonly wrong?: readonly string[] };
}

/** Tries every property on every resource that the run may create. */
export async function fuzzState(
  contract: ApiContract,
  options: FuzzOptions,
  totals: { requests: number; accepted: number; refused: number },
): Promise<{ findings: FuzzFinding[]; statements: StatementResult[] }> {
  const plan = inferPlan(contract);
  const findings = new Map<string, FuzzFinding>();
  const statements: StatementResult[] = [];
  const resources = [...plan.resources.values()].filter(({ kept, single }) => kept && !single).slice(0, mostResources);
  for (const resource of resources) {
    for (const [name, property] of Object.entries(stateProperties)) {
      const id = `${name}:${resource.name}`;
      if (options.replay !== undefined && options.replay !== id) continue;
      const random = new SeededRandom(`${options.seed ?? '1'} ${contract.name} ${id}`);
      const context: StateContext = { contract, plan, options, variants: new EntityVariants(plan, random) };
      let tried: StateSession | undefined;
      const attempt = async (): Promise<Outcome | undefined> => {
        const session = new StateSession(context, resource);
        const violation = await violationOf(session, property);
        tried ??= session;
        const statement = toStatement([name, resource.name], session, violation !== undefined);
        if (tried === session) statements.push(statement);
        await session.removeCreated();
        totals.requests += session.steps.length;
        const refused = session.steps.filter(({ status }) => status === 0 || status >= 400).length;
        totals.refused += refused;
        totals.accepted += session.steps.length - refused;
        return violation && { session, violation };
      };
      let outcome = await attempt();
      if (outcome === undefined) continue;
      outcome = await shrink(outcome, { resource, attempt });
      const finding = findingOf(contract, options, { id, outcome });
      if (!findings.has(finding.cause)) findings.set(finding.cause, finding);
    }
  }
  return { findings: [...findings.values()], statements };
}

async function violationOf(
  session: StateSession,
  property: (typeof stateProperties)[string],
): Promise<Outcome['violation'] | undefined> {
  try {
    return await property(session);
  } catch (error) {
    if (error instanceof ForbiddenOperation) return undefined;
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

/** Removes optional members from the created entities while the property still does not hold. */
async function shrink(
  first: Outcome,
  { resource, attempt }: { resource: Resource; attempt(): Promise<Outcome | undefined> },
): Promise<Outcome> {
  let least = first;
  const { variants } = first.session.context;
  for (const name of [...resource.writable.keys()].slice(0, mostRemovals)) {
    variants.omitted.add(name);
    const smaller = await attempt();
    if (smaller?.violation.says === first.violation.says) least = smaller;
    else variants.omitted.delete(name);
  }
  return least;
}

function findingOf(
  contract: ApiContract,
  options: FuzzOptions,
  { id, outcome }: { id: string; outcome: Outcome },
): FuzzFinding {
  const { session, violation } = outcome;
  const { step, says, wrong } = violation;
  const { operation } = step.planned.plan;
  const steps = session.steps.slice(0, session.steps.indexOf(step) + 1);
  return {
    id,
    cause: toCause(operation, step, wrong ?? [says]),
    operationId: operation.operationId,
    wrong: wrong ?? [says],
    count: 1,
    curl: toScript(steps, options),
    exchanges: steps.slice(-mostExchanges).map(exchangeOf),
    status: step.status === 0 ? undefined : step.status,
    answer: step.body,
    scenario: toScenario(contract, { id, steps, violation, baseUrl: resolveUrl(options, operation) }),
  };
}

/** The sequence before is in the script. */
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

/** A report shows the beginning, without secrets. */
const mostCharacters = 4000;
