import type { Scope } from '@understudy/kernel';
import { assignmentCollections, type StoredAssignment, type StoredEvent } from './entities.js';

/** An assignment with its events in the order in which they happened. */
export interface WithEvents {
  readonly assignment: StoredAssignment;
  readonly events: readonly StoredEvent[];
}

/** All assignments of a company, newest first. */
export async function storedAssignments(scope: Scope): Promise<WithEvents[]> {
  const byAssignment = new Map<string, StoredEvent[]>();
  for (const event of await storedEvents(scope)) {
    const known = byAssignment.get(event.assignmentId);
    if (known === undefined) byAssignment.set(event.assignmentId, [event]);
    else known.push(event);
  }
  const stored = await scope.collection(assignmentCollections.assignments).list();
  return stored
    .map(({ value }) => ({ assignment: value, events: byAssignment.get(value.id) ?? [] }))
    .sort((one, other) => other.assignment.order - one.assignment.order);
}

/** One assignment of a company. */
export async function storedAssignment(scope: Scope, id: string): Promise<WithEvents | undefined> {
  const assignment = await scope.collection(assignmentCollections.assignments).get(id);
  if (assignment === undefined) return undefined;
  return { assignment, events: (await storedEvents(scope)).filter(({ assignmentId }) => assignmentId === id) };
}

/** The events of all assignments of a company in the order in which they happened. */
export async function storedEvents(scope: Scope): Promise<StoredEvent[]> {
  const stored = await scope.collection(assignmentCollections.events).list();
  return stored.map(({ value }) => value).sort((one, other) => one.order - other.order);
}

/** Stores an event. */
export function putEvent(scope: Scope, event: StoredEvent): Promise<void> {
  return scope.collection(assignmentCollections.events).put(event.id, event);
}
