/** The automatic rostering API's part of a seed. */
export interface RosteringSeed {
  /** Client that owns the jobs, default `demo-client`. */
  readonly clientId?: string;
  readonly jobs: readonly SeededJob[];
  /** `nextWeek`: moves all dates by whole weeks, so that each roster starts within seven days after the start. */
  readonly shiftTo?: 'nextWeek';
}

export interface SeededJob {
  readonly jobId: string;
  readonly customerId: string;
  readonly userId: string;
  /** Seconds of solving. */
  readonly duration: number;
  /** The body of Start job. Its shifts are required. */
  readonly definition: {
    readonly employees: ReadonlyArray<{ readonly id: string }>;
    readonly shifts: ReadonlyArray<{ readonly id: string }>;
  };
  /** Shift ids by employee, one for each day of the horizon, null for a free day. */
  readonly roster: Readonly<Record<string, ReadonlyArray<string | null>>>;
  readonly score: { readonly hard: number; readonly soft: number };
}
