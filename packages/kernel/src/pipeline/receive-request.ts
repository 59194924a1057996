import type { ErrorResult } from '../error-result.js';
import { RequestRecorder } from '../journal/request-recorder.js';
import type { KernelContext } from '../kernel-context.js';
import { isUnavailable } from '../sandbox/archive-log.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { SandboxLimitError } from '../sandbox/sandbox-errors.js';
import {
  createRequestLimitError,
  createSandboxLimitError,
  createUnavailableError,
  createUnknownSandboxError,
} from '../server-errors.js';
import { isConsoleCall, isControlPath, isInboxPath } from '../transport/sandbox-address.js';
import { PipelineOutcome, type ReceivedState, type RequestState } from './request-state.js';

/** Step 1: finds the sandbox and opens the journal entry. */
export function receiveRequest(
  state: RequestState,
): ReceivedState | PipelineOutcome | Promise<ReceivedState | PipelineOutcome> {
  const { server, sandboxName } = state;
  // A request to an active sandbox on a running clock needs no `await`.
  const sandbox = server.sandboxes.ready(sandboxName);
  if (sandbox === undefined || sandbox.clock.mode.mode === 'manual') return receiveLater(state);
  server.sandboxes.enter(sandbox);
  return opened(state, sandbox);
}

async function receiveLater(state: RequestState): Promise<ReceivedState | PipelineOutcome> {
  const { server, sandboxName, prefix, path } = state;
  const { sender } = state.request;
  const isGone = () => sender !== undefined && server.sandboxes.isLeaving(sandboxName, sender);
  if (isGone()) return new PipelineOutcome(state, createUnavailableError(leaving(sandboxName)));
  if (isConsoleCall(state.request.headers, path) && !(await server.sandboxes.isKnown(sandboxName)))
    return new PipelineOutcome(state, createUnknownSandboxError(sandboxName));
  let sandbox = await openOrRefuse(server, sandboxName);
  // A sandbox can be evicted while the request waits.
  while (sandbox !== undefined && 'closed' in sandbox && sandbox.closed.aborted) {
    if (isGone()) return new PipelineOutcome(state, createUnavailableError(leaving(sandboxName)));
    sandbox = await openOrRefuse(server, sandboxName);
  }
  if (sandbox === undefined)
    return new PipelineOutcome(state, server.control.refusals.unknownPath(`${prefix}${path}`, []));
  if ('refused' in sandbox) return new PipelineOutcome(state, sandbox);
  server.sandboxes.enter(sandbox);
  // On a manual clock, a request waits for the work of earlier requests, so that equal calls get equal responses.
  // Inboxes must not wait for the sandbox that delivers to them.
  if (sandbox.clock.mode.mode === 'manual' && !isInboxPath(path)) await settle(server, sandbox);
  return opened(state, sandbox);
}

function leaving(name: string): string {
  return `Sandbox "${name}" is being deactivated`;
}

async function settle(server: KernelContext, sandbox: Sandbox): Promise<void> {
  try {
    await sandbox.clock.settled(['work']);
  } catch (error) {
    server.sandboxes.leave(sandbox);
    throw error;
  }
}

function opened(state: RequestState, sandbox: Sandbox): ReceivedState | PipelineOutcome {
  const { request, path, server } = state;
  const archivedBefore = sandbox.storage.archivedCount;
  if (isControlPath(path)) return { ...state, sandbox, archivedBefore };
  const { owner } = sandbox;
  const seconds = owner === undefined ? 0 : (server.guard?.countRequest(owner) ?? 0);
  if (owner !== undefined && seconds > 0)
    return new PipelineOutcome({ ...state, sandbox }, createRequestLimitError(owner, seconds));
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

async function openOrRefuse(server: KernelContext, name: string): Promise<Sandbox | ErrorResult | undefined> {
  try {
    return await server.sandboxes.open(name);
  } catch (error) {
    if (error instanceof SandboxLimitError) return createSandboxLimitError(error.message);
    if (error instanceof Error && isUnavailable(error)) return createUnavailableError(error.message);
    throw error;
  }
}
