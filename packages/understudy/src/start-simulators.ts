import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { applyOverlay, createContract, didYouMean, type OpenApiDocument, startInstant } from '@understudy/contract';
import {
  type Api,
  type ComputeMode,
  type ControlToken,
  type CorsPolicy,
  createSimulators,
  DataFolder,
  type Defect,
  type Durability,
  type HttpServer,
  isLoopback,
  isSnapshotFile,
  isUnavailable,
  parseClockMode,
  parseDuration,
  parseProgression,
  QueuedComputing,
  type SeedData,
  type ServerEvent,
  SharedDatabase,
  type Simulator,
  type Simulators,
  type SnapshotStart,
  serveHttp,
  WorkerPool,
} from '@understudy/kernel';
import { apiPagesOf } from './api-pages.js';
import { type ChosenApis, chooseApis, servedApis } from './apis/apis.js';
import { consoleFolder } from './console-folder.js';
import { Control, type SettingsPatch } from './control/control.js';
import { describeServer, type ServerDescription } from './describe-server.js';
import { evidenceOf } from './evidence-of.js';
import { isDatabase } from './is-database.js';
import { isReachable } from './is-reachable.js';
import { type LimitOptions, limitsOf } from './limits.js';
import { readSeed, seedsOf } from './seeds.js';
import { version } from './version.js';

