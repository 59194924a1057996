import { type Finding, joinPointer, locateSource } from '@understudy/contract';
import type { ApiPlan } from '@understudy/model';
import { PlanTrial, type ScratchSender } from './plan-trial.js';
import { triedResources } from './repair-plan.js';

/** Descriptions can have thousands of collections. */
const mostResources = 1000;

/**
 * Tries the plan of each collection: creates an entity, reads it back, finds it in its list, changes and deletes it.
 *
 * @returns a warning for each collection that fails
 */
export async function tryPlan(
  plan: ApiPlan,
  send: ScratchSender,
  onProgress?: (done: number, all: number) => void,
): Promise<Finding[]> {
  const trial = new PlanTrial(plan, send);
  const findings: Finding[] = [];
  const meant = triedResources(plan);
  for (const [done, resource] of meant.slice(0, mostResources).entries()) {
    onProgress?.(done, meant.length);
    const problem = await trial.problemOf(resource);
    if (problem === undefined) continue;
    const {
      plan: { operation },
      message,
    } = problem;
    const pointer = joinPointer('/paths', operation.path, operation.method.toLowerCase());
    const place = locateSource(plan.schemas.document, pointer);
    findings.push({ ruleId: 'description/plan', severity: 'warning', message, pointer, ...place });
  }
  const left = meant.length - mostResources;
  if (left > 0) {
    const message = `${left} of ${meant.length} collections were not tried.`;
    findings.push({ ruleId: 'description/plan', severity: 'warning', message, pointer: '/paths' });
  }
  return findings;
}
