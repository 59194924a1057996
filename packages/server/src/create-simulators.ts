import { defaultStartInstant, KnownSecrets } from '@understudy/contract';
import {
  defaultMemoryLimits,
  type IncomingRequest,
  isLoopback,
  MemoryStore,
  type SeedData,
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
  inboxDelayHeader,
  isInboxPath,
  MemoryAccount,
  maxRuleBodyBytes,
  RouteTable,
  type SendReport,
  serveRequest,
  splitAddress,
  toHttpRequest,
  type WebhookHttpRequest,
  wallIsoInstant,
} from '@understudy/kernel/serving';
import { createControlSimulator } from './control/control-simulator.js';
import { EventStreamRegistry } from './control/event-stream-registry.js';
import { readInitialRules } from './control/faults.js';
import { admitGrowth } from './guard/admit-growth.js';
import { ControlGuard, type ControlToken } from './guard/control-guard.js';
import { LimitedJobComputer } from './guard/limited-job-computer.js';
import { SandboxReservations } from './guard/sandbox-reservations.js';
import { OwnerLocator } from './host/locate-owner.js';
import { postWebhook } from './host/post-webhook.js';
import { toFetchResponse, toIncomingRequest, toRawResponse } from './host/raw-exchange.js';
import { recordBrokenUpload, reportForwarded } from './host/report-forwarded.js';
import { createSnapshotSetup } from './sandboxes/create-requested-setup.js';
import { LastingJournal } from './sandboxes/lasting-journal.js';
import type { SandboxLimits } from './sandboxes/registry-context.js';
import { SandboxRegistry } from './sandboxes/sandbox-registry.js';
import { SeedLoader } from './sandboxes/seed-loader.js';
import { SnapshotStore } from './sandboxes/snapshot-store.js';
import type { ServerContext } from './server-context.js';
import type { InternalError, Simulators, SimulatorsOptions } from './simulators.js';
import { ServerMetrics } from './watch.js';

/** Limits sufficient for all tests of a busy pipeline. Sandboxes that are unused for a day are deleted. */
const defaultLimits: SandboxLimits = {
  most: 500,
  timeToLive: 24 * 60 * 60 * 1000,
  maxActive: 100,
  idleTimeout: 60 * 60 * 1000,
};

/**
 * Creates a server without a port.
 * @throws Error for a repeated name or a missing handler
 * @throws RangeError for an invalid snapshot or rule
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
  const secrets = guard?.secrets ?? (options.redact && new KnownSecrets(options.redact));
  const computing = options.computing ?? pool;
  const { messageBytes } = memory;
  const routesOf = (simulators: Iterable<Simulator>) =>
    new RouteTable({ simulators, control, controlNeedsToken: guard !== undefined, messageBytes });
  let routes = routesOf(byName.values());
  const server: ServerContext = {
    version: options.version ?? '0.0.0',
    startedAt: wallIsoInstant(),
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
    admitGrowth: (owner, growth) => admitGrowth(server, owner, growth),
    guard,
    secrets,
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
    creations: new SandboxReservations(),
    reserved: new Map(),
    streams: new EventStreamRegistry(memory.streams, (token) => guard?.limitsOf(token).streams),
    evidence: options.evidence,
    behavior: options.behavior,
    manualStart: options.manualStart ?? defaultStartInstant,
    allowedWebhookHosts: options.allowedWebhookHosts ?? [],
    seeds: new SeedLoader(byName, loadSeed),
    watch: new ServerMetrics(byName, options.onEvent, secrets),
    lastingJournal:
      options.journalAge === undefined || options.archive?.journal === undefined
        ? undefined
        : new LastingJournal({
            archive: options.archive.journal,
            maxAge: options.journalAge,
            maxBytes: memory.keptJournalBytes,
            secrets,
            onDefect: (...defect) => server.onDefect(...defect),
          }),
    renderTemplate: options.renderTemplate,
    postWebhook,
    sendToOwnInbox,
    onDefect(error, what) {
      const defect = { what, error };
      defects.push(defect);
      options.onDefect?.(defect);
    },
  };
  const first = { ...options.sandbox, ...readInitialRules(options.rules, server) };
  const setup = options.snapshot === undefined ? first : createSnapshotSetup(first, options.snapshot, control.contract);
  const sandboxes = new SandboxRegistry(server, setup, { ...defaultLimits, ...options.sandboxLimits });
  const owners = new OwnerLocator(sandboxes);
  const handle = (request: IncomingRequest) => serveRequest(server, request);

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
    // With this server's port, every loopback name refers to this server.
    const itself = isLoopback(hostname) && new URL(`${protocol}//localhost:${port}`).origin;
    if (!ownOrigins.has(origin) && (itself === false || !ownOrigins.has(itself))) return undefined;
    if (!isInboxPath(pathname)) return undefined;
    let sent: WebhookHttpRequest;
    try {
      // An inbox receives exactly the request that a socket would carry.
      sent = toHttpRequest(request);
    } catch (error) {
      return Promise.resolve(createErrorReport(error, policy));
    }
    const answer = handle({
      method: sent.method,
      url: `${pathname}${search}`,
      origin,
      headers: sent.headers,
      sender,
      body: new TextEncoder().encode(encodeWebhookBody(request)),
    });
    return Promise.resolve(answer).then(({ status, headers: answered }) =>
      Number(answered[inboxDelayHeader] ?? 0) > policy.timeoutSeconds
        ? createTimeoutReport(policy)
        : createStatusReport(status, policy),
    );
  }

  return {
    server,
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
      // A rule can also match the body of a request that has no operation.
      const byRules = sandboxes.ready(sandbox)?.faults.isEmpty === false ? maxRuleBodyBytes : 0;
      return Math.max(byRules, server.routes.mostBytes(method, path));
    },
    recordBrokenUpload: (request, received) => recordBrokenUpload(server, request, received),
    beginForwarded: (request) => beginForwarded(server, request),
    reportForwarded: (request, how) => reportForwarded(server, request, how),
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
      server.watch.loopDelay.close();
      await sandboxes.close();
      await server.lastingJournal?.close();
      if (options.pool === undefined) await pool.close();
      await store.close();
    },
  };
}

function guardOf({ controlToken, controlTokens = [], redact }: SimulatorsOptions): ControlGuard | undefined {
  const single: ControlToken[] =
    controlToken === undefined ? [] : [{ name: 'control', value: controlToken, scope: 'all' }];
  const tokens = [...single, ...controlTokens];
  return tokens.length === 0 ? undefined : new ControlGuard(tokens, redact);
}
