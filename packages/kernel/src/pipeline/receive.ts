import { isControlPath } from '../control/control-path.js';
import { tooManySandboxes } from '../control/control-refusals.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { TooManySandboxes } from '../sandbox/sandboxes.js';
import type { Exchange } from './exchange.js';
import { splitAddress } from './split-address.js';

/** Inboxes answer deliveries that the sandbox itself is waiting for: they must not wait for the sandbox. */
const inboxPath = /^\/_sim\/inbox\/[^/]+$/;

/** Step 1: splits the address, resolves the sandbox and opens a journal entry at the instant of its clock. */
export function receive(exchange: Exchange): Promise<void> | void {
  const { world, request } = exchange;
  const { sandbox: name, prefix, path, query } = splitAddress(request.url, request.origin);
  exchange.query = query;
  exchange.path = path;
  if (prefix !== '') exchange.baseUrl = `${request.origin}${prefix}`;
  // The usual case goes without a single wait: the sandbox is there, and its clock runs by itself.
  const sandbox = world.sandboxes.ready(name);
  if (sandbox === undefined || sandbox.clock.mode.mode === 'manual')
    return receiveLater(exchange, name, `${prefix}${path}`);
  exchange.sandbox = sandbox;
  world.sandboxes.enter(sandbox);
  openEntry(exchange, sandbox);
}

async function receiveLater(exchange: Exchange, name: string, fullPath: string): Promise<void> {
  let sandbox = await openOrRefuse(exchange, name);
  // One that was only addressed may have given way to another meanwhile.
  while (sandbox?.closed.aborted) sandbox = await openOrRefuse(exchange, name);
  if (exchange.result !== undefined) return;
  if (sandbox === undefined) {
    exchange.result = exchange.world.control.refusals.unknownPath(fullPath, []);
    return;
  }
  exchange.sandbox = sandbox;
  exchange.world.sandboxes.enter(sandbox);
  // On a clock that stands still, a request sees the work of the requests before it finished: the same calls give the
  // same answers, however fast they come.
  if (sandbox.clock.mode.mode === 'manual' && !inboxPath.test(exchange.path)) await sandbox.clock.settled(['work']);
  openEntry(exchange, sandbox);
}

function openEntry(exchange: Exchange, sandbox: Sandbox): void {
  if (isControlPath(exchange.path)) return;
  const { method, url } = exchange.request;
  exchange.entry = sandbox.journal.open(sandbox.clock.timestamp(), method, url);
}

async function openOrRefuse(exchange: Exchange, name: string): Promise<Sandbox | undefined> {
  try {
    return await exchange.world.sandboxes.open(name);
  } catch (error) {
    if (!(error instanceof TooManySandboxes)) throw error;
    exchange.result = tooManySandboxes(error.message);
    return undefined;
  }
}
