/** The severity of a finding. An `error` fails a run, a `warning` is shown, and an `info` is counted. */
export type FindingSeverity = 'error' | 'warning' | 'info';

export interface Finding {
  /** Stable name of the rule, with its group: `request/required-header`, `schema/enum`, `ledger/unknown-gap`. */
  ruleId: string;
  severity: FindingSeverity;
  /** A sentence for people: the error, its location and the allowed values. Programs should read `about`. */
  message: string;
  /** JSON Pointer into the checked instance or document: `/body/parametersArray/0/horizon`. */
  pointer: string;
  expected?: unknown;
  /** The actual value, truncated. */
  actual?: unknown;
  file?: string;
  /** One-based line in `file`, if known. */
  line?: number;
  about?: FindingSubject;
}

export function createErrorFinding(
  ruleId: string,
  message: string,
  pointer: string,
  details: Partial<Finding> = {},
): Finding {
  return { ruleId, severity: 'error', message, pointer, ...details };
}

export type FindingSubject =
  /** A response violates its description or the expectation of a scenario. */
  | ({ kind: 'contract' | 'expectation'; status?: number } & ResponsePart)
  /** A step needs an output that an earlier step did not provide. */
  | { kind: 'missing-output'; stepId: string; name: string }
  | { kind: 'failed-dependency'; workflowId: string }
  | WebhookSubject;

export type ResponsePart =
  /** `wanted` is the expected status. */
  | { part: 'status'; wanted?: number }
  /** Name in lower case. */
  | { part: 'header'; name: string }
  /** In `pointer`, `*` stands for any item of a list. `path` is a JSONPath without a match. */
  | { part: 'body'; pointer: string; path?: string }
  /** Another value that a scenario reads. */
  | { part: 'value'; expression: string };

/** A webhook that was expected in an inbox. */
export interface WebhookSubject {
  kind: 'webhook-late' | 'webhook-missing' | 'webhook-unexpected' | 'webhook-different';
  inbox: string;
  /** The last operation before the webhook. */
  after?: string;
  /** Pointer to the difference in the list of messages. */
  pointer?: string;
  /** The message that was late: its method and the start of its body. */
  delivery?: string;
  /** ISO 8601 deadline in UTC, on the sandbox's clock. */
  expectedBy?: string;
  receivedAt?: string;
}

/**
 * A file that cannot be loaded, or an unusable document: a missing file, invalid YAML, a broken `$ref`, an overlay
 * action without a match. The message has file, line and pointer, if known, and what to do.
 */
export class ContractError extends Error {
  readonly findings: Finding[];

  constructor(findings: Finding[]) {
    super(findings.map(describeFinding).join('\n'));
    this.name = 'ContractError';
    this.findings = findings;
  }
}

function describeFinding({ file, line, message }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return file === undefined ? message : `${place}: ${message}`;
}

/** Creates the error of an unreadable file. `rule` is the last part of its rule id. */
export function createFileError(file: string, rule: string, message: string, line?: number): ContractError {
  const place = line === undefined ? { file } : { file, line };
  return new ContractError([createErrorFinding(`file/${rule}`, message, '', place)]);
}
