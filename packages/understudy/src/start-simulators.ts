import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { applyOverlay, createContract, type OpenApiDocument, startInstant } from '@understudy/contract';
import {
  type Api,
  isSnapshotFile,
  isUnavailable,
  parseClockMode,
  parseDuration,
  parseProgression,
  type Simulator,
  type SnapshotStart,
  WorkerPool,
} from '@understudy/kernel';
import { SharedDatabase } from '@understudy/persistence';
import {
  createSimulators,
  type Defect,
  type HttpServer,
  type PlainAnswer,
  type PlainRequest,
  type Simulators,
  serveHttp,
} from '@understudy/server';
import { apiPagesOf } from './api-pages.js';
import { type ChosenApis, chooseApis, servedApis } from './apis/apis.js';
import { consoleFolder } from './console-folder.js';
import { Control } from './control/control.js';
import { ownToken, refuseOpenControlPlane, sendInProcess } from './control-access.js';
import { describeServer, type ServerDescription } from './describe-server.js';
import { evidenceOf } from './evidence-of.js';
import { isDatabase } from './is-database.js';
import { isReachable } from './is-reachable.js';
import { limitsOf } from './limits.js';
import { openComputing, refuseWrongCompute } from './open-computing.js';
import { type Data, openData } from './open-data.js';
import { readSeed, seedsOf } from './seeds.js';
import { refuseUnknownOptions, type StartOptions } from './start-options.js';
import { version } from './version.js';

/** Simulators that run. */
export interface RunningSimulators {
  /** Base URL of all APIs, without a slash at the end. */
  readonly url: string;
  readonly description: ServerDescription;
  /** Serves a request in process, whether or not a port is open. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /**
   * The same without the objects of the Fetch API, at a fraction of their cost: for callers of thousands of requests.
   *
   * @throws TypeError when the address is not absolute, a header cannot be sent, or a fault closes the connection
   */
  exchange(request: PlainRequest): Promise<PlainAnswer>;
  readonly control: Control;
  /** Defects of ours seen so far: answers that broke the contract, handlers that failed. Tests expect none. */
  readonly defects: readonly Defect[];
  /**
   * Serves another version of an API from now on, such as one whose description has changed; what is stored stays.
   *
   * @param overlays Overlays by API from now on; by default those that it began with
   * @throws RangeError when no API of its name is served
   * @throws ContractError when an Overlay does not fit
   */
  replace(api: Api, overlays?: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

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
  refuseUnknownOptions(options);
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
  if (options.tls !== undefined && isDatabase(options.data))
    throw new RangeError('tls cannot be used with a database as data: the servers call each other over HTTP');
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
    evidence: evidenceOf(apis.known, () => {
      // Where others serve sandboxes, too, a request finds its server over HTTP only.
      if (server !== undefined && simulators.isShared) return { url: server.listening, fetch };
      return { url: inProcessUrl, fetch: (request) => simulators.fetch(request) };
    }),
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
      maxActive: options.maxAwake ?? 100,
      idleTimeout: parseDuration(options.sleepAfter ?? 'PT1H'),
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
    // Anyone who waits for a port will ask for a job: its thread starts meanwhile. A module that fails is reported by
    // that job.
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
    exchange: simulators.exchange,
    control: new Control(url, sendInProcess(simulators, controlToken)),
    defects: simulators.defects,
    async replace(api, overlays) {
      const next = overlays === undefined ? served : { ...served, overlays };
      simulators.replace(withChanges(await api.simulator(), next));
      served = next;
    },
    async close() {
      // Where others take over, no one has to notice; alone, what is under way ends at once.
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

/**
 * What fixes chance, and what signs. What is public must sign nothing where others can send what they have signed
 * themselves; and as a sandbox may be made with a random seed of its own, the secret is part of its keys besides.
 */
async function chanceOf(options: StartOptions, data: Data | undefined) {
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

async function listen(
  simulators: Parameters<typeof serveHttp>[0],
  { port, host = '127.0.0.1', publicUrl, tls, allowedHosts = [], allowedOrigins = [], cors = 'any' }: StartOptions,
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
    ...(tls === undefined ? {} : { tls }),
  });
}
