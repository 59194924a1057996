import type { KernelContext } from './kernel-context.js';
import { admit } from './pipeline/admit.js';
import { answer } from './pipeline/answer.js';
import { close } from './pipeline/close.js';
import { keep } from './pipeline/keep.js';
import { arrived, type Decided } from './pipeline/known.js';
import { Line } from './pipeline/line.js';
import { match } from './pipeline/match.js';
import { misbehave } from './pipeline/misbehave.js';
import { receive } from './pipeline/receive.js';
import { transact } from './pipeline/transact.js';
import { validate } from './pipeline/validate.js';
import { watched } from './pipeline/watched.js';
import type { Sandbox } from './sandbox/sandbox.js';
import type { IncomingRequest } from './transport/incoming-request.js';
import type { OutgoingResponse } from './transport/outgoing-response.js';
import { wallTicks } from './wall-clock.js';

/** How the answer to a request is decided; a step that refuses ends it. */
const decide = Line.from(receive) // 1 resolves the sandbox, opens a journal entry
  .to(match) // 2 finds the operation: unknown path 404, wrong method 405
  .to(misbehave) // 3 what the caller or a rule wants to go wrong
  .to(admit) // 4 401 and 403
  .to(validate) // 5 headers, query, path, size, body: typed input
  .end(transact); // 6 the handler, in a unit of work: all that it stages is stored, or nothing

/** The straight line of a request. Never throws: an accident is answered by the API's own internal error. */
export async function serve(world: KernelContext, request: IncomingRequest): Promise<OutgoingResponse> {
  const begun = wallTicks();
  const reached = decide(arrived(world, request));
  const decided = reached instanceof Promise ? await reached : reached;
  const { sandbox, unit } = decided.known;
  const response = answerOf(decided); // 7 held against the contract, then bytes
  attempt(decided, close, () => close(decided.known, response)); // 8 completes the journal entry
  attempt(decided, watched, () => watched(decided, response, wallTicks() - begun));
  // What was committed happens, whatever went wrong since.
  if (unit !== undefined) attempt(decided, unit.setOff, () => unit.setOff());
  // What else it has used, such as the id of an error, is not used again by a server that continues from the records.
  if (sandbox?.kernel.hasChanges === true) await flush(decided, sandbox);
  const archived = sandbox?.archived();
  const sent = archived === undefined ? response : await keep(decided.known, response, archived); // 9 is kept, or undone
  if (sandbox !== undefined) world.sandboxes.leave(sandbox);
  return sent;
}

async function flush({ known }: Decided, { kernel }: Sandbox): Promise<void> {
  try {
    await kernel.flush();
  } catch (error) {
    known.world.onDefect(error, `records of ${known.request.method} ${known.path}`);
  }
}

const bare: OutgoingResponse = { status: 500, headers: {}, body: undefined };

function answerOf(decided: Decided): OutgoingResponse {
  const { known, result } = decided;
  const { simulator } = known;
  return (
    attempt(decided, answer, () => answer(known, result)) ??
    attempt(decided, answer, () => answer(known, simulator.refusals.internal())) ??
    bare
  );
}

/** Does a step that comes after the decision; undefined for an accident, which is our own defect. */
function attempt<T>({ known }: Decided, named: { readonly name: string }, step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    known.world.onDefect(error, `${named.name} of ${known.request.method} ${known.path}`);
    return undefined;
  }
}
