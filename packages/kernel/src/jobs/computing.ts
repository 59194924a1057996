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
   * @param onTold hears the outputs that the work tells, in order, before `output` is settled or not at all; on a running
   *   clock one that a better one has overtaken may be left out
   */
  runLive(work: JobWork, scale: number, onTold: (output: unknown) => void): LiveRun;
}
