/** An `error` fails a run, a `warning` is shown, an `info` is counted. */
export type FindingSeverity = 'error' | 'warning' | 'info';

/** A difference between a contract and checked data. */
export interface Finding {
  /** Stable name of the rule, with its group: `request/required-header`, `schema/enum`, `ledger/unknown-gap`. */
  ruleId: string;
  severity: FindingSeverity;
  /** A sentence for people: the error, its place, and allowed values. Programs read `about`. */
  message: string;
  /** JSON Pointer into the checked instance or document: `/body/parametersArray/0/horizon`. */
  pointer: string;
  expected?: unknown;
  /** The actual value, truncated. */
  actual?: unknown;
  file?: string;
  /** One-based line in `file`, where known. */
  line?: number;
  about?: FindingSubject;
}

export type FindingSubject =
  /** A response violates its description or the expectation of a scenario. */
  | ({ kind: 'contract' | 'expectation'; status?: number } & ResponsePart)
  /** A step needs an output that an earlier step did not provide. */
  | { kind: 'missing-output'; stepId: string; name: string }
  | { kind: 'failed-dependency'; workflowId: string }
  | WebhookSubject;

export type ResponsePart =
  /** `wanted`: the expected status. */
  | { part: 'status'; wanted?: number }
  /** In lower case. */
  | { part: 'header'; name: string }
  /** `pointer` has `*` for every item of a list. `path` is a JSONPath without a match. */
  | { part: 'body'; pointer: string; path?: string }
  /** Another value that a scenario reads. */
  | { part: 'value'; expression: string };

/** A webhook that an inbox was read for. */
export interface WebhookSubject {
  kind: 'webhook-late' | 'webhook-missing' | 'webhook-unexpected' | 'webhook-different';
  inbox: string;
  /** The last operation before it. */
  after?: string;
  /** The different place in the list of messages. */
  pointer?: string;
  /** The late message: its method and the start of its body. */
  delivery?: string;
  /** ISO 8601, UTC, by the clock of the sandbox. */
  expectedBy?: string;
  receivedAt?: string;
}
