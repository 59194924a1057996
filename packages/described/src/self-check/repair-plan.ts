import { isObject, joinPointer } from '@understudy/contract';
import { type ApiPlan, type BehaviorModel, combineChanges, type Reason } from '@understudy/model';
import { type PlanProblem, PlanTrial, type ScratchSender, trialSteps } from './plan-trial.js';
import { listCandidates } from './repair-candidates.js';
import { findProblems, listUnheld, triedResources, type UnheldPlan } from './try-plan.js';

/** The rule id of repairs, as shown by `explain --why`. */
const repairRule = 'self-check';

/** A plan served on a separate scratch sandbox. */
export interface ScratchPlan {
  readonly plan: ApiPlan;
  readonly send: ScratchSender;
  close(): Promise<void>;
}

export interface RepairOptions {
  /** Maximum total number of requests in all trials. A time limit would make the result depend on the machine. */
  readonly mostRequests: number;
}

export interface PlanRepairs {
  /** The model changes with which the plan works, with reasons. */
  readonly model: BehaviorModel;
  /** True if the budget was sufficient. Otherwise, there are no repairs. */
  readonly isComplete: boolean;
  /** The problems that remain after the repairs. */
  readonly problems: readonly UnheldPlan[];
}

/** Maximum number of candidates that are applied in sequence for one problem. */
const mostRounds = 6;

const unfinished: UnheldPlan = {
  message: 'Its plans were not tried to the end, because that takes too many requests.',
  pointer: '/paths',
};

class BudgetSpent extends Error {}

/**
 * Tests the plan of an API on scratch sandboxes. For each resource that fails, tries candidates until it works or none
 * is left: another key, response, parent or filter.
 *
 * @param open serves the plan with model changes on an empty sandbox. A candidate uses the statements that the rules
 * infer without it
 */
export async function repairPlan(
  open: (repairs: BehaviorModel, isCandidate: boolean) => Promise<ScratchPlan>,
  { mostRequests }: RepairOptions,
): Promise<PlanRepairs> {
  let requests = 0;
  const found: UnheldPlan[] = [];
  const limited =
    (send: ScratchSender): ScratchSender =>
    async (request) => {
      requests += 1;
      if (requests > mostRequests) throw new BudgetSpent();
      return await send(request);
    };
  const on: Attempt = async (model, use, isCandidate = false) => {
    const scratch = await open(model, isCandidate);
    try {
      return await use(new PlanTrial(scratch.plan, limited(scratch.send)), scratch.plan);
    } finally {
      await scratch.close();
    }
  };
  try {
    return { ...(await repair(on, (problems) => found.push(...problems))), isComplete: true };
  } catch (error) {
    if (error instanceof BudgetSpent) return { model: {}, isComplete: false, problems: [...found, unfinished] };
    throw error;
  }
}

type Attempt = <Result>(
  model: BehaviorModel,
  use: (trial: PlanTrial, plan: ApiPlan) => Promise<Result>,
  isCandidate?: boolean,
) => Promise<Result>;

/** A failing resource, with its remaining candidates. */
interface Patient {
  readonly problem: PlanProblem;
  readonly left: readonly BehaviorModel[];
}

async function repair(
  on: Attempt,
  tell: (problems: readonly UnheldPlan[]) => void,
): Promise<Omit<PlanRepairs, 'isComplete'>> {
  const findAll = async (trial: PlanTrial, plan: ApiPlan) => ({ plan, problems: await findProblems(plan, trial) });
  const first = await on({}, findAll);
  const unrepaired = { model: {}, problems: listUnheld(first.plan, first.problems) };
  tell(unrepaired.problems);
  let patients = new Map<string, Patient>(
    [...first.problems].map(([name, problem]) => [name, { problem, left: listCandidates(first.plan, problem) }]),
  );
  let repairs: BehaviorModel = {};
  for (let round = 0; round < mostRounds; round += 1) {
    const tried = [...patients].flatMap(([name, { problem, left }]) => {
      const [candidate, ...others] = left;
      return candidate === undefined ? [] : [{ name, problem, candidate: withReason(candidate, problem), others }];
    });
    if (tried.length === 0) break;
    const next = new Map<string, Patient>();
    const model = tried.reduce((all, { candidate }) => combineChanges(all, candidate), repairs);
    const judged = await on(
      model,
      async (trial, plan) => {
        const accepted: BehaviorModel[] = [];
        for (const { name, problem, candidate, others } of tried) {
          const resource = triedResources(plan).find((each) => each.name === name);
          const after = resource && (await trial.problemOf(resource));
          const isBetter = resource !== undefined && (after === undefined || stepOf(after) > stepOf(problem));
          if (isBetter) accepted.push(candidate);
          if (!isBetter) next.set(name, { problem, left: others });
          else if (after !== undefined) next.set(name, { problem: after, left: listCandidates(plan, after) });
        }
        return accepted;
      },
      true,
    );
    repairs = judged.reduce(combineChanges, repairs);
    patients = next;
  }
  if (Object.keys(repairs).length === 0) return unrepaired;
  const last = await on(repairs, findAll);
  const isWorse = [...last.problems].some(([name, problem]) => {
    const before = first.problems.get(name);
    return before === undefined || stepOf(problem) < stepOf(before);
  });
  return isWorse ? unrepaired : { model: repairs, problems: listUnheld(last.plan, last.problems) };
}

function stepOf({ step }: PlanProblem): number {
  return trialSteps.indexOf(step);
}

/** Adds a reason to each statement of a candidate: the problem that it fixes. */
function withReason(candidate: BehaviorModel, { message }: PlanProblem): BehaviorModel {
  const because: Record<string, Reason> = {};
  for (const [group, byName] of Object.entries(candidate))
    for (const [name, statement] of Object.entries(isObject(byName) ? byName : {}))
      for (const detail of Object.keys(isObject(statement) ? statement : {}))
        because[joinPointer('', group, name, detail)] = { rule: repairRule, says: message };
  return { ...candidate, because };
}
