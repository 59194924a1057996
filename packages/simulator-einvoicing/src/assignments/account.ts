import type { components } from '../generated/types.js';
import { type CollectionStep, collectionPolicy } from '../policies.js';
import type { AssignmentHistory, EventDraft } from './entities.js';

/** The state of an assignment. Money in cents. */
interface Account {
  readonly status: components['schemas']['Assignment']['status'];
  readonly closedAt?: string;
  readonly dueDate: string;
  readonly principal: number;
  readonly fees: number;
  readonly interest: number;
  readonly payments: number;
  readonly credits: number;
  /** principal + interest + fees - payments - credits; negative after an overpayment. */
  readonly open: number;
}

/** Computes the account of an assignment from its events (einvoicing.gap.assignment-record). */
export function computeAccount({ assignment, events }: AssignmentHistory): Account {
  let { dueDate } = assignment;
  let closedAt: string | undefined;
  const sums = { fees: 0, interest: 0, payments: 0, credits: 0 };
  for (const { type, amount = 0, interest = 0, dueDate: newDate, createdAt } of events) {
    if (type === 'paid') sums.payments += amount;
    else if (type === 'credit_note') sums.credits += amount;
    else if (type === 'reminder') {
      sums.interest += interest;
      sums.fees += amount - interest;
    } else if (type === 'due_date_change') dueDate = newDate ?? dueDate;
    else if (type === 'close') closedAt ??= createdAt;
  }
  const { principal } = assignment;
  const partly = sums.payments + sums.credits > 0 ? 'Partially closed' : 'Open';
  return {
    status: closedAt === undefined ? partly : 'Closed',
    ...(closedAt === undefined ? {} : { closedAt }),
    dueDate,
    principal,
    ...sums,
    open: principal + sums.interest + sums.fees - sums.payments - sums.credits,
  };
}

type EventOrder = Omit<components['schemas']['AssignmentEventCreate'], 'type'> & { readonly type: EventDraft['type'] };

/** Maximum amount of an event. Above it, sums of many events would not be exact. */
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

/**
 * Returns the event, followed by a `close` event if it settles the balance or cancels the assignment
 * (einvoicing.gap.assignment-events).
 */
export function addClosingEvent({ assignment, events }: AssignmentHistory, draft: EventDraft): EventDraft[] {
  // The sums do not depend on the time of the event.
  const after = computeAccount({ assignment, events: [...events, { ...draft, createdAt: assignment.createdAt }] });
  if (after.status === 'Closed') return [draft];
  const settles = (draft.type === 'paid' || draft.type === 'credit_note') && after.open <= 0;
  return settles || draft.type === 'cancel' ? [draft, { type: 'close', createdBy: 'PROVIDER' }] : [draft];
}

/** Finds the next step and its time. Returns undefined for a closed assignment or after the last step. */
export function findNextStep(
  history: AssignmentHistory,
): { readonly step: CollectionStep; readonly at: Date } | undefined {
  if (computeAccount(history).status === 'Closed') return undefined;
  const changed = history.events.findLastIndex(({ type }) => type === 'due_date_change');
  const steps: readonly CollectionStep[] = collectionPolicy.steps;
  const step = steps.find(({ name, fee }) => {
    // A new due date restarts the steps. Reminders and charges already sent are not repeated.
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

/** 100 % in hundredths of a per cent. */
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

const dayLength = 86_400_000;

/** Returns the day number of a date YYYY-MM-DD, or of an instant in UTC. */
export function toDayNumber(dateOrInstant: string): number {
  return Math.floor(Date.parse(dateOrInstant) / dayLength);
}

/** Returns the first instant of a day, in UTC. */
export function toStartOfDay(day: number): Date {
  return new Date(day * dayLength);
}

/** Returns a day as YYYY-MM-DD. */
export function toDate(day: number): string {
  return toStartOfDay(day).toISOString().slice(0, 10);
}
