/** How bad a finding is: an `error` fails a run, a `warning` is shown, an `info` is only counted. */
export type Severity = 'error' | 'warning' | 'info';

/** One disagreement between a contract and what was checked against it. */
export interface Finding {
  /** Stable name of the rule, with its group: `request/required-header`, `schema/enum`, `ledger/unknown-gap`. */
  ruleId: string;
  severity: Severity;
  /** A sentence that says what is wrong, where, and what is allowed. For people: programs read `about`. */
  message: string;
  /** JSON Pointer into the checked instance or document: `/body/parametersArray/0/horizon`. */
  pointer: string;
  expected?: unknown;
  /** What was found instead, cut to a sane length. */
  actual?: unknown;
  /** The file a document finding comes from, where known. */
  file?: string;
  /** One-based line in `file`, where known. */
  line?: number;
  /** What a finding of a run is about. */
  about?: FindingSubject;
}

/** What a finding of a run is about, by its kind. */
export type FindingSubject =
  /** A response breaks its description, or is not what a scenario expects. */
  | ({ kind: 'contract' | 'expectation'; status?: number } & ResponsePart)
  /** A step needs an output that an earlier step did not provide. */
  | { kind: 'missing-output'; stepId: string; name: string }
  | { kind: 'failed-dependency'; workflowId: string }
  | WebhookSubject;

/** A part of a response. */
export type ResponsePart =
  /** `wanted`: what a scenario expects. */
  | { part: 'status'; wanted?: number }
  /** In lower case. */
  | { part: 'header'; name: string }
  /** `pointer` has `*` for every item of a list; `path` is the JSONPath that finds nothing there. */
  | { part: 'body'; pointer: string; path?: string }
  /** Another value that a scenario reads. */
  | { part: 'value'; expression: string };

/** A webhook that an inbox was read for. */
export interface WebhookSubject {
  kind: 'webhook-late' | 'webhook-missing' | 'webhook-unexpected' | 'webhook-different';
  inbox: string;
  /** The operation that was called last before. */
  after?: string;
  /** What is different, in the list of messages. */
  pointer?: string;
  /** What came late: its method and the beginning of its body. */
  delivery?: string;
  /** ISO 8601, UTC, by the clock of the sandbox. */
  expectedBy?: string;
  receivedAt?: string;
}
