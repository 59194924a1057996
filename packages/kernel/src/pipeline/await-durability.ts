import type { ErrorResult } from '../error-result.js';
import { OutcomeUnknownError, UnavailableError } from '../sandbox/archive.js';
import { NotArchivedError } from '../sandbox/archive-log.js';
import { ArchiveFullError } from '../sandbox/sandbox-errors.js';
import { createNotArchivedError, createOutcomeUnknownError, createUnavailableError } from '../server-errors.js';
import type { OutgoingResponse } from '../transport/incoming-request.js';
import { createResponse } from './create-response.js';
import { PipelineOutcome, type RequestState } from './request-state.js';

/** Waits until the archive has stored a request's changes. Returns an error response if that fails. */
export async function awaitDurability(
  state: RequestState,
  response: OutgoingResponse,
  archived: Promise<void>,
): Promise<OutgoingResponse> {
  try {
    await archived;
    return response;
  } catch (error) {
    const lost = toDurabilityOutcome(state, error);
    if (lost === undefined) throw error;
    return createResponse(lost.state, lost.result);
  }
}

/**
 * Returns the problem (RFC 9457) for changes that could not be stored: 507 archive full, 403 owner's limit reached, 503
 * nothing stored, 504 outcome unknown. Returns undefined for any other error.
 */
export function toDurabilityOutcome(state: RequestState, error: unknown): PipelineOutcome | undefined {
  if (!(error instanceof NotArchivedError || error instanceof UnavailableError)) return undefined;
  return new PipelineOutcome({ ...state, simulator: state.server.control, route: undefined }, refusalOf(state, error));
}

function refusalOf({ sandbox, archivedBefore }: RequestState, error: NotArchivedError | UnavailableError): ErrorResult {
  if (error instanceof ArchiveFullError) return error.refusal;
  const cause = error instanceof NotArchivedError ? error.cause : error;
  if (!(cause instanceof UnavailableError)) return createNotArchivedError(error.message);
  // Some changes of this request, or of a concurrent one, may be lost.
  const isDoneInPart = sandbox !== undefined && sandbox.storage.archivedCount > archivedBefore;
  return cause instanceof OutcomeUnknownError || isDoneInPart
    ? createOutcomeUnknownError(cause.message)
    : createUnavailableError(cause.message);
}
