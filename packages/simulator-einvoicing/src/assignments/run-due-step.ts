import { companyScope } from '../access/company-scope.js';
import type { WorkContext } from '../work-context.js';
import { nextStep, stepEvent } from './next-step.js';
import { recordEvents, type StepDue } from './record-events.js';
import { storedAssignment } from './stored-assignments.js';

/** The timer of a step is due. */
export async function runDueStep(payload: unknown, context: WorkContext): Promise<void> {
  // The timer's payload is what recordEvents wrote.
  const { companyId, assignmentId } = payload as StepDue;
  const history = await storedAssignment(companyScope(context, companyId), assignmentId);
  const next = history === undefined ? undefined : nextStep(history);
  const now = context.clock.now();
  // Closed, or put off, meanwhile.
  if (history === undefined || next === undefined || next.at > now) return;
  await recordEvents(context, companyId, history, [stepEvent(history, next.step, now)]);
}
