import { type IncomingRequest, MemoryStore, type Simulator, type StoredChange } from '@understudy/kernel';
import {
  eventLoopYield,
  type KernelContext,
  RecordedBody,
  type RecordedEntry,
  RouteTable,
  redactValue,
  revertChanges,
  type Sandbox,
  type SandboxSnapshot,
  serveRequest,
} from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { memberChanges } from './changes.js';
import type { ControlContext } from './control-context.js';

type ResponseComparison = components['schemas']['ResponseComparison'];

const mostMembers = 100;
/** Records to copy in all, so that fewer requests are sent to a large sandbox. */
const mostCopied = 200_000;

/**
 * Sends recorded requests again, each to two copies of the sandbox as it was before the request: one with an API as it
 * is, and one with the changed API. Copies send no webhooks.
 *
 * @param most maximum number of requests: the latest of each operation and status
 * @returns the responses that differ
 */
export async function compareResponses(
  { server, sandbox, baseUrl }: ControlContext,
  changed: Simulator,
  most: number,
): Promise<{ readonly tried: number; readonly responses: ResponseComparison[] }> {
  if (most === 0) return { tried: 0, responses: [] };
  const now = await sandbox.snapshot();
  const count = Math.min(most, Math.ceil(mostCopied / (now.records.length + 1)));
  const entries = latestRequests(sandbox, changed.name, count);
  const simulators = new Map([...server.simulators, [changed.name, changed]]);
  const others = { server, sandbox, origin: new URL(baseUrl).origin };
  const responses: ResponseComparison[] = [];
  for (const { entry, undone } of entries) {
    const snapshot = { ...now, at: entry.at, records: revertChanges(now.records, undone) };
    const [before, after] = [
      await respond({ ...others, entry, snapshot, simulators: server.simulators }),
      await respond({ ...others, entry, snapshot, simulators }),
    ];
    const members = [...memberChanges(before.body, after.body, '')].slice(0, mostMembers);
    if (members.length === 0 && before.status === after.status) continue;
    const { seq, operationId = '', method = '', url = '' } = entry;
    responses.push({ entry: seq, operationId, method, url, before: before.status, after: after.status, members });
  }
  return { tried: entries.length, responses };
}

/** The latest request of each operation and status, oldest first, with the changes since then. */
function latestRequests({ journal }: Sandbox, api: string, most: number) {
  const found = new Map<string, { readonly entry: RecordedEntry; readonly undone: readonly StoredChange[] }>();
  for (let seq = journal.next - 1; seq >= journal.oldest && found.size < most; seq -= 1) {
    const entry = journal.entry(seq);
    const undone = journal.changes.between(seq);
    if (undone === undefined) break;
    if (entry?.type !== 'request' || entry.api !== api || entry.operationId === undefined) continue;
    const kind = `${entry.operationId} ${entry.status}`;
    if (entry.fault === undefined && bodyOf(entry) !== undefined && !found.has(kind))
      found.set(kind, { entry, undone });
  }
  return [...found.values()].reverse();
}

/** The body of a request as sent. Undefined if the journal has only a part of it. */
function bodyOf({ request }: RecordedEntry): Uint8Array | undefined {
  const sent = request?.body instanceof RecordedBody ? request.body.sent : '';
  return typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
}

interface Repeated {
  readonly server: ServerContext;
  readonly sandbox: Sandbox;
  readonly origin: string;
  readonly entry: RecordedEntry;
  readonly snapshot: SandboxSnapshot;
  readonly simulators: ReadonlyMap<string, Simulator>;
}

async function respond({ server, sandbox, origin, entry, snapshot, simulators }: Repeated) {
  await eventLoopYield.next();
  const { control, memory, guard } = server;
  const nothing = () => undefined;
  const context: Omit<KernelContext, 'sandboxes'> = {
    ...server,
    simulators,
    routes: new RouteTable({
      ...{ simulators: simulators.values(), control },
      ...{ controlNeedsToken: true, messageBytes: memory.messageBytes },
    }),
    store: new MemoryStore(),
    guard: undefined,
    lastingJournal: undefined,
    watch: { requests: { count: nothing }, notify: undefined, count: nothing },
    admitGrowth: async () => nothing,
    postWebhook: async () => 204,
    sendToOwnInbox: nothing,
    onDefect: nothing,
  };
  const copy = sandbox.copy(snapshot, context);
  try {
    await copy.ready;
    const { method = 'GET', url = '/', request } = entry;
    const sent: IncomingRequest = {
      ...{ method, url, origin },
      headers: request?.headers ?? {},
      body: bodyOf(entry) ?? new Uint8Array(),
    };
    const sandboxes = {
      ...{ ready: () => copy, open: async () => copy, isKnown: async () => true, isLeaving: () => false },
      ...{ enter: nothing, leave: nothing, keep: nothing },
    };
    const { status, headers, body } = await serveRequest({ ...context, sandboxes }, sent);
    const isRead = typeof body === 'string' || body instanceof Uint8Array;
    const read = isRead ? new RecordedBody(body, headers['content-type']).read() : null;
    return { status, body: redactValue(read, guard?.secrets) };
  } finally {
    await copy.close();
  }
}
