import { RequestRecorder } from '../journal/request-recorder.js';
import type { KernelContext } from '../kernel-context.js';
import type { Refusal } from '../refusal.js';
import { isUnavailable } from '../sandbox/archive-log.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { SandboxLimitError } from '../sandbox/sandbox-errors.js';
import { tooManyRequests, tooManySandboxes, unavailable } from '../server-refusals.js';
import { isControlPath, isInboxPath } from '../transport/control-path.js';
import { Outcome, type Received, type RequestState } from './request-state.js';

/** Step 1: finds the sandbox and opens the journal entry. */
export function receive(state: RequestState): Received | Outcome | Promise<Received | Outcome> {
  const { world, sandboxName } = state;
  // An active sandbox on a running clock needs no `await`.
  const sandbox = world.sandboxes.ready(sandboxName);
  if (sandbox === undefined || sandbox.clock.mode.mode === 'manual') return receiveLater(state);
  world.sandboxes.enter(sandbox);
  return opened(state, sandbox);
}

async function receiveLater(state: RequestState): Promise<Received | Outcome> {
  const { world, sandboxName, prefix, path } = state;
  const { sender } = state.request;
  const isGone = () => sender !== undefined && world.sandboxes.isLeaving(sandboxName, sender);
  if (isGone()) return new Outcome(state, unavailable(leaving(sandboxName)));
  let sandbox = await openOrRefuse(world, sandboxName);
  // A sandbox can be evicted while the request waits.
  while (sandbox !== undefined && 'closed' in sandbox && sandbox.closed.aborted) {
    if (isGone()) return new Outcome(state, unavailable(leaving(sandboxName)));
    sandbox = await openOrRefuse(world, sandboxName);
  }
  if (sandbox === undefined) return new Outcome(state, world.control.refusals.unknownPath(`${prefix}${path}`, []));
  if ('refused' in sandbox) return new Outcome(state, sandbox);
  world.sandboxes.enter(sandbox);
  // On a manual clock, a request waits for the work of earlier ones, so that equal calls get equal responses. Inboxes
  // must not wait for the sandbox that delivers to them.
  if (sandbox.clock.mode.mode === 'manual' && !isInboxPath(path)) await settle(world, sandbox);
  return opened(state, sandbox);
}

function leaving(name: string): string {
  return `Sandbox "${name}" is on its way out`;
}

async function settle(world: KernelContext, sandbox: Sandbox): Promise<void> {
  try {
    await sandbox.clock.settled(['work']);
  } catch (error) {
    world.sandboxes.leave(sandbox);
    throw error;
  }
}

function opened(state: RequestState, sandbox: Sandbox): Received | Outcome {
  const { request, path, world } = state;
  const archivedBefore = sandbox.storage.archivedCount;
  if (isControlPath(path)) return { ...state, sandbox, archivedBefore };
  const { owner } = sandbox;
  const seconds = owner === undefined ? 0 : (world.guard?.countRequest(owner) ?? 0);
  if (owner !== undefined && seconds > 0) return new Outcome({ ...state, sandbox }, tooManyRequests(owner, seconds));
  return {
    ...state,
    sandbox,
    archivedBefore,
    recorder: new RequestRecorder(
      sandbox.journal,
      sandbox.journal.open(sandbox.clock.timestamp(), request.method, request.url),
    ),
  };
}

async function openOrRefuse(world: KernelContext, name: string): Promise<Sandbox | Refusal | undefined> {
  try {
    return await world.sandboxes.open(name);
  } catch (error) {
    if (error instanceof SandboxLimitError) return tooManySandboxes(error.message);
    if (error instanceof Error && isUnavailable(error)) return unavailable(error.message);
    throw error;
  }
}
