/** One rule's findings about one file, without file and line. */
export interface LintProblem {
  rule: string;
  message: string;
  pointer: string;
  severity?: 'error' | 'warning';
  expected?: unknown;
  actual?: unknown;
}
