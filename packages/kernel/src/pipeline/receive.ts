import { isUnavailable } from '../archive/archive-log.js';
import { tooManySandboxes, unavailable } from '../control/control-refusals.js';
import { tooManyRequests } from '../guard/limit-refusals.js';
import type { KernelContext } from '../kernel-context.js';
import type { Refusal } from '../refusal.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { SandboxLimitError } from '../sandbox/sandbox-errors.js';
import { isControlPath, isInboxPath, isServerPath } from '../transport/control-path.js';
import { tokenOfControl } from './admit.js';
import { Decided, type Known, type Received } from './known.js';

/** Step 1: resolves the sandbox and opens a journal entry at the instant of its clock. */
export function receive(known: Known): Received | Decided | Promise<Received | Decided> {
  const { world, sandboxName } = known;
  if (isServerPath(known.path)) return receiveOfServer(known);
  // The usual case goes without a single wait: the sandbox is there, and its clock runs by itself.
  const sandbox = world.sandboxes.ready(sandboxName);
  if (sandbox === undefined || sandbox.clock.mode.mode === 'manual') return receiveLater(known);
  world.sandboxes.enter(sandbox);
  return opened(known, sandbox);
}

/**
 * A request about the server itself must not wait for a sandbox, which may compute, be filled, or be served elsewhere.
 */
async function receiveOfServer(known: Known): Promise<Received | Decided> {
  const { world, request, path } = known;
  const found = world.routes.match(request.method, path);
  if (found.kind !== 'route') return await receiveLater(known);
  const { route } = found;
  const token = route.access === 'control' ? tokenOfControl(known) : undefined;
  const isRefused = token !== undefined && 'refused' in token;
  return new Decided({ ...known, route }, isRefused ? token : await route.handler({}, { world }));
}

async function receiveLater(known: Known): Promise<Received | Decided> {
  const { world, sandboxName, prefix, path } = known;
  const { sender } = known.request;
  const isGone = () => sender !== undefined && world.sandboxes.isLeaving(sandboxName, sender);
  if (isGone()) return new Decided(known, unavailable(leaving(sandboxName)));
  let sandbox = await openOrRefuse(world, sandboxName);
  // One that was only addressed may have given way to another meanwhile.
  while (sandbox !== undefined && 'closed' in sandbox && sandbox.closed.aborted) {
    if (isGone()) return new Decided(known, unavailable(leaving(sandboxName)));
    sandbox = await openOrRefuse(world, sandboxName);
  }
  if (sandbox === undefined) return new Decided(known, world.control.refusals.unknownPath(`${prefix}${path}`, []));
  if ('refused' in sandbox) return new Decided(known, sandbox);
  world.sandboxes.enter(sandbox);
  // On a clock that stands still, a request sees the work of the requests before it finished: the same calls give the
  // same answers, however fast they come. Inboxes answer deliveries that the sandbox itself is waiting for: they must
  // not wait for the sandbox.
  if (sandbox.clock.mode.mode === 'manual' && !isInboxPath(path)) await settle(world, sandbox);
  return opened(known, sandbox);
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

function opened(known: Known, sandbox: Sandbox): Received | Decided {
  const { request, path, world } = known;
  const keptBefore = sandbox.storage.archivedCount;
  if (isControlPath(path)) return { ...known, sandbox, keptBefore };
  const { owner } = sandbox;
  const seconds = owner === undefined ? 0 : (world.guard?.countRequest(owner) ?? 0);
  if (owner !== undefined && seconds > 0) return new Decided({ ...known, sandbox }, tooManyRequests(owner, seconds));
  return {
    ...known,
    sandbox,
    keptBefore,
    entry: sandbox.journal.open(sandbox.clock.timestamp(), request.method, request.url),
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
