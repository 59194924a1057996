import { companyScope } from '../access/company-scope.js';
import type { WorkContext } from '../work-context.js';
import { nextStep, stepEvent } from './next-step.js';
import { recordEvents, type StepDue } from './record-events.js';
import { storedAssignment } from './stored-assignments.js';

/** The timer of a step is due. */
export async function runDueStep({ companyId, assignmentId }: StepDue, context: WorkContext): Promise<void> {
  const history = await storedAssignment(companyScope(context, companyId), assignmentId);
  const next = history === undefined ? undefined : nextStep(history);
  const now = context.clock.now();
  // The assignment was closed or postponed in between.
  if (history === undefined || next === undefined || next.at > now) return;
  await recordEvents(context, companyId, history, [stepEvent(history, next.step, now)]);
}
