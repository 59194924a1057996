import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { defaultStartInstant, omitUndefined, stringifyJson } from '@understudy/contract';
import {
  type ApiDefinition,
  isUnavailable,
  parseClockMode,
  parseDuration,
  parseProgression,
  WorkerPool,
} from '@understudy/kernel';
import { sleepRealTime } from '@understudy/kernel/serving';
import { SharedDatabase } from '@understudy/persistence';
import {
  createSimulators,
  type InternalError,
  isSnapshotFile,
  type RawRequest,
  type RawResponse,
  type Simulators,
  type SnapshotStart,
} from '@understudy/server';
import { createApiPages } from './api-pages.js';
import { builtInApis, chooseApis, listServedApis } from './apis/apis.js';
import { loadSimulators } from './apis/load-simulators.js';
import { Control } from './control/control.js';
import { generateOwnToken, isReachable, requireControlToken, sendInProcess } from './control-access.js';
import { CorrectedApis } from './corrected-apis.js';
import { describeServer, type ServerDescription } from './describe-server.js';
import { createEvidence } from './evidence.js';
import { isDatabaseUrl } from './is-database.js';
import { toMemoryLimits } from './limits.js';
import { type Listening, listen } from './listen.js';
import { loadModels } from './models.js';
import { checkComputeMode, openJobQueue, openStorage, type SandboxStorage } from './open-storage.js';
import { readRules } from './read-rules.js';
import { listNamedSeeds, readSeed } from './seeds.js';
import { checkOptionNames, type StartOptions } from './start-options.js';
import { understudyVersion } from './version.js';

export interface RunningSimulators {
  /** Base URL of all APIs, without a trailing slash. */
  readonly url: string;
  /** Base URL of the control plane and the console: {@link url}, except in front of a real server. */
  readonly controlUrl: string;
  readonly description: ServerDescription;
  /** Handles a request in process, with or without a port. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Like `fetch` without Fetch API objects, and much faster for thousands of requests.
   *
   * @throws TypeError for a relative URL, an invalid header, or a fault that closes the connection
   */
  exchange(request: RawRequest): Promise<RawResponse>;
  readonly control: Control;
  /** Returns a custom response to requests to the default sandbox; see {@link Control.answer}. */
  answer: Control['answer'];
  /** Returns the stored records of a collection; see {@link Control.collection}. */
  readonly collection: Control['collection'];
  /** Returns the records that changed since the start; see {@link Control.changes}. */
  readonly changes: Control['changes'];
  /** Defects found so far: responses that violate the contract, and failed handlers. Tests should expect none. */
  readonly defects: readonly InternalError[];
  /**
   * Replaces an API, for example after its description changed. Stored data is unchanged.
   *
   * @param corrections new Overlays or behavior models by API; by default the initial ones
   * @throws RangeError for an API that is not served
   * @throws ContractError if a correction does not apply
   */
  replace(api: ApiDefinition, corrections?: Pick<StartOptions, 'overlays' | 'model'>): Promise<void>;
  close(): Promise<void>;
}

/** Initial time of a manual clock. */
export const manualClockStart = defaultStartInstant;

/** Maximum milliseconds that a closing server waits for requests to its sandboxes, and for forwarded responses. */
const [longestDrain, longestAnswer] = [10_000, 1000];

/** Milliseconds until proxies notice that a server of a shared database is no longer ready. */
const proxyNoticeMs = 1500;

const noApis = { known: builtInApis, chosen: [] };

/**
 * Returns the selected APIs, by default all built-in ones. With an empty list, only the identity provider is served.
 */
function wantedApis({ apis = [...builtInApis.keys()] }: StartOptions): NonNullable<StartOptions['apis']> {
  return apis.length === 0 ? ['identity'] : apis;
}

const inProcessUrl = 'http://understudy.local';

/**
 * Starts simulators in this process. They listen on a port only if one is set. The same options and requests give the
 * same responses, byte for byte.
 *
 * @throws RangeError for an invalid option
 * @throws DataFolderError if the data folder is in use, not writable, or of a newer version
 * @throws ContractError when an Overlay or a behavior model does not apply to its description
 * @throws Error with code `EADDRINUSE` if the port is in use
 *
 * @example
 * const simulators = await startSimulators({ apis: ['inventory'] });
 * const response = await simulators.fetch(`${simulators.url}/io/health_check`);
 * await simulators.control.advance('PT59M');
 * await simulators.close();
 */
