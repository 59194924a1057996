import { ContractError, isObject } from '@understudy/contract';
import {
  type ErrorResult,
  type IncomingRequest,
  MemoryStore,
  type Simulator,
  type StoredChange,
} from '@understudy/kernel';
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
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const behaviorOperations = {
  getApiBehavior: async ({ path: { api } }, { server }) => {
    const simulator = server.simulators.get(api);
    if (simulator === undefined) return controlErrors.unknownApi(api, [...server.simulators.keys()]);
    const behavior = simulator.explain?.() ?? { operations: [], statements: [], unread: [], findings: [] };
    return { status: 200, body: structuredClone(behavior) as components['schemas']['ApiBehavior'] };
  },

  getApiModel: async ({ path: { api }, query: { whole } }, { server }) => {
    const simulator = findWithModel(server, api);
    if ('refused' in simulator) return simulator;
    return { status: 200, body: presentModel(whole ? simulator.readModel?.() : server.behavior?.find(api)) };
  },

  setApiModel: async ({ path: { api }, body }, { server }) => {
    const corrected = correct(server, api, body, false);
    return 'refused' in corrected ? corrected : { status: 200, body: presentModel(body) };
  },

  tryApiModel: async ({ path: { api }, query: { last }, body }, context) => {
    const corrected = correct(context.server, api, body, true);
    if ('refused' in corrected) return corrected;
    const compared = await compareResponses(context, corrected, last);
    return { status: 200, body: { model: presentModel(corrected.readModel?.()), ...compared } };
  },
} satisfies Partial<ControlOperations>;

type ResponseComparison = components['schemas']['ResponseComparison'];

const mostMembers = 100;
/** Maximum records to copy in total. The larger the sandbox, the fewer requests are sent. */
const mostCopied = 200_000;

function findWithModel({ simulators }: ServerContext, api: string): Simulator | ErrorResult {
  const simulator = simulators.get(api);
  if (simulator === undefined) return controlErrors.unknownApi(api, [...simulators.keys()]);
  return simulator.withModel === undefined ? controlErrors.implemented(api) : simulator;
}

/** Serves an API with new model lines, or only validates them. */
function correct(server: ServerContext, api: string, lines: unknown, isTrial: boolean): Simulator | ErrorResult {
  const { behavior, ownership } = server;
  const found = findWithModel(server, api);
  if ('refused' in found) return found;
  // A trial changes nothing, so it is possible with several servers.
  if (behavior === undefined || (ownership !== undefined && !isTrial)) return controlErrors.fixedBehavior(api);
  try {
    return isTrial ? behavior.preview(api, lines) : behavior.apply(api, lines);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return controlErrors.badRequest(
      error.findings.map(({ ruleId, severity, message, pointer }) => ({
        ...{ ruleId, severity, message },
        pointer: `/body${ruleId.startsWith('model/') ? pointer : ''}`,
      })),
    );
  }
}

function presentModel(changes: unknown): components['schemas']['BehaviorModel'] {
  return { understudy: 1, ...(isObject(changes) ? changes : {}) };
}

/**
 * Sends recorded requests again, each to two copies of the sandbox as it was before the request: one with the current
 * API and one with the changed API. The copies send no webhooks.
 *
 * @param most maximum number of requests, which are the latest for each operation and status
 * @returns the responses that differ
 */
async function compareResponses(
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

/** The body of a request as sent. Undefined if the journal has only a part of the body. */
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
