/** An error with the number of requests that show it. */
export interface FuzzFinding {
  /** The property and resource of a sequence, or the operation of a request; `replay` repeats it. */
  readonly id: string;
  /** Operation, status and error of the requests. */
  readonly cause: string;
  readonly operationId: string;
  readonly wrong: readonly string[];
  /** Requests that have shown it. */
  readonly count: number;
  /** The smallest request that still shows it. */
  readonly curl: string;
  readonly status: number | undefined;
  readonly answer: unknown;
  /** The shortest sequence as an Arazzo document, if one request alone does not show it. */
  readonly scenario?: object;
}
