import { computeAccount } from './compute-account.js';
import type { AssignmentHistory, EventDraft } from './entities.js';

/**
 * Returns the event, followed by a `close` event if it settles the balance or cancels the assignment
 * (einvoicing.gap.assignment-events).
 */
export function addClosingEvent({ assignment, events }: AssignmentHistory, draft: EventDraft): EventDraft[] {
  // The sums do not depend on when it happens.
  const after = computeAccount({ assignment, events: [...events, { ...draft, createdAt: assignment.createdAt }] });
  if (after.status === 'Closed') return [draft];
  const settles = (draft.type === 'paid' || draft.type === 'credit_note') && after.open <= 0;
  return settles || draft.type === 'cancel' ? [draft, { type: 'close', createdBy: 'PROVIDER' }] : [draft];
}
