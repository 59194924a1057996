import { tooManySandboxes } from '../control/control-refusals.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { defaultSandbox, TooManySandboxes } from '../sandbox/sandboxes.js';
import type { Exchange } from './exchange.js';

const sandboxPrefix = /^\/~([^/]*)(?=\/|$)/;

/** Inboxes answer deliveries that the sandbox itself is waiting for: they must not wait for the sandbox. */
const inboxPath = /^\/_sim\/inbox\/[^/]+$/;

/** Step 1: splits the address, resolves the sandbox and opens a journal entry at the instant of its clock. */
export async function receive(exchange: Exchange): Promise<void> {
  const { world, request } = exchange;
  const queryStart = request.url.indexOf('?');
  const fullPath = queryStart === -1 ? request.url : request.url.slice(0, queryStart);
  exchange.query = queryStart === -1 ? '' : request.url.slice(queryStart + 1);
  exchange.path = fullPath;

  const prefix = sandboxPrefix.exec(fullPath);
  const name = prefix === null ? defaultSandbox : (prefix[1] ?? '');
  if (prefix !== null) {
    exchange.path = fullPath.slice(prefix[0].length) || '/';
    exchange.baseUrl = `${request.origin}/~${name}`;
  }
  const sandbox = await openOrRefuse(exchange, name);
  if (exchange.result !== undefined) return;
  if (sandbox === undefined) {
    exchange.result = world.control.refusals.unknownPath(fullPath, []);
    return;
  }
  exchange.sandbox = sandbox;
  // On a clock that stands still, a request sees the work of the requests before it finished: the same calls give the
  // same answers, however fast they come.
  if (sandbox.clock.mode.mode === 'manual' && !inboxPath.test(exchange.path)) await sandbox.clock.settled(['work']);
  if (exchange.path === '/_sim' || exchange.path.startsWith('/_sim/')) return;
  exchange.entry = sandbox.journal.append({
    at: sandbox.clock.now().toISOString(),
    type: 'request',
    cause: null,
    method: request.method,
    url: request.url,
  });
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
