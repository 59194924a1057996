import { type Finding, joinPointer, locateSource } from '@understudy/contract';
import type { ApiPlan, Resource } from '@understudy/model';
import { type PlanProblem, PlanTrial, type ScratchSender } from './plan-trial.js';

/** A plan that fails, and the location of its operation in the description. */
export interface UnheldPlan {
  readonly message: string;
  readonly pointer: string;
}

/** Maximum number of tested collections, because descriptions can have thousands. */
const mostResources = 1000;

/**
 * Tests the plan of each collection: creates an entity, reads it, finds it in its list, changes and deletes it.
 *
 * @returns a warning for each collection that fails
 */
export async function tryPlan(plan: ApiPlan, send: ScratchSender): Promise<Finding[]> {
  const problems = await findProblems(plan, new PlanTrial(plan, send));
  return locateProblems(plan, listUnheld(plan, problems));
}

/** Finds the first problem of each collection, by collection name. */
export async function findProblems(plan: ApiPlan, trial: PlanTrial): Promise<Map<string, PlanProblem>> {
  const found = new Map<string, PlanProblem>();
  for (const resource of triedResources(plan).slice(0, mostResources)) {
    const problem = await trial.problemOf(resource);
    if (problem !== undefined) found.set(resource.name, problem);
  }
  return found;
}

/** The resources whose records can be created by requests. */
export function triedResources(plan: ApiPlan): Resource[] {
  return [...new Set(plan.resources.values())].filter(({ kept, single }) => kept && !single);
}

export function listUnheld(plan: ApiPlan, problems: ReadonlyMap<string, PlanProblem>): UnheldPlan[] {
  const left = triedResources(plan).length - mostResources;
  return [
    ...[...problems.values()].map(({ plan: { operation }, message }) => ({
      message,
      pointer: joinPointer('/paths', operation.path, operation.method.toLowerCase()),
    })),
    ...(left > 0
      ? [{ message: `${left} of ${left + mostResources} collections were not tried.`, pointer: '/paths' }]
      : []),
  ];
}

/** Returns warnings about failing plans, with file and line. */
export function locateProblems({ schemas }: ApiPlan, problems: readonly UnheldPlan[]): Finding[] {
  return problems.map(({ message, pointer }) => ({
    ...{ ruleId: 'description/plan', severity: 'warning', message, pointer },
    ...locateSource(schemas.document, pointer),
  }));
}
