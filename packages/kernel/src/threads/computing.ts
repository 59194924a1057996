import type { LiveRun, SandboxWork } from './worker-pool.js';

/** A piece of a job's work. */
export interface JobWork extends SandboxWork {
  readonly api: string;
  /** Name of the kind of job within its API. */
  readonly kind: string;
  /** Aborted when no one waits for it any more. */
  readonly abandoned: AbortSignal;
}

/**
 * Where the work of jobs is computed: in threads of this process, or by workers elsewhere. The same input gives the same
 * output in either place.
 */
export interface Computing {
  /** Resolves with the output. @throws Error when the work failed */
  run(work: JobWork): Promise<unknown>;
  /**
   * @param scale milliseconds of the sandbox's clock in a millisecond; 0 for a clock that stands still
   * @param onProgress called with the outputs that the work reports, in order, never after `output` is settled; on a
   * running clock an output may be left out when a better one follows
   */
  runLive(work: JobWork, scale: number, onProgress: (output: unknown) => void): LiveRun;
}
