import type {
  IncomingRequest,
  MemoryLimits,
  OutgoingResponse,
  RecordStore,
  SandboxArchive,
  SandboxSetup,
  SeedData,
  ServerEvent,
  Simulator,
  WorkerPool,
} from '@understudy/kernel';
import type { ForwardedRequest, JobComputer, SandboxOwnership, TemplateRenderer } from '@understudy/kernel/serving';
import type { EvidenceProvider } from './control/api-evidence.js';
import type { ApiPages } from './control/api-page.js';
import type { ControlToken } from './guard/control-guard.js';
import type { OwnerLocation } from './host/locate-owner.js';
import type { RawRequest, RawResponse } from './host/raw-exchange.js';
import type { ForwardedResult } from './host/report-forwarded.js';
import type { SnapshotStart } from './sandboxes/create-requested-setup.js';
import type { SandboxLimits } from './sandboxes/registry-context.js';
import type { BehaviorEditor, ServerContext } from './server-context.js';

/** A defect of our own code that occurred while serving. */
export interface InternalError {
  readonly what: string;
  readonly error: unknown;
}

export interface SimulatorsOptions {
  readonly simulators: readonly Simulator[];
  /** The default sandbox. Other sandboxes override parts of this setup. */
  readonly sandbox: SandboxSetup;
  /** Initial state of the sandboxes, instead of a seed. */
  readonly snapshot?: SnapshotStart;
  /** Seed data by name. `empty` always exists. */
  readonly seeds?: Readonly<Record<string, (count?: number) => Promise<SeedData>>>;
  readonly store?: RecordStore;
  /** Stores the sandboxes beyond the lifetime of these simulators. The caller closes it. */
  readonly archive?: SandboxArchive;
  /** Manages which sandboxes this process serves, if several processes share the archive. */
  readonly ownership?: SandboxOwnership;
  /** Worker threads shared with other simulators of the process. The caller closes the pool. */
  readonly pool?: WorkerPool;
  /** Computes jobs; the worker pool by default. The caller closes it. */
  readonly computing?: JobComputer;
  readonly version?: string;
  /** Secret from which all signing keys are derived. The same secret and seed yield the same tokens and links. */
  readonly secret?: string;
  /** A token with full access to the control plane. */
  readonly controlToken?: string;
  /** Additional tokens with restricted access. If there are no tokens at all, the control plane requires none. */
  readonly controlTokens?: readonly ControlToken[];
  /** Initial fault rules of each sandbox, in the control plane's format. */
  readonly rules?: readonly unknown[];
  /** Renders the templates of rules. */
  readonly renderTemplate?: TemplateRenderer;
  readonly apiPages?: ApiPages;
  readonly evidence?: EvidenceProvider;
  readonly behavior?: BehaviorEditor;
  readonly manualStart?: string;
  readonly allowedWebhookHosts?: readonly string[];
  readonly onDefect?: (defect: InternalError) => void;
  /** Called for every response, finished job and webhook attempt. */
  readonly onEvent?: (event: ServerEvent) => void;
  readonly sandboxLimits?: Partial<SandboxLimits>;
  /** Names of headers, parameters, members and fields whose values are secrets, in addition to the known ones. */
  readonly redact?: readonly string[];
  /** Milliseconds for which the archive stores journal entries. By default, they are only in memory. */
  readonly journalAge?: number;
  /** Limits that override `defaultMemoryLimits`. */
  readonly memory?: Partial<MemoryLimits>;
}

/** Simulators with a shared origin, served without a port. */
export interface Simulators {
  readonly server: ServerContext;
  /** Defects that have occurred so far. Tests expect none. */
  readonly defects: readonly InternalError[];
  /** Origins at which webhooks can reach this server's inboxes. A host adds its own. */
  readonly ownOrigins: Set<string>;
  /** Handles a request, synchronously if possible. */
  handle(request: IncomingRequest): OutgoingResponse | Promise<OutgoingResponse>;
  /** True if other servers serve sandboxes from the same archive. */
  readonly isShared: boolean;
  /**
   * Finds the server that owns a request's sandbox. @param options.isRemembered whether to accept the last known owner
   */
  locateOwner(
    request: Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'>,
    options?: { readonly isRemembered?: boolean },
  ): Promise<OwnerLocation>;
  /**
   * Replaces a simulator without changing its data.
   * @throws RangeError if the simulator is not served
   * @throws Error if an operation has no handler
   */
  replace(simulator: Simulator): void;
  /** Returns the maximum body size in bytes for a request to this URL. */
  mostBytes(request: Pick<IncomingRequest, 'method' | 'url' | 'origin'>): number;
  /** Records a request whose client disconnected while sending the body. */
  recordBrokenUpload(request: Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'>, received: number): void;
  /** Applies the fault rules to a request that another server handles. */
  beginForwarded(request: IncomingRequest): Promise<ForwardedRequest>;
  /** Counts a request that another server has handled, and notifies listeners. */
  reportForwarded(request: IncomingRequest, how: ForwardedResult): void;
  /** Handles a request in process. Links in the response use the request's origin. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Like `fetch`, but without the cost of `Request` and `Response` objects.
   * @throws TypeError for an invalid URL or header, or if a fault rule resets the connection
   */
  exchange(request: RawRequest): Promise<RawResponse>;
  close(): Promise<void>;
}
