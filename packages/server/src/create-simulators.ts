import { defaultStartInstant } from '@understudy/contract';
import {
  defaultMemoryLimits,
  type IncomingRequest,
  isLoopback,
  type MemoryLimits,
  MemoryStore,
  type OutgoingResponse,
  type RecordStore,
  type SandboxArchive,
  type SandboxSetup,
  type SeedData,
  type ServerEvent,
  type Simulator,
  type WebhookRequest,
  WorkerPool,
} from '@understudy/kernel';
import {
  beginForwarded,
  createErrorReport,
  createStatusReport,
  createTimeoutReport,
  encodeWebhookBody,
  type ForwardedRequest,
  inboxDelayHeader,
  isInboxPath,
  type JobComputer,
  MemoryAccount,
  maxRuleBodyBytes,
  RouteTable,
  type SandboxOwnership,
  type SendReport,
  serveRequest,
  splitAddress,
  toHttpRequest,
  type WebhookHttpRequest,
} from '@understudy/kernel/serving';
import type { EvidenceProvider } from './control/api-evidence.js';
import type { ApiPages } from './control/api-page.js';
import { createControlSimulator } from './control/control-simulator.js';
import { EventStreamRegistry } from './control/event-stream-registry.js';
import { admitGrowth } from './guard/admit-growth.js';
import { ControlGuard, type ControlToken } from './guard/control-guard.js';
import { LimitedJobComputer } from './guard/limited-job-computer.js';
import { type OwnerLocation, OwnerLocator } from './host/locate-owner.js';
import {
  type RawRequest,
  type RawResponse,
  toFetchResponse,
  toIncomingRequest,
  toRawResponse,
} from './host/raw-exchange.js';
import { recordBrokenUpload } from './host/record-broken-upload.js';
import { type ForwardedResult, reportForwarded } from './host/report-forwarded.js';
import { createSnapshotSetup, type SnapshotStart } from './sandboxes/create-requested-setup.js';
import { type SandboxLimits, SandboxRegistry } from './sandboxes/sandbox-registry.js';
import { SeedLoader } from './sandboxes/seed-loader.js';
import { SnapshotStore } from './sandboxes/snapshot-store.js';
import type { ServerContext } from './server-context.js';
import { ServerMetrics } from './watch/watch.js';
import { postWebhook } from './webhooks/post-webhook.js';

/** Called with every defect of our own code while serving. */
export interface InternalError {
  readonly what: string;
  readonly error: unknown;
}

export interface SimulatorsOptions {
  readonly simulators: readonly Simulator[];
  /** The default sandbox. Other sandboxes override parts of it. */
  readonly sandbox: SandboxSetup;
  /** Initial state of sandboxes instead of the seed. */
  readonly snapshot?: SnapshotStart;
  /** Seeds by name. `empty` always exists. */
  readonly seeds?: Readonly<Record<string, (count?: number) => Promise<SeedData>>>;
  readonly store?: RecordStore;
  /** Stores the sandboxes beyond the life of these simulators. The caller closes it. */
  readonly archive?: SandboxArchive;
  /** The sandboxes of the archive that this process serves, if several processes share it. */
  readonly ownership?: SandboxOwnership;
  /** Threads shared with other simulators of this process. The caller closes them. */
  readonly pool?: WorkerPool;
  /** Computes the jobs, default the pool. The caller closes it. */
  readonly computing?: JobComputer;
  readonly version?: string;
  /** Part of every signing key. The same secret and seed give the same tokens and links. */
  readonly secret?: string;
  /** Does everything at the control plane. */
  readonly controlToken?: string;
  /** Additional, restricted tokens. Without any token the control plane requires none. */
  readonly controlTokens?: readonly ControlToken[];
  readonly apiPages?: ApiPages;
  readonly evidence?: EvidenceProvider;
  readonly manualStart?: string;
  readonly allowedWebhookHosts?: readonly string[];
  readonly onDefect?: (defect: InternalError) => void;
  /** Called for every response, finished job and webhook attempt. */
  readonly onEvent?: (event: ServerEvent) => void;
  readonly sandboxLimits?: Partial<SandboxLimits>;
  /** Limits that differ from {@link defaultMemoryLimits}. */
  readonly memory?: Partial<MemoryLimits>;
}

