import { type CollectionStep, collectionPolicy } from '../policies.js';
import { computeAccount } from './compute-account.js';
import { toDayNumber, toStartOfDay } from './days.js';
import type { AssignmentHistory, EventDraft } from './entities.js';

/** Finds the next step and its time. Returns undefined for a closed assignment or after the last step. */
export function findNextStep(
  history: AssignmentHistory,
): { readonly step: CollectionStep; readonly at: Date } | undefined {
  if (computeAccount(history).status === 'Closed') return undefined;
  const changed = history.events.findLastIndex(({ type }) => type === 'due_date_change');
  const steps: readonly CollectionStep[] = collectionPolicy.steps;
  const step = steps.find(({ name, fee }) => {
    // A new due date starts over. Earlier reminders and charges are not repeated.
    const counted = fee === undefined ? history.events.slice(changed + 1) : history.events;
    return !counted.some((event) => event.step === name);
  });
  if (step === undefined) return undefined;
  const extra = step.fee === undefined ? 0 : collectionPolicy.extraDays[history.assignment.serviceLevel];
  return { step, at: toStartOfDay(findFirstLateDay(history) + step.days + extra) };
}

/**
 * Creates the event of a step: a reminder includes its fee and the accrued interest, and any other step is a comment.
 */
export function createStepEvent(
  history: AssignmentHistory,
  { name, fee, message }: CollectionStep,
  now: Date,
): EventDraft {
  if (fee === undefined) return { type: 'comment', createdBy: 'PROVIDER', message, step: name };
  const interest = interestTo(history, toDayNumber(now.toISOString()));
  // The policy's fees are in euros.
  const charged = history.assignment.currency === 'EUR' ? fee : 0;
  return { type: 'reminder', createdBy: 'PROVIDER', amount: charged + interest, interest, message, step: name };
}

/** Hundredths of a per cent in the whole. */
const whole = 10_000n;

/**
 * Late interest accrued until a day, in cents, minus the interest charged before. Simple interest per day on the open
 * principal, rounded once, half up (einvoicing.gap.assignment-events). Payments cover fees and charged interest first,
 * then the principal. A credit note lowers the principal.
 */
function interestTo(history: AssignmentHistory, until: number): number {
  const { assignment, events } = history;
  const from = findFirstLateDay(history);
  let open = assignment.principal;
  let charges = 0;
  let since = from;
  let centDays = 0n;
  for (const { type, amount = 0, createdAt } of events) {
    const day = Math.min(Math.max(toDayNumber(createdAt), from), until);
    centDays += centsTimesDays(open, day - since);
    since = Math.max(since, day);
    if (type === 'reminder') charges += amount;
    else if (type === 'credit_note') open -= amount;
    else if (type === 'paid') {
      const covered = Math.min(charges, amount);
      charges -= covered;
      open -= amount - covered;
    }
  }
  centDays += centsTimesDays(open, until - since);
  const divisor = whole * BigInt(collectionPolicy.daysOfYear);
  const interest = (2n * centDays * BigInt(collectionPolicy.interestRate) + divisor) / (2n * divisor);
  return Math.max(0, Number(interest) - computeAccount(history).interest);
}

/** Returns the first day of interest: the due date, or the start of the assignment if that is later. */
export function findFirstLateDay(history: AssignmentHistory): number {
  return Math.max(toDayNumber(computeAccount(history).dueDate), toDayNumber(history.assignment.createdAt));
}

function centsTimesDays(cents: number, days: number): bigint {
  return cents > 0 && days > 0 ? BigInt(cents) * BigInt(days) : 0n;
}
