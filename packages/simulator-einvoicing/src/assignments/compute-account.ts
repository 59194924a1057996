import type { components } from '../generated/types.js';
import type { AssignmentHistory } from './entities.js';

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
