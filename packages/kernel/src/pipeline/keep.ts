import { Unavailable, Unclear } from '../archive/archive.js';
import { NotArchived } from '../archive/archive-log.js';
import { notArchived, unavailable, unclear } from '../control/control-refusals.js';
import { NoRoom } from '../guard/no-room.js';
import type { Refusal } from '../refusal.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import { answer } from './answer.js';
import { Decided, type Known } from './known.js';

/**
 * The last step: nothing is announced that may still be undone.
 *
 * @param archived as the sandbox gave it
 */
export async function keep(
  known: Known,
  response: OutgoingResponse,
  archived: Promise<void>,
): Promise<OutgoingResponse> {
  try {
    await archived;
    return response;
  } catch (error) {
    const lost = lostBy(known, error);
    if (lost === undefined) throw error;
    return answer(lost.known, lost.result);
  }
}

/**
 * The answer where something could not be kept, as problem details (RFC 9457) whatever the API, since none documents it:
 * 507; 403 where its owner may not store it; 503 where another process may take it, if nothing was done; 504 where something
 * was, or may have been. Undefined for every other error.
 */
export function lostBy(known: Known, error: unknown): Decided | undefined {
  if (!(error instanceof NotArchived || error instanceof Unavailable)) return undefined;
  return new Decided({ ...known, simulator: known.world.control, route: undefined }, refusalOf(known, error));
}

function refusalOf({ sandbox, keptBefore }: Known, error: NotArchived | Unavailable): Refusal {
  if (error instanceof NoRoom) return error.refusal;
  const cause = error instanceof NotArchived ? error.cause : error;
  if (!(cause instanceof Unavailable)) return notArchived(error.message);
  // A part of what this request has done, or of what was done beside it, may be lost.
  const isDoneInPart = sandbox !== undefined && sandbox.storage.archivedCount > keptBefore;
  return cause instanceof Unclear || isDoneInPart ? unclear(cause.message) : unavailable(cause.message);
}
