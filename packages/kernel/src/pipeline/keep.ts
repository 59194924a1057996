import { Unavailable } from '../archive/archive.js';
import { NotArchived } from '../archive/archive-log.js';
import { notArchived, unavailable } from '../control/control-refusals.js';
import type { OutgoingResponse } from '../transport/outgoing-response.js';
import { answer } from './answer.js';
import { Decided, type Known } from './known.js';

/**
 * The last step: nobody is told of what may be undone.
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
 * The answer where something could not be kept: 507, or 503 where another process may take it, as problem details (RFC 9457) whatever the API, since none documents
 * it. Undefined for every other error.
 */
export function lostBy(known: Known, error: unknown): Decided | undefined {
  if (!(error instanceof NotArchived)) return undefined;
  const refusal = error.cause instanceof Unavailable ? unavailable(error.cause.message) : notArchived(error.message);
  return new Decided({ ...known, simulator: known.world.control, route: undefined }, refusal);
}
