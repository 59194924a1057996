import { suggestName } from '@understudy/contract';
import type { ApiDefinition, SeedData, ServerEvent, Simulator, WorkerPool } from '@understudy/kernel';
import type { CommitDurability, ComputeMode } from '@understudy/persistence';
import type { ControlToken, CorsPolicy, InternalError, UpstreamOptions } from '@understudy/server';
import type { AnyOtherText, RecordsByApi } from './apis/api-packages.js';
import type { SettingsPatch } from './control/control.js';
import type { LimitOptions } from './limits.js';
import { limitNames } from './limits.js';

/** Options of {@link startSimulators}. */
export interface StartOptions extends LimitOptions {
  /**
   * API names such as `inventory`, OpenAPI descriptions such as `./petstore.yaml`, packages or folders of other APIs,
   * or API objects. Default: all built-in APIs. The identity provider is always served.
   */
  readonly apis?: ReadonlyArray<keyof RecordsByApi | AnyOtherText | ApiDefinition>;
  /** Port to listen on, or 0 for a free port. Without a port, only `fetch` works, in process. */
  readonly port?: number;
  /** Default `127.0.0.1`. If {@link isReachable other machines can reach the server}, set `controlToken`. */
  readonly host?: string;
  /** `manual` (default), `real`, or `scaled:<factor>`. */
  readonly clock?: 'manual' | 'real' | `scaled:${number}` | AnyOtherText;
  /** Initial clock time, ISO 8601. Default for a manual clock: 2026-01-15T09:00:00.000Z. */
  readonly at?: string;
  /** `immediate` (default), `after:<duration>`, `polls:<n>`, `manual` or `documented`. */
  readonly progression?: 'immediate' | 'manual' | 'documented' | `after:${string}` | `polls:${number}` | AnyOtherText;
  /** Initial settings, in the format of the control plane. */
  readonly settings?: SettingsPatch;
  /**
   * `empty` (default), `demo`, the path or content of a seed file or snapshot file. The clock, progression and random
   * state of a snapshot continue unless other options override them.
   */
  readonly seed?: 'empty' | 'demo' | AnyOtherText | SeedData;
  /**
   * Makes ids, signatures and random numbers reproducible. Default `understudy`; random if other machines can reach the
   * server.
   */
  readonly randomSeed?: string;
  /** Base URL for links in responses. Default: the URL of the request. */
  readonly publicUrl?: string;
  /** Key and certificate in PEM format, to serve HTTPS instead of HTTP. Cannot be combined with a shared database. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly controlToken?: string;
  /**
   * Restricted control tokens: `read` allows no changes, and `own sandboxes` allows access only to the token's own
   * sandboxes. With such tokens, the control plane also requires a token on this machine.
   */
  readonly controlTokens?: readonly ControlToken[];
  /** Host names allowed to call the control plane, in addition to loopback and the host of `publicUrl`. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages allowed to call the control plane, such as `http://localhost:5173`. */
  readonly allowedOrigins?: readonly string[];
  /** Origins whose pages can read responses of the simulated APIs: `any` (default), `off`, or a list. */
  readonly cors?: CorsPolicy;
  readonly allowedWebhookHosts?: readonly string[];
  /** Maximum number of sandboxes, not counting the default one. Default 500. */
  readonly maxSandboxes?: number;
  /** Real time without requests after which a sandbox is deleted, as an ISO 8601 duration. Default `P1D`. */
  readonly sandboxTimeToLive?: string;
  /**
   * Folder for storing the sandboxes, created if needed. Without it, {@link RunningSimulators.close} deletes the state.
   * Stored sandboxes continue with their own clock and settings. Several servers can share a database,
   * `postgres://...`: each sandbox is active on one server, and every server accepts requests for it.
   */
  readonly data?: string;
  /**
   * With a shared database: URL of this server for the other servers, such as `http://10.0.0.7:4010`. Default: the
   * bound address, or the host name of the machine.
   */
  readonly announce?: string;
  /** With `data`: completed requests survive a crash of the process (`normal`, default) or of the machine (`full`). */
  readonly durability?: CommitDurability;
  /** With `data`: maximum number of active sandboxes. Idle ones above it are deactivated. Default 100. */
  readonly maxAwake?: number;
  /**
   * With `data`: real time without requests after which a sandbox is deactivated, as an ISO 8601 duration. Default
   * `PT1H`.
   */
  readonly sleepAfter?: string;
  /**
   * With `data`: how long to store journal entries, as an ISO 8601 duration. If not set, entries are stored only in
   * memory and are lost when the process exits.
   */
  readonly keepJournal?: string;
  /**
   * With a shared database: where jobs run. `auto` (default) uses workers (`understudy start --worker`) if available, `here` uses
   * this server, and `elsewhere` uses only workers.
   */
  readonly compute?: ComputeMode;
  /** OpenAPI Overlays by API, applied to the served descriptions. */
  readonly overlays?: Readonly<Record<string, unknown>>;
  /** Changed lines of the behavior models of APIs from descriptions, by API: a file, or its content. */
  readonly model?: Readonly<Record<string, unknown>>;
  /** Initial fault rules of each sandbox: a file such as `rules.json` of an import, or a list of rules. */
  readonly faults?: string | readonly unknown[];
  /**
   * With a port: a real server that handles all requests, except those that `simulates` selects. Without `apis`, no API
   * is simulated.
   */
  readonly upstream?: UpstreamOptions;
  /** With `upstream`: the port of the control plane and the console. Default: a free port. */
  readonly controlPort?: number;
  /** Names of headers, parameters, members and fields whose values are secrets, in addition to the known ones. */
  readonly redact?: readonly string[];
  /** Replaces each simulator before it is served, to inject faults. */
  readonly change?: (simulator: Simulator) => Simulator;
  /** Threads shared with other simulators of this process. The caller closes them. */
  readonly pool?: WorkerPool;
  /** Called for every defect of the simulators. */
  readonly onDefect?: (defect: InternalError) => void;
  /** Called with notices for the operator, such as missing workers. */
  readonly onNotice?: (notice: string) => void;
  /** Called for every completed request, finished job and webhook attempt, without secrets. It must not throw. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** All option names, for reporting misspelled options. */
const optionNames: Readonly<Record<Exclude<keyof StartOptions, keyof LimitOptions>, true>> = {
  apis: true,
  port: true,
  upstream: true,
  controlPort: true,
  host: true,
  clock: true,
  at: true,
  progression: true,
  settings: true,
  seed: true,
  randomSeed: true,
  publicUrl: true,
  tls: true,
  controlToken: true,
  controlTokens: true,
  allowedHosts: true,
  allowedOrigins: true,
  cors: true,
  allowedWebhookHosts: true,
  maxSandboxes: true,
  sandboxTimeToLive: true,
  data: true,
  announce: true,
  durability: true,
  maxAwake: true,
  sleepAfter: true,
  keepJournal: true,
  compute: true,
  overlays: true,
  model: true,
  faults: true,
  redact: true,
  change: true,
  pool: true,
  onDefect: true,
  onNotice: true,
  onEvent: true,
};

/** Checks the names of options. @throws RangeError for an unknown option, with a suggestion */
export function checkOptionNames(given: StartOptions): void {
  const known = [...Object.keys(optionNames), ...limitNames];
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new RangeError(`"${name}" is not an option of startSimulators.${suggestName(name, known)}`);
  }
}
