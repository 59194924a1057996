import type { SandboxArchive } from '@understudy/kernel';
import type { SandboxContext, SandboxOwnership } from '@understudy/kernel/serving';
import type { ServerMetrics } from '../watch/watch.js';

export interface RegistryContext extends SandboxContext {
  /** Undefined if state ends with the process. */
  readonly archive: SandboxArchive | undefined;
  /** Undefined if no other process uses the archive. */
  readonly ownership: SandboxOwnership | undefined;
  /** Default instant of a manual clock. */
  readonly manualStart: string;
  readonly watch: ServerMetrics;
}