/** Simulators that share one origin, served without a port. */
export interface Simulators {
  readonly world: ServerContext;
  /** Defects so far. Tests expect none. */
  readonly defects: readonly InternalError[];
  /** Origins at which webhooks reach the inboxes of this server. A host adds its own. */
  readonly ownOrigins: Set<string>;
  handle(request: IncomingRequest): Promise<OutgoingResponse>;
  /** Whether other servers serve sandboxes of the same archive. */
  readonly isShared: boolean;
  /** The server of a request's sandbox. @param options.isRemembered whether it can be the last one found */
  locateOwner(
    request: Pick<IncomingRequest, 'method' | 'url' | 'origin'>,
    options?: { readonly isRemembered?: boolean },
  ): Promise<OwnerLocation>;
  /**
   * Replaces a simulator; its data remains.
   * @throws RangeError if it is not served
   * @throws Error without a handler for each operation
   */
  replace(simulator: Simulator): void;
  /** Maximum bytes of the body of a request to this URL. */
  mostBytes(request: Pick<IncomingRequest, 'method' | 'url' | 'origin'>): number;
  /** Records a request whose client disconnected during its body. */
  recordBrokenUpload(request: Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'>, received: number): void;
  /** Applies fault rules to a request that another server answers. */
  beginForwarded(request: IncomingRequest): Promise<ForwardedRequest>;
  /** Counts a request that another server answered, and notifies listeners. */
  reportForwarded(request: IncomingRequest, how: ForwardedResult): void;
  /** Serves a request in process. Links in the response have its origin. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Like `fetch`, without the cost of its objects. @throws TypeError for an invalid address or header, or a reset */
  exchange(request: RawRequest): Promise<RawResponse>;
  close(): Promise<void>;
}

/** Enough for all tests of a busy pipeline. Sandboxes unused for a day are deleted. */
const defaultLimits: SandboxLimits = {
  most: 500,
  timeToLive: 24 * 60 * 60 * 1000,
  maxActive: 100,
  idleTimeout: 60 * 60 * 1000,
};

/**
 * Creates a server without a port.
 * @throws Error for a repeated name or a missing handler
 * @throws RangeError for an invalid snapshot
 */
export function createSimulators(options: SimulatorsOptions): Simulators {
  const { store = new MemoryStore(), seeds = {} } = options;
  const defects: InternalError[] = [];
  const ownOrigins = new Set<string>();
  const pool = options.pool ?? new WorkerPool();
  const byName = new Map(options.simulators.map((simulator) => [simulator.name, simulator]));
  if (byName.size !== options.simulators.length) throw new Error('Two simulators have the same name');

  const control = createControlSimulator();
  const memory = { ...defaultMemoryLimits, ...options.memory };
  const account = new MemoryAccount(memory.memoryBytes);
  const guard = guardOf(options);
  const computing = options.computing ?? pool;
  const { messageBytes } = memory;
  const routesOf = (simulators: Iterable<Simulator>) =>
    new RouteTable({ simulators, control, controlNeedsToken: guard !== undefined, messageBytes });
  let routes = routesOf(byName.values());
  const world: ServerContext = {
    version: options.version ?? '0.0.0',
    simulators: byName,
    control,
    get routes() {
      return routes;
    },
    store,
    archive: options.archive,
    ownership: options.ownership,
    pool,
    computing: guard === undefined ? computing : new LimitedJobComputer(computing, computingOf),
    memory,
    account,
    admitGrowth: (owner, growth) => admitGrowth(world, owner, growth),
    guard,
    get sandboxes() {
      return sandboxes;
    },
    secret: options.secret ?? 'understudy',
    apiPages: options.apiPages,
    snapshots: new SnapshotStore({
      most: memory.snapshots,
      archive: options.archive,
      isShared: options.ownership !== undefined,
      account,
      ownerOf: (name) => guard?.ownerOfSnapshot(name),
    }),
    streams: new EventStreamRegistry(memory.streams, (token) => guard?.limitsOf(token).streams),
    evidence: options.evidence,
    manualStart: options.manualStart ?? defaultStartInstant,
    allowedWebhookHosts: options.allowedWebhookHosts ?? [],
    seeds: new SeedLoader(byName, loadSeed),
    watch: new ServerMetrics(byName, options.onEvent, guard?.secrets),
    postWebhook,
    sendToOwnInbox,
    onDefect(error, what) {
      const defect = { what, error };
      defects.push(defect);
      options.onDefect?.(defect);
    },
  };
  const setup =
    options.snapshot === undefined
      ? options.sandbox
      : createSnapshotSetup(options.sandbox, options.snapshot, control.contract);
  const sandboxes = new SandboxRegistry(world, setup, { ...defaultLimits, ...options.sandboxLimits });
  const owners = new OwnerLocator(sandboxes);
  const handle = (request: IncomingRequest) => serveRequest(world, request);

  function computingOf(name: string) {
    const token = sandboxes.ready(name)?.owner;
    const most = guard?.limitsOf(token).computing;
    return token === undefined || most === undefined ? undefined : { token, most };
  }

  async function loadSeed(name: string): Promise<SeedData> {
    if (name === 'empty') return {};
    const [, base = name, count] = /^(.*):(\d{1,4})$/.exec(name) ?? [];
    const load = Object.hasOwn(seeds, base) ? seeds[base] : undefined;
    if (load === undefined) {
      throw new Error(`Unknown seed "${name}". Available seeds: ${['empty', ...Object.keys(seeds)].join(', ')}`);
    }
    return await load(count === undefined ? undefined : Number(count));
  }

  function sendToOwnInbox(request: WebhookRequest, sender: string): Promise<SendReport> | undefined {
    const { url, policy } = request;
    if (!URL.canParse(url)) return undefined;
    const { origin, protocol, hostname, port, pathname, search } = new URL(url);
    // Every loopback name leads here by a port of ours.
    const itself = isLoopback(hostname) && new URL(`${protocol}//localhost:${port}`).origin;
    if (!ownOrigins.has(origin) && (itself === false || !ownOrigins.has(itself))) return undefined;
    if (!isInboxPath(pathname)) return undefined;
    let sent: WebhookHttpRequest;
    try {
      // An inbox receives exactly the request of a socket.
      sent = toHttpRequest(request);
    } catch (error) {
      return Promise.resolve(createErrorReport(error, policy));
    }
    return handle({
      method: sent.method,
      url: `${pathname}${search}`,
      origin,
      headers: sent.headers,
      sender,
      body: new TextEncoder().encode(encodeWebhookBody(request)),
    }).then(({ status, headers: answered }) =>
      Number(answered[inboxDelayHeader] ?? 0) > policy.timeoutSeconds
        ? createTimeoutReport(policy)
        : createStatusReport(status, policy),
    );
  }

  return {
    world,
    defects,
    ownOrigins,
    handle,
    isShared: options.ownership !== undefined,
    locateOwner: (request, { isRemembered = false } = {}) => owners.locate(request, isRemembered),
    replace(simulator) {
      const { name } = simulator;
      if (!byName.has(name)) throw new RangeError(`Unknown API "${name}": there is nothing to replace`);
      routes = routesOf([...byName.values()].map((each) => (each.name === name ? simulator : each)));
      byName.set(name, simulator);
    },
    mostBytes({ method, url, origin }) {
      const { sandbox, path } = splitAddress(url, origin);
      // A rule can match the body of a request without an operation.
      const byRules = sandboxes.ready(sandbox)?.faults.isEmpty === false ? maxRuleBodyBytes : 0;
      return Math.max(byRules, world.routes.mostBytes(method, path));
    },
    recordBrokenUpload: (request, received) => recordBrokenUpload(world, request, received),
    beginForwarded: (request) => beginForwarded(world, request),
    reportForwarded: (request, how) => reportForwarded(world, request, how),
    async fetch(input, init) {
      const request = input instanceof Request && init === undefined ? input : new Request(input, init);
      const { origin, pathname, search } = new URL(request.url);
      const response = await handle({
        method: request.method,
        url: `${pathname}${search}`,
        origin,
        headers: Object.fromEntries(request.headers),
        body: new Uint8Array(await request.arrayBuffer()),
      });
      return toFetchResponse(response);
    },
    exchange: async (request) => await toRawResponse(await handle(toIncomingRequest(request))),
    async close() {
      world.watch.loopDelay.close();
      await sandboxes.close();
      if (options.pool === undefined) await pool.close();
      await store.close();
    },
  };
}

function guardOf({ controlToken, controlTokens = [] }: SimulatorsOptions): ControlGuard | undefined {
  const single: ControlToken[] =
    controlToken === undefined ? [] : [{ name: 'control', value: controlToken, scope: 'all' }];
  const tokens = [...single, ...controlTokens];
  return tokens.length === 0 ? undefined : new ControlGuard(tokens);
}
