import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { pageOf } from '../paging/page-of.js';
import { inWindow, readWindow } from '../paging/read-window.js';
import { presentEvent } from './present-assignment.js';
import { storedEvents } from './stored-assignments.js';

/** The events of all assignments of the company, newest first (einvoicing.events.list). */
export const listEvents = forCompany<operations['listEvents']>(async ({ query }, context, acting) => {
  const { created_at_start, created_at_end, seen, assignment_id } = query;
  const created = readWindow(created_at_start, created_at_end, ['created_at_start', 'created_at_end']);
  if ('refused' in created) return created;
  const types = query['type[]'];
  const assignment = assignment_id?.toLowerCase();
  const found = (await storedEvents(acting.scope))
    .filter(({ createdAt }) => inWindow(createdAt, created))
    .filter(({ seenAt }) => seen === undefined || seen === (seenAt !== undefined))
    .filter(({ type }) => types === undefined || types.includes(type))
    .filter(({ assignmentId }) => assignment === undefined || assignmentId === assignment)
    .reverse();
  const { body, headers } = pageOf(found, query, context);
  return { status: 200, body: body.map(presentEvent), headers };
});
