import type { LiveRun, SandboxWork } from './worker-pool.js';

/** A piece of a job's work. */
export interface JobWork extends SandboxWork {
  readonly api: string;
  /** Name of the kind of job within its API. */
  readonly kind: string;
  /** Aborted when no one waits for it any more. */
  readonly abandoned: AbortSignal;
}

/** Computes jobs in threads of this process or in other workers, with equal results. */
export interface Computing {
  /** Resolves with the output. @throws Error when the work failed */
  run(work: JobWork): Promise<unknown>;
  /**
   * @param scale milliseconds of the sandbox's clock per millisecond; 0 for a manual clock
   * @param onProgress called in order, never after `output` is settled; can skip outputs on a running clock
   */
  runLive(work: JobWork, scale: number, onProgress: (output: unknown) => void): LiveRun;
}
