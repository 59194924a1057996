import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { soonDueDays } from '../policies.js';
import { accountOf } from './account-of.js';
import { dayOf } from './days.js';
import { storedAssignments } from './stored-assignments.js';

/** Counts of open, soon due and overdue assignments, by the day of the clock (einvoicing.gap.overview-body). */
export const getAssignmentsOverview = forCompany<operations['getAssignmentsOverview']>(
  async (_input, context, acting) => {
    const today = dayOf(context.clock.now().toISOString());
    // The state of an assignment depends on its events and on the day, so no index has it: this reads every assignment.
    const accounts = (await storedAssignments(acting.scope)).map(accountOf);
    const daysLeft = accounts.filter(({ status }) => status !== 'Closed').map(({ dueDate }) => dayOf(dueDate) - today);
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
