import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { inOrder } from '../paging/in-order.js';
import { newestFirst, type Page, pageOf } from '../paging/page-of.js';
import { inWindow, readWindow } from '../paging/read-window.js';
import { assignmentCollections, type StoredEvent } from './entities.js';
import { presentEvent } from './present-assignment.js';

/** The events of all assignments of the company, newest first (einvoicing.events.list). */
export const listEvents = forCompany<operations['listEvents']>(async ({ query }, context, acting) => {
  const { created_at_start, created_at_end, seen, assignment_id } = query;
  const created = readWindow(created_at_start, created_at_end, ['created_at_start', 'created_at_end']);
  if ('refused' in created) return created;
  const types = query['type[]'];
  const assignment = assignment_id?.toLowerCase();
  const events = acting.scope.collection(assignmentCollections.events);
  const kept =
    assignment === undefined ? inOrder(events, 'order') : inOrder(events, 'assignment', [assignment], [assignment]);
  const present = ({ body, headers }: Page<StoredEvent>) => ({
    status: 200 as const,
    body: body.map(presentEvent),
    headers,
  });
  if ([created_at_start, created_at_end, seen, types].every((part) => part === undefined)) {
    return present(await newestFirst(kept, query, context));
  }
  const found = (await kept.range({ limit: Number.POSITIVE_INFINITY, reverse: true }))
    .map(({ value }) => value)
    .filter(({ createdAt }) => inWindow(createdAt, created))
    .filter(({ seenAt }) => seen === undefined || seen === (seenAt !== undefined))
    .filter(({ type }) => types === undefined || types.includes(type));
  return present(pageOf(found, query, context));
});
