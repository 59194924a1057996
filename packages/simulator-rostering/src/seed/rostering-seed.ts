/** The automatic rostering API's part of a seed. */
export interface RosteringSeed {
  /** Client that owns the jobs; `demo-client` when absent. */
  readonly clientId?: string;
  readonly jobs: readonly SeededJob[];
  /** `nextWeek`: all dates move by whole weeks, so that each roster begins within the seven days after the start. */
  readonly shiftTo?: 'nextWeek';
}

/** A job that has stopped, with its roster. */
export interface SeededJob {
  readonly jobId: string;
  readonly customerId: string;
  readonly userId: string;
  /** Seconds that the solver took. */
  readonly duration: number;
  /** As the body of Start job; its shifts must be sent. */
  readonly definition: {
    readonly employees: ReadonlyArray<{ readonly id: string }>;
    readonly shifts: ReadonlyArray<{ readonly id: string }>;
  };
  /** Shift ids by employee, one for each day of the horizon, null for a free day. */
  readonly roster: Readonly<Record<string, ReadonlyArray<string | null>>>;
  readonly score: { readonly hard: number; readonly soft: number };
}
