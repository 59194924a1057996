import { didYouMean } from '@understudy/contract';
import type { Api, ControlToken, SeedData, ServerEvent, Simulator, WorkerPool } from '@understudy/kernel';
import type { ComputeMode, Durability } from '@understudy/persistence';
import type { CorsPolicy, Defect } from '@understudy/server';
import type { ActionsOfApis, OtherText } from './apis/api-packages.js';
import type { SettingsPatch } from './control/control.js';
import type { LimitOptions } from './limits.js';

/** What to start and how it behaves. */
export interface StartOptions extends LimitOptions {
  /**
   * API names such as `inventory`, OpenAPI descriptions such as `./petstore.yaml`, packages or folders of other APIs, or
   * APIs themselves; all that come along when absent.
   * The identity provider is always served.
   */
  readonly apis?: ReadonlyArray<Exclude<keyof ActionsOfApis, 'identity'> | OtherText | Api>;
  /** Port to listen on, 0 for a free one; without it nothing listens and `fetch` serves in process. */
  readonly port?: number;
  /** Default `127.0.0.1`. Where {@link isReachable others can reach the server}, its control plane needs `controlToken`. */
  readonly host?: string;
  /** `manual` (default), `real`, or `scaled:<factor>`. */
  readonly clock?: 'manual' | 'real' | `scaled:${number}` | OtherText;
  /** initial clock time, ISO 8601; a manual clock's default is 2026-01-15T09:00:00.000Z. */
  readonly at?: string;
  /** `immediate` (default), `after:<duration>`, `polls:<n>`, `manual` or `documented`. */
  readonly progression?: 'immediate' | 'manual' | 'documented' | `after:${string}` | `polls:${number}` | OtherText;
  /** What differs from the usual settings, in the form that the control plane shows them in. */
  readonly settings?: SettingsPatch;
  /**
   * `empty` (default), `demo`, the path of a seed file or of a snapshot file, or what such a file holds. Clock,
   * progression and chance of a snapshot continue where nothing else is asked for.
   */
  readonly seed?: 'empty' | 'demo' | OtherText | SeedData;
  /** Fixes every id, signature and number drawn. Default `understudy`; drawn where others can reach the server. */
  readonly randomSeed?: string;
  /** Address that links in answers carry instead of the one by which a request came. */
  readonly publicUrl?: string;
  /** Key and certificate in PEM, to serve HTTPS instead of HTTP. Not with a database that servers share. */
  readonly tls?: { readonly key: string; readonly cert: string };
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
   * Folder that keeps the sandboxes beyond the end of the process; made when it is not there. Without one, state ends
   * with {@link RunningSimulators.close}. What is in it continues as it was: the options for a new sandbox do not
   * change it. `postgres://...` is a database that several servers may share: each sandbox is served by one of them,
   * and any of them takes any request.
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
  /** Called with every defect of ours as it happens. */
  readonly onDefect?: (defect: Defect) => void;
  /** Called with what the person who runs the server should know, such as that workers are missed. */
  readonly onNotice?: (notice: string) => void;
  /**
   * Called with every answered request, job that ends and attempt at a webhook, without their secrets; it must not
   * throw.
   */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** Every option, so that a typing error is reported rather than ignored. */
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
  tls: true,
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
  maxMemoryBytes: true,
  maxStreams: true,
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

/** @throws RangeError when an option is none, with the nearest one that is */
export function refuseUnknownOptions(given: StartOptions): void {
  const known = Object.keys(optionNames);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new RangeError(`"${name}" is no option of startSimulators.${didYouMean(name, known)}`);
  }
}
