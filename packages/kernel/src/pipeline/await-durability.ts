import { Unavailable, Unclear } from '../archive/archive.js';
import { NotArchived } from '../archive/archive-log.js';
import { NoRoom } from '../guard/no-room.js';
import type { Refusal } from '../refusal.js';
import { notArchived, unavailable, unclear } from '../server-refusals.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import { answer } from './answer.js';
import { Outcome, type RequestState } from './request-state.js';

/**
 * The last step: nothing is announced that may still be undone.
 *
 * @param archived as the sandbox gave it
 */
export async function awaitDurability(
  state: RequestState,
  response: OutgoingResponse,
  archived: Promise<void>,
): Promise<OutgoingResponse> {
  try {
    await archived;
    return response;
  } catch (error) {
    const lost = durabilityOutcome(state, error);
    if (lost === undefined) throw error;
    return answer(lost.state, lost.result);
  }
}

/**
 * The answer where something could not be kept, as problem details (RFC 9457) whatever the API, since none documents it:
 * 507; 403 where its owner may not store it; 503 where another process may take it, if nothing was done; 504 where something
 * was, or may have been. Undefined for every other error.
 */
export function durabilityOutcome(state: RequestState, error: unknown): Outcome | undefined {
  if (!(error instanceof NotArchived || error instanceof Unavailable)) return undefined;
  return new Outcome({ ...state, simulator: state.world.control, route: undefined }, refusalOf(state, error));
}

function refusalOf({ sandbox, archivedBefore }: RequestState, error: NotArchived | Unavailable): Refusal {
  if (error instanceof NoRoom) return error.refusal;
  const cause = error instanceof NotArchived ? error.cause : error;
  if (!(cause instanceof Unavailable)) return notArchived(error.message);
  // A part of what this request has done, or of what was done beside it, may be lost.
  const isDoneInPart = sandbox !== undefined && sandbox.storage.archivedCount > archivedBefore;
  return cause instanceof Unclear || isDoneInPart ? unclear(cause.message) : unavailable(cause.message);
}
