import type { DataScope } from '@understudy/kernel';
import { assignmentCollections, type StoredAssignment, type StoredEvent } from './entities.js';

/** An assignment with its events in chronological order. */
export interface AssignmentWithEvents {
  readonly assignment: StoredAssignment;
  readonly events: readonly StoredEvent[];
}

/**
 * Lists all assignments of a company or of one customer, newest first.
 * @param customer normalized business id
 */
export async function listAssignmentsWithEvents(scope: DataScope, customer?: string): Promise<AssignmentWithEvents[]> {
  const assignments = scope.collection(assignmentCollections.assignments);
  const newestFirst = { reverse: true };
  const stored =
    customer === undefined
      ? await assignments.range('order', [], [], newestFirst)
      : await assignments.range('customer', [customer], [customer], newestFirst);
  return addEvents(
    scope,
    stored.map(({ value }) => value),
  );
}

export function addEvents(scope: DataScope, assignments: readonly StoredAssignment[]): Promise<AssignmentWithEvents[]> {
  return Promise.all(
    assignments.map(async (assignment) => ({ assignment, events: await eventsOf(scope, assignment.id) })),
  );
}

export async function findAssignmentWithEvents(
  scope: DataScope,
  id: string,
): Promise<AssignmentWithEvents | undefined> {
  const assignment = await scope.collection(assignmentCollections.assignments).get(id);
  return assignment === undefined ? undefined : { assignment, events: await eventsOf(scope, id) };
}

/** Returns the events of an assignment in the order in which they happened. */
async function eventsOf(scope: DataScope, assignmentId: string): Promise<StoredEvent[]> {
  const events = scope.collection(assignmentCollections.events);
  return (await events.range('assignment', [assignmentId], [assignmentId])).map(({ value }) => value);
}

export function putEvent(scope: DataScope, event: StoredEvent): Promise<void> {
  return scope.collection(assignmentCollections.events).put(event.id, event);
}
