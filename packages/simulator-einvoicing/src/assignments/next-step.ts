import { type CollectionStep, collectionPolicy } from '../policies.js';
import { accountOf } from './account-of.js';
import { dayOf, startOfDay } from './days.js';
import type { AssignmentHistory, EventDraft } from './entities.js';
import { firstLateDay, interestTo } from './interest-to.js';

/** The next step and its time, or undefined for a closed assignment or after the last step. */
export function nextStep(history: AssignmentHistory): { readonly step: CollectionStep; readonly at: Date } | undefined {
  if (accountOf(history).status === 'Closed') return undefined;
  const changed = history.events.findLastIndex(({ type }) => type === 'due_date_change');
  const steps: readonly CollectionStep[] = collectionPolicy.steps;
  const step = steps.find(({ name, fee }) => {
    // A new due date starts over. Earlier reminders and charges are not repeated.
    const counted = fee === undefined ? history.events.slice(changed + 1) : history.events;
    return !counted.some((event) => event.step === name);
  });
  if (step === undefined) return undefined;
  const extra = step.fee === undefined ? 0 : collectionPolicy.extraDays[history.assignment.serviceLevel];
  return { step, at: startOfDay(firstLateDay(history) + step.days + extra) };
}

/** The event of a step: a reminder carries its fee and the accrued interest, anything else is a comment. */
export function stepEvent(history: AssignmentHistory, { name, fee, message }: CollectionStep, now: Date): EventDraft {
  if (fee === undefined) return { type: 'comment', createdBy: 'PROVIDER', message, step: name };
  const interest = interestTo(history, dayOf(now.toISOString()));
  // The policy's fees are in euros.
  const charged = history.assignment.currency === 'EUR' ? fee : 0;
  return { type: 'reminder', createdBy: 'PROVIDER', amount: charged + interest, interest, message, step: name };
}
