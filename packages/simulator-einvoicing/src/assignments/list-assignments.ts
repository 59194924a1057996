import { normalizeBusinessId } from '../access/business-id.js';
import { handleForCompany } from '../access/handle-for-company.js';
import type { operations } from '../generated/types.js';
import { createNewestFirstPage, createPage } from '../paging/create-page.js';
import { isInWindow, readWindow } from '../paging/read-window.js';
import { selectOrdered } from '../paging/select-ordered.js';
import { soonDueDays } from '../policies.js';
import { computeAccount } from './compute-account.js';
import { toDayNumber } from './days.js';
import { assignmentCollections } from './entities.js';
import { presentAssignment } from './present-assignment.js';
import { type AssignmentWithEvents, addEvents, listAssignmentsWithEvents } from './stored-assignments.js';

/** Lists the company's assignments with their events, newest first (einvoicing.assignments.list). */
export const listAssignments = handleForCompany<operations['listAssignments']>(async ({ query }, context, acting) => {
  const { created_at_start, created_at_end, closed_at_start, closed_at_end, debtor_name: name } = query;
  const created = readWindow(created_at_start, created_at_end, ['created_at_start', 'created_at_end']);
  if ('refused' in created) return created;
  const closed = readWindow(closed_at_start, closed_at_end, ['closed_at_start', 'closed_at_end']);
  if ('refused' in closed) return closed;
  const wantsClosed = closed_at_start !== undefined || closed_at_end !== undefined;
  const states = query['status[]'];
  const customer = query.customer_bid === undefined ? undefined : normalizeBusinessId('FI', query.customer_bid);

  const isMeant = (entry: AssignmentWithEvents): boolean => {
    const { assignment } = entry;
    const { status, closedAt } = computeAccount(entry);
    if (name !== undefined && !lower(assignment.debtorName).includes(lower(name))) return false;
    if (!isInWindow(assignment.createdAt, created)) return false;
    // An open assignment has no closing date to compare.
    if (wantsClosed && (closedAt === undefined || !isInWindow(closedAt, closed))) return false;
    return states === undefined || states.includes(status);
  };
  const narrowed = [name, created_at_start, created_at_end, closed_at_start, closed_at_end, states, customer];
  if (narrowed.every((part) => part === undefined)) {
    const kept = selectOrdered(acting.scope.collection(assignmentCollections.assignments), 'order');
    const { body, headers } = await createNewestFirstPage(kept, query, context);
    return { status: 200, body: (await addEvents(acting.scope, body)).map(presentAssignment), headers };
  }
  const found = (await listAssignmentsWithEvents(acting.scope, customer)).filter(isMeant);
  const { body, headers } = createPage(found, query, context);
  return { status: 200, body: body.map(presentAssignment), headers };
});

function lower(text: string): string {
  return text.toLocaleLowerCase('fi');
}

/** Counts open, soon due and overdue assignments, based on the day of the clock (einvoicing.gap.overview-body). */
export const getAssignmentsOverview = handleForCompany<operations['getAssignmentsOverview']>(
  async (_input, context, acting) => {
    const today = toDayNumber(context.clock.now().toISOString());
    // The state of an assignment depends on its events and on the day, so no index has it: this reads every assignment.
    const accounts = (await listAssignmentsWithEvents(acting.scope)).map(computeAccount);
    const daysLeft = accounts
      .filter(({ status }) => status !== 'Closed')
      .map(({ dueDate }) => toDayNumber(dueDate) - today);
    return {
      status: 200,
      body: {
        open: daysLeft.length,
        soon_due: daysLeft.filter((days) => days >= 0 && days <= soonDueDays).length,
        overdue: daysLeft.filter((days) => days < 0).length,
      },
    };
  },
);
