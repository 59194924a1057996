import { defineTimer } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { collections } from '../entities.js';
import type { WorkContext } from '../work-context.js';
import { assignmentCollections, type EventDraft, type StoredAssignment, type StoredEvent } from './entities.js';
import { findNextStep } from './find-next-step.js';
import { type AssignmentWithEvents, putEvent } from './stored-assignments.js';

/** The payload of the timer of an assignment's next step. */
export interface StepTimerPayload {
  readonly companyId: string;
  readonly assignmentId: string;
}

export const assignmentStepTimer = defineTimer<StepTimerPayload>('assignment-step');

/**
 * Records events of an assignment now, and schedules the next step.
 * @returns the recorded events
 */
export async function recordEvents(
  context: Pick<WorkContext, 'clock' | 'ids' | 'scopes' | 'timers'>,
  companyId: string,
  { assignment, events }: AssignmentWithEvents,
  drafts: readonly EventDraft[],
): Promise<StoredEvent[]> {
  const scope = getCompanyScope(context, companyId);
  const now = context.clock.now().toISOString();
  const counters = scope.collection(collections.counters);
  let order = (await counters.get(assignmentCollections.events.name))?.latest ?? 0;
  const recorded: StoredEvent[] = [];
  for (const draft of drafts) {
    order += 1;
    const event: StoredEvent = {
      ...draft,
      id: context.ids.next('assignment-event'),
      assignmentId: assignment.id,
      order,
      createdAt: now,
    };
    await putEvent(scope, event);
    recorded.push(event);
  }
  await counters.put(assignmentCollections.events.name, { latest: order });

  const { timerId, ...rest } = assignment;
  if (timerId !== undefined) await context.timers.cancel(timerId);
  const next = findNextStep({ assignment, events: [...events, ...recorded] });
  const payload: StepTimerPayload = { companyId, assignmentId: assignment.id };
  const timer =
    next === undefined
      ? undefined
      : await context.timers.schedule({ at: next.at, timer: assignmentStepTimer, payload });
  const stored: StoredAssignment = timer === undefined ? rest : { ...rest, timerId: timer };
  await scope.collection(assignmentCollections.assignments).put(assignment.id, stored);
  return recorded;
}
