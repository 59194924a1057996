import type { components } from '../generated/types.js';
import type { EventDraft } from './entities.js';

/** An event that someone wants to add. */
type EventOrder = Omit<components['schemas']['AssignmentEventCreate'], 'type'> & { readonly type: EventDraft['type'] };

/** Beyond this, sums of many events would no longer be exact. */
const mostUnits = 1e9;

/**
 * Creates the content of an event, or messages about what is missing for its type (einvoicing.gap.assignment-events).
 */
export function createEventDraft(
  { type, amount, due_date: dueDate, message }: EventOrder,
  createdBy: EventDraft['createdBy'],
): EventDraft | { readonly faults: readonly string[] } {
  const said = message === undefined ? {} : { message };
  if (type === 'paid' || type === 'credit_note' || type === 'reminder') {
    if (amount === undefined) return fault(`/body/amount is required for ${type}`);
    const cents = Math.round(amount * 100);
    if (amount > mostUnits || cents <= 0 || cents / 100 !== amount) {
      return fault(`/body/amount must be above zero, at most ${mostUnits}, and have at most two decimals`);
    }
    return { type, createdBy, amount: cents, ...said };
  }
  if (type === 'due_date_change') {
    return dueDate === undefined
      ? fault('/body/due_date is required for due_date_change')
      : { type, createdBy, dueDate, ...said };
  }
  if (type === 'comment' && message === undefined) return fault('/body/message is required for comment');
  return { type, createdBy, ...said };
}

function fault(text: string) {
  return { faults: [text] };
}
