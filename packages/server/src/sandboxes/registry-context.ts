import type { SandboxArchive } from '@understudy/kernel';
import type { SandboxContext, SandboxOwnership } from '@understudy/kernel/serving';
import type { ServerMetrics } from '../watch.js';
import type { LastingJournal } from './lasting-journal.js';

export interface RegistryContext extends SandboxContext {
  /** The archive. Undefined if the state is not stored outside the process. */
  readonly archive: SandboxArchive | undefined;
  /** Manages ownership. Undefined if no other process uses the archive. */
  readonly ownership: SandboxOwnership | undefined;
  /** Default start time of a manual clock. */
  readonly manualStart: string;
  readonly watch: ServerMetrics;
  readonly lastingJournal: LastingJournal | undefined;
}

export interface ActivationLimits {
  /** Maximum number of sandboxes, excluding the default one. */
  readonly most: number;
  /** Maximum number of active sandboxes. Busy sandboxes can exceed it. */
  readonly maxActive: number;
  /** Milliseconds without a request after which a sandbox is deactivated. */
  readonly idleTimeout: number;
}

/** Limits that prevent unbounded growth of a shared server. */
export interface SandboxLimits extends ActivationLimits {
  /** Milliseconds of real time without a request after which a sandbox is deleted. */
  readonly timeToLive: number;
}
