import type { Archive } from '@understudy/kernel';
import type { Ownership, SandboxContext } from '@understudy/kernel/serving';
import type { Watch } from '../watch/watch.js';

export interface RegistryContext extends SandboxContext {
  /** Undefined if state ends with the process. */
  readonly archive: Archive | undefined;
  /** Undefined if no other process uses the archive. */
  readonly ownership: Ownership | undefined;
  /** Default instant of a manual clock. */
  readonly manualStart: string;
  readonly watch: Watch;
}
