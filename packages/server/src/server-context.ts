import type { KernelContext } from '@understudy/kernel/serving';
import type { Evidence } from './control/api-evidence.js';
import type { ApiPages } from './control/api-pages.js';
import type { OpenStreams } from './control/open-streams.js';

/** One server: everything that the control plane needs besides what every request needs. */
export interface ServerContext extends KernelContext {
  /** Sources of the API pages; undefined if the server has none. */
  readonly apiPages: ApiPages | undefined;
  /** The ledger of each API; undefined if none is loaded. */
  readonly evidence: Evidence | undefined;
  /** Open event streams. */
  readonly streams: OpenStreams;
}