/** What to start and how it behaves. */
export interface StartOptions extends LimitOptions {
  /**
   * API names such as `inventory`, OpenAPI descriptions such as `./petstore.yaml`, packages or folders of other APIs, or
   * APIs themselves; all that come along when absent.
   * The identity provider is always served.
   */
  readonly apis?: readonly (string | Api)[];
  /** Port to listen on, 0 for a free one; without it nothing listens and `fetch` serves in process. */
  readonly port?: number;
  /** Default `127.0.0.1`. Where {@link isReachable others can reach the server}, its control plane needs `controlToken`. */
  readonly host?: string;
  /** `manual` (default), `real`, or `scaled:<factor>`. */
  readonly clock?: string;
  /** ISO 8601 instant that the clock starts from; a manual clock's default is 2026-01-15T09:00:00.000Z. */
  readonly at?: string;
  /** `immediate` (default), `after:<duration>`, `polls:<n>`, `manual` or `documented`. */
  readonly progression?: string;
  /** What differs from the usual settings, in the form that the control plane shows them in. */
  readonly settings?: SettingsPatch;
  /**
   * `empty` (default), `demo`, the path of a seed file or of a snapshot file, or what such a file holds. Clock,
   * progression and chance of a snapshot go on where nothing else is asked for.
   */
  readonly seed?: string | SeedData;
  /** Fixes every id, signature and number drawn. Default `understudy`; drawn where others can reach the server. */
  readonly randomSeed?: string;
  /** Address that links in answers carry instead of the one by which a request came. */
  readonly publicUrl?: string;
  readonly controlToken?: string;
  /**
   * Tokens that do less at the control plane, or take less: `read` only looks, `own sandboxes` makes sandboxes that no
   * other such token sees. With them the control plane needs a token on this machine, too.
   */
  readonly controlTokens?: readonly ControlToken[];
  /** Host names besides loopback and that of `publicUrl` by which the control plane may be called. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages that may call the control plane, such as `http://localhost:5173`. */
  readonly allowedOrigins?: readonly string[];
  /** Origins whose pages may read what the simulated APIs answer: `any` (default), `off`, or those named. */
  readonly cors?: CorsPolicy;
  readonly allowedWebhookHosts?: readonly string[];
  /** Sandboxes at most besides the default one. Default 500. */
  readonly maxSandboxes?: number;
  /** ISO 8601 duration of real time without a request after which a sandbox is removed. Default `P1D`. */
  readonly sandboxTimeToLive?: string;
  /**
   * Folder that keeps the sandboxes beyond the end of the process; made when it is not there. Without one, state ends with
   * {@link RunningSimulators.close}. What is in it goes on as it was: the options for a new sandbox do not change it.
   * `postgres://...` is a database that several servers may share: each sandbox is served by one of them, and any of them
   * takes any request.
   */
  readonly data?: string;
  /**
   * With a database as `data`: address by which the other servers reach this one, such as `http://10.0.0.7:4010`. Default: where it
   * listens, by the name of the machine where that is every address.
   */
  readonly announce?: string;
  /**
   * What an answered request survives, with `data`: the end of the process, however it ends (`normal`, the default), or the
   * end of the machine, too (`full`).
   */
  readonly durability?: Durability;
  /** With `data`: sandboxes awake at most, as far as the others have nothing to do. Default 100. */
  readonly maxAwake?: number;
  /** With `data`: ISO 8601 duration of real time without a request after which a sandbox falls asleep. Default `PT1H`. */
  readonly sleepAfter?: string;
  /**
   * With `data` in a database: who computes the work of jobs. `auto` (default): workers (`understudy work`) where there are
   * some, else this server; `here`: this server; `elsewhere`: workers, for which jobs wait.
   */
  readonly compute?: ComputeMode;
  /** OpenAPI Overlays by API: the server serves, and checks by, the description with the overlay applied. */
  readonly overlays?: Readonly<Record<string, unknown>>;
  /** Makes another simulator of each one before it is served: for a server that deviates on purpose. */
  readonly change?: (simulator: Simulator) => Simulator;
  /** Threads shared with other simulators of this process; the caller closes them. */
  readonly pool?: WorkerPool;
  /** Told of every defect of ours as it happens. */
  readonly onDefect?: (defect: Defect) => void;
  /** Told what whoever runs the server should know, such as that workers are missed. */
  readonly onNotice?: (notice: string) => void;
  /** Told of every answered request, job that ends and attempt at a webhook, without their secrets; it must not throw. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** Simulators that run. */
export interface RunningSimulators {
  /** Base URL of all APIs, without a slash at the end. */
  readonly url: string;
  readonly description: ServerDescription;
  /** Serves a request in process, whether or not a port is open. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  readonly control: Control;
  /** Defects of ours seen so far: answers that broke the contract, handlers that failed. Tests expect none. */
  readonly defects: readonly Defect[];
  /**
   * Serves another version of an API from now on, such as one whose description has changed; what is stored stays.
   *
   * @param overlays Overlays by API from now on; those that it began with unless given
   * @throws RangeError when no API of its name is served
   * @throws ContractError when an Overlay does not fit
   */
  replace(api: Api, overlays?: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

/** Every option, so that a slip is told rather than ignored. */
const optionNames: Readonly<Record<keyof StartOptions, true>> = {
  apis: true,
  port: true,
  host: true,
  clock: true,
  at: true,
  progression: true,
  settings: true,
  seed: true,
  randomSeed: true,
  publicUrl: true,
  controlToken: true,
  controlTokens: true,
  allowedHosts: true,
  allowedOrigins: true,
  cors: true,
  allowedWebhookHosts: true,
  maxSandboxes: true,
  maxMessageBytes: true,
  maxInboxBytes: true,
  maxInboxMessages: true,
  maxInboxes: true,
  maxJournalBytes: true,
  maxJournalEntries: true,
  maxFaultRules: true,
  maxSnapshots: true,
  maxRecords: true,
  maxUploadBytes: true,
  sandboxTimeToLive: true,
  data: true,
  announce: true,
  durability: true,
  maxAwake: true,
  sleepAfter: true,
  compute: true,
  overlays: true,
  change: true,
  pool: true,
  onDefect: true,
  onNotice: true,
  onEvent: true,
};

/** Instant that a manual clock starts from. */
export const manualStart = startInstant;

/** Milliseconds that requests to a sandbox may keep a server that ends, and that the answers handed on by it may. */
const [longestDrain, longestAnswer] = [10_000, 1000];

const inProcessUrl = 'http://understudy.local';

/**
 * Starts simulators in this process, without a port unless one is asked for. The same options and the same calls give
 * the same answers, to the byte.
 *
 * @throws RangeError when an option cannot be understood; the message says what is allowed
 * @throws DataFolderError when the folder of `data` is in use, cannot be written, or was written by a newer version
 * @throws ContractError when an overlay does not fit the description that it is for
 * @throws Error with code `EADDRINUSE` when the port is taken
 *
 * @example
 * const simulators = await startSimulators({ apis: ['inventory'] });
 * const response = await simulators.fetch(`${simulators.url}/io/health_check`);
 * await simulators.control.advance('PT59M');
 * await simulators.close();
 */
export async function startSimulators(options: StartOptions = {}): Promise<RunningSimulators> {
  refuseUnknown(options);
  const apis = await chooseApis(options.apis ?? []);
  const seeds = seedsOf(apis.known);
  const mode = parseClockMode(options.clock ?? 'manual');
  const at = options.at ?? (mode.mode === 'manual' ? manualStart : undefined);
  if (at !== undefined && Number.isNaN(Date.parse(at))) throw new RangeError(`"${at}" is not an ISO 8601 instant`);
  const { progression = 'immediate' } = options;
  const seed = await readSeed(options.seed ?? 'empty', seeds);
  parseProgression(progression);
  refuseOpenControlPlane(options);
  refuseWrongCompute(options);
  const loaded = (await loadSimulators(apis)).map((simulator) => withChanges(simulator, options));
  const data = await openData(options);
  const { randomSeed, secret } = await chanceOf(options, data);
  const controlToken = options.controlToken ?? ownToken(options);
  const pool = options.pool ?? new WorkerPool();
  const computing = await openComputing(data, pool, options);
  const simulators = createSimulators({
    simulators: loaded,
    sandbox: {
      clock: at === undefined ? mode : { ...mode, at },
      progression,
      seed,
      randomSeed,
      ...(options.settings === undefined ? {} : { settings: [options.settings] }),
    },
    ...(isSnapshotFile(seed) ? { snapshot: startOf(seed, options) } : {}),
    seeds,
    apiPages: apiPagesOf(apis.chosen),
    evidence: evidenceOf(apis.known, (request) => simulators.fetch(request)),
    ...(secret === undefined ? {} : { secret }),
    ...(data === undefined ? {} : { archive: data.archive }),
    ...(data instanceof SharedDatabase ? { ownership: data } : {}),
    version,
    manualStart,
    allowedWebhookHosts: options.allowedWebhookHosts ?? [],
    memory: limitsOf(options),
    sandboxLimits: {
      most: options.maxSandboxes ?? 500,
      timeToLive: parseDuration(options.sandboxTimeToLive ?? 'P1D'),
      mostAwake: options.maxAwake ?? 100,
      sleepsAfter: parseDuration(options.sleepAfter ?? 'PT1H'),
    },
    ...(controlToken === undefined ? {} : { controlToken }),
    controlTokens: options.controlTokens ?? [],
    pool,
    ...(computing === undefined ? {} : { computing }),
    ...(options.onDefect === undefined ? {} : { onDefect: options.onDefect }),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  });
  simulators.ownOrigins.add(inProcessUrl);
  let server: HttpServer | undefined;
  async function close(patience = 0): Promise<void> {
    await server?.close(patience);
    await simulators.close();
    await computing?.close();
    if (options.pool === undefined) await pool.close();
    await data?.close();
  }
  try {
    const { settings = {} } = options;
    // To compile the schema costs a tenth of a start, and most say nothing.
    const saysNothing = JSON.stringify(settings) === '{}';
    const findings = saysNothing ? [] : simulators.world.control.contract.validator('SettingsPatch')(settings);
    if (findings.length > 0) throw new RangeError(`settings: ${findings.map(({ message }) => message).join('; ')}`);
    await simulators.world.sandboxes.recover();
    server = await listen(simulators, options);
    await data?.announce(options.announce ?? announcedBy(server, options));
    // Whoever waits for a port will ask for a job: its thread starts meanwhile. A module that fails is told by that job.
    if (server !== undefined && options.pool === undefined) void warm(simulators).catch(() => undefined);
    // Seeds the default sandbox now, so that a faulty seed is reported at the start.
    await simulators.world.sandboxes.open('default').catch((error: unknown) => {
      // Another server of the same database has done that, or will, when the sandbox is asked for.
      if (!isUnavailable(error)) throw error;
    });
  } catch (error) {
    await close();
    throw error;
  }
  const url = server?.url ?? inProcessUrl;
  let served = options;
  return {
    url,
    description: describeServer(url, apis.chosen, {
      ...(options.controlToken === undefined ? {} : { controlToken: options.controlToken }),
      ...(server === undefined || options.publicUrl === undefined ? {} : { listening: server.listening }),
    }),
    fetch: simulators.fetch,
    control: new Control(url, (address, init) => simulators.fetch(address, withToken(init, controlToken))),
    defects: simulators.defects,
    async replace(api, overlays) {
      const next = overlays === undefined ? served : { ...served, overlays };
      simulators.replace(withChanges(await api.simulator(), next));
      served = next;
    },
    async close() {
      // Where others take over, nobody has to notice; alone, what is under way ends at once.
      await simulators.world.sandboxes.drain(longestDrain);
      await close(simulators.isShared ? longestAnswer : 0);
    },
  };
}

/** Bound to every address of this machine it is reached by the name of the machine. */
function announcedBy(server: HttpServer | undefined, { host = '127.0.0.1' }: StartOptions): string {
  const { listening = inProcessUrl } = server ?? {};
  return host === '0.0.0.0' || host === '::' ? `http://${hostname()}:${new URL(listening).port}` : listening;
}

async function openData({ data, ...options }: StartOptions): Promise<DataFolder | SharedDatabase | undefined> {
  refuseAnnouncement(options.announce, data);
  const { durability, port } = options;
  if (isDatabase(data)) {
    if (durability !== undefined) throw new RangeError('durability is about a folder; a database has its own');
    if (port === undefined)
      throw new RangeError('data in a database is for servers that reach each other; give a port');
    return await SharedDatabase.open(data);
  }
  if (data !== undefined) return await DataFolder.open(data, durability === undefined ? {} : { durability });
  const lost = (['durability', 'maxAwake', 'sleepAfter'] as const).find((name) => options[name] !== undefined);
  if (lost !== undefined) throw new RangeError(`${lost} is about the folder of data, and there is none; give data too`);
  return undefined;
}

/** Where jobs are computed; undefined for the threads of this process alone. */
async function openComputing(
  data: DataFolder | SharedDatabase | undefined,
  here: WorkerPool,
  { compute = 'auto', onNotice = () => undefined }: StartOptions,
): Promise<QueuedComputing | undefined> {
  if (!(data instanceof SharedDatabase) || compute === 'here') return undefined;
  return await QueuedComputing.open({
    sql: data.sql,
    process: () => data.process,
    version,
    here,
    mode: compute,
    onNotice,
  });
}

function refuseWrongCompute({ compute = 'auto', data }: StartOptions): void {
  if (!computeModes.includes(compute)) {
    throw new RangeError(`compute is ${computeModes.join(', ')}; "${compute}" is none of them`);
  }
  if (compute === 'elsewhere' && !isDatabase(data)) {
    throw new RangeError('compute elsewhere is for data in a database; give data: postgres://..., too');
  }
}

const computeModes: readonly ComputeMode[] = ['auto', 'here', 'elsewhere'];

/**
 * What fixes chance, and what signs. What is public must sign nothing where others can send what they have signed
 * themselves; and as a sandbox may be made with a random seed of its own, the secret is part of its keys besides.
 */
async function chanceOf(options: StartOptions, data: DataFolder | SharedDatabase | undefined) {
  if (!isReachable(options)) return { randomSeed: options.randomSeed ?? 'understudy', secret: undefined };
  const draw = () => options.randomSeed ?? randomBytes(24).toString('base64url');
  const secret = data === undefined ? draw() : await data.secret(draw);
  return { randomSeed: options.randomSeed ?? secret, secret };
}

/** What is asked for wins over what the snapshot says. */
function startOf(file: unknown, { clock, at, progression }: StartOptions): SnapshotStart {
  return { file, clock: clock === undefined ? undefined : parseClockMode(clock), at, progression };
}

function loadSimulators(apis: ChosenApis): Promise<Simulator[]> {
  return Promise.all(servedApis(apis).map((api) => api.simulator()));
}

function refuseUnknown(given: StartOptions): void {
  const known = Object.keys(optionNames);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new RangeError(`"${name}" is no option of startSimulators.${didYouMean(name, known)}`);
  }
}

function warm({ world }: Simulators): Promise<void> {
  const kinds = [...world.simulators.values()].flatMap(({ jobs }) => Object.values(jobs));
  return world.pool.warm([...new Set(kinds.map(({ work }) => work.module))]);
}

function withChanges(simulator: Simulator, { overlays = {}, change }: StartOptions): Simulator {
  const { name, contract } = simulator;
  const overlaid = Object.hasOwn(overlays, name)
    ? overlay(simulator, applyOverlay(contract.document, overlays[name]))
    : simulator;
  return change === undefined ? overlaid : change(overlaid);
}

function overlay(simulator: Simulator, document: OpenApiDocument): Simulator {
  return simulator.withDescription?.(document) ?? { ...simulator, contract: createContract(simulator.name, document) };
}

function refuseAnnouncement(announce: string | undefined, data: string | undefined): void {
  if (announce === undefined) return;
  if (!isDatabase(data)) {
    throw new RangeError('announce is for servers that share a database; give data as postgres://...');
  }
  if (!URL.canParse(announce) || new URL(announce).protocol !== 'http:') {
    throw new RangeError(`announce "${announce}" is not the http address of this server`);
  }
}

/** The control plane can do everything; where others can reach it, it must ask for a token. */
function refuseOpenControlPlane(options: StartOptions): void {
  if (!isReachable(options) || options.controlToken !== undefined || (options.controlTokens ?? []).length > 0) return;
  const { host = '127.0.0.1', publicUrl, allowedHosts = [] } = options;
  const name = isLoopback(host) ? [publicUrl, ...allowedHosts].find((one) => one !== undefined) : host;
  throw new RangeError(
    `Others can reach ${name}: set controlToken or controlTokens, or listen on 127.0.0.1 without a public address`,
  );
}

async function listen(
  simulators: Parameters<typeof serveHttp>[0],
  { port, host = '127.0.0.1', publicUrl, allowedHosts = [], allowedOrigins = [], cors = 'any' }: StartOptions,
): Promise<HttpServer | undefined> {
  if (port === undefined) return undefined;
  const address = publicUrl === undefined ? {} : { publicUrl };
  return await serveHttp(simulators, {
    port,
    host,
    allowedHosts,
    allowedOrigins,
    cors,
    pages: consoleFolder,
    ...address,
  });
}

/** What {@link RunningSimulators.control} is let in by where only others have tokens. */
function ownToken({ controlTokens = [] }: StartOptions): string | undefined {
  return controlTokens.length === 0 ? undefined : randomBytes(24).toString('base64url');
}

function withToken(init: RequestInit, token: string | undefined): RequestInit {
  if (token === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