export async function startSimulators(options: StartOptions = {}): Promise<RunningSimulators> {
  checkOptionNames(options);
  const apis = options.upstream !== undefined && !options.apis?.length ? noApis : await chooseApis(wantedApis(options));
  const seeds = listNamedSeeds(apis.known);
  const mode = parseClockMode(options.clock ?? 'manual');
  const at = options.at ?? (mode.mode === 'manual' ? manualClockStart : undefined);
  if (at !== undefined && Number.isNaN(Date.parse(at))) throw new RangeError(`"${at}" is not an ISO 8601 instant`);
  const { progression = 'immediate' } = options;
  const seed = await readSeed(options.seed ?? 'empty', seeds, apis.chosen);
  parseProgression(progression);
  requireControlToken(options);
  checkComputeMode(options);
  const model = await loadModels(options.model, listServedApis(apis));
  const corrected = new CorrectedApis({ ...options, model }, (simulator) => simulators.replace(simulator));
  const loaded = (await loadSimulators(listServedApis(apis))).map((simulator) => corrected.add(simulator));
  if (options.tls !== undefined && isDatabaseUrl(options.data))
    throw new RangeError('tls cannot be used with a database as data: the servers call each other over HTTP');
  const data = await openStorage(options);
  const { randomSeed, secret } = await chanceOf(options, data);
  const controlToken = options.controlToken ?? generateOwnToken(options);
  const pool = options.pool ?? new WorkerPool();
  const computing = await openJobQueue(data, pool, options);
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
    ...omitUndefined({ rules: await readRules(options.faults) }),
    // Loaded on demand: the templates are large, and few servers need them.
    renderTemplate: async (input) => (await import('@understudy/imports/templates')).fillResponse(input),
    apiPages: createApiPages(apis.chosen),
    behavior: corrected,
    evidence: createEvidence(apis.known, () => {
      // With a shared database, requests reach other servers only over HTTP.
      if (server !== undefined && simulators.isShared) return { url: server.listening, fetch };
      return { url: inProcessUrl, fetch: (request) => simulators.fetch(request) };
    }),
    ...omitUndefined({ secret, archive: data?.archive, controlToken, computing }),
    ...omitUndefined({ onDefect: options.onDefect, onEvent: options.onEvent, redact: options.redact }),
    ...(data instanceof SharedDatabase ? { ownership: data } : {}),
    version: understudyVersion,
    manualStart: manualClockStart,
    allowedWebhookHosts: options.allowedWebhookHosts ?? [],
    memory: toMemoryLimits(options),
    sandboxLimits: {
      most: options.maxSandboxes ?? 500,
      timeToLive: parseDuration(options.sandboxTimeToLive ?? 'P1D'),
      maxActive: options.maxAwake ?? 100,
      idleTimeout: parseDuration(options.sleepAfter ?? 'PT1H'),
    },
    ...(options.keepJournal === undefined ? {} : { journalAge: parseDuration(options.keepJournal) }),
    controlTokens: options.controlTokens ?? [],
    pool,
  });
  simulators.ownOrigins.add(inProcessUrl);
  let server: Listening | undefined;
  async function close(patience = 0): Promise<void> {
    await server?.close(patience);
    await simulators.close();
    await computing?.close();
    if (options.pool === undefined) await pool.close();
    await data?.close();
  }
  try {
    const { settings = {} } = options;
    // Compiling the schema takes a tenth of the startup time, and most settings are empty.
    const saysNothing = stringifyJson(settings) === '{}';
    const findings = saysNothing ? [] : simulators.server.control.contract.validator('SettingsPatch')(settings);
    if (findings.length > 0) throw new RangeError(`settings: ${findings.map(({ message }) => message).join('; ')}`);
    await simulators.server.sandboxes.recover();
    server = await listen(
      simulators,
      options,
      data instanceof SharedDatabase ? await data.secret(newSecret) : undefined,
    );
    await data?.announce(options.announce ?? announcedBy(server, options));
    // Start the job thread early, because clients of a port will start jobs. A failing module is reported by its first
    // job.
    if (server !== undefined && options.pool === undefined) void warm(simulators).catch(() => undefined);
    // Seed the default sandbox now, to report an invalid seed at startup.
    await simulators.server.sandboxes.open('default').catch((error: unknown) => {
      // Another server of the database has done this, or will do it on first use.
      if (!isUnavailable(error)) throw error;
    });
  } catch (error) {
    await close();
    throw error;
  }
  const url = server?.url ?? inProcessUrl;
  const control = new Control(url, sendInProcess(simulators, controlToken));
  return {
    url,
    controlUrl: server?.controlUrl ?? url,
    description: describeServer(
      url,
      apis.chosen,
      omitUndefined({
        controlUrl: server?.controlUrl,
        controlToken: options.controlToken,
        listening: options.publicUrl === undefined ? undefined : server?.listening,
      }),
    ),
    fetch: simulators.fetch,
    exchange: simulators.exchange,
    control,
    answer: (match, answer) => control.answer(match, answer),
    collection: control.collection.bind(control),
    changes: control.changes.bind(control),
    defects: simulators.defects,
    replace: async (api, given) => simulators.replace(corrected.add(await api.simulator(), given)),
    async close() {
      // With a shared database, wait until other servers take over. Otherwise, pending requests are cut off.
      const notice = simulators.isShared ? sleepRealTime(proxyNoticeMs) : undefined;
      await simulators.server.sandboxes.drain(longestDrain);
      await notice;
      await close(simulators.isShared ? longestAnswer : 0);
    },
  };
}

/** Returns the URL that a server announces. A server bound to all addresses uses the machine's host name. */
function announcedBy(server: Listening | undefined, { host = '127.0.0.1' }: StartOptions): string {
  const { listening = inProcessUrl } = server ?? {};
  return host === '0.0.0.0' || host === '::' ? `http://${hostname()}:${new URL(listening).port}` : listening;
}

const newSecret = () => randomBytes(24).toString('base64url');

/**
 * Returns the random seed and the signing secret. On a reachable server, a publicly known seed must not sign tokens, so
 * sandboxes add the secret to their keys.
 */
async function chanceOf(options: StartOptions, data: SandboxStorage | undefined) {
  if (!isReachable(options)) return { randomSeed: options.randomSeed ?? 'understudy', secret: undefined };
  const draw = () => options.randomSeed ?? newSecret();
  const secret = data === undefined ? draw() : await data.secret(draw);
  return { randomSeed: options.randomSeed ?? secret, secret };
}

function startOf(file: unknown, { clock, at, progression }: StartOptions): SnapshotStart {
  return { file, clock: clock === undefined ? undefined : parseClockMode(clock), at, progression };
}

function warm({ server }: Simulators): Promise<void> {
  const kinds = [...server.simulators.values()].flatMap(({ jobs }) => Object.values(jobs));
  return server.pool.warm([...new Set(kinds.map(({ work }) => work.module))]);
}
