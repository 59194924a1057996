import { collectionPolicy } from '../policies.js';
import { accountOf } from './account-of.js';
import { dayOf } from './days.js';
import type { AssignmentHistory } from './entities.js';

/** Hundredths of a per cent in the whole. */
const whole = 10_000n;

/**
 * Late interest accrued until a day, in cents, minus the interest charged before. Simple interest per day on the open
 * principal, rounded once, half up (einvoicing.gap.assignment-events). Payments cover fees and charged interest first,
 * then the principal. A credit note lowers the principal.
 */
export function interestTo(history: AssignmentHistory, until: number): number {
  const { assignment, events } = history;
  const from = firstLateDay(history);
  let open = assignment.principal;
  let charges = 0;
  let since = from;
  let centDays = 0n;
  for (const { type, amount = 0, createdAt } of events) {
    const day = Math.min(Math.max(dayOf(createdAt), from), until);
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
  return Math.max(0, Number(interest) - accountOf(history).interest);
}

/** The first day of interest: the due date, or the start of the assignment if that is later. */
export function firstLateDay(history: AssignmentHistory): number {
  return Math.max(dayOf(accountOf(history).dueDate), dayOf(history.assignment.createdAt));
}

function centsTimesDays(cents: number, days: number): bigint {
  return cents > 0 && days > 0 ? BigInt(cents) * BigInt(days) : 0n;
}
