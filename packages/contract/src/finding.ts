/** How bad a finding is: an `error` fails a run, a `warning` is shown, an `info` is only counted. */
export type Severity = 'error' | 'warning' | 'info';

/** One disagreement between a contract and what was checked against it. */
export interface Finding {
  /** Stable name of the rule, with its group: `request/required-header`, `schema/enum`, `ledger/unknown-gap`. */
  ruleId: string;
  severity: Severity;
  /** A sentence that says what is wrong, where, and what is allowed. */
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
}
