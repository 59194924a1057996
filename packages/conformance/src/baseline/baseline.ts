/** A finding that somebody has accepted for a while. */
export interface BaselineEntry {
  /** Fingerprint of the finding, as the reports show it. */
  id: string;
  rule: string;
  /** Where it is met: `<file> <workflowId> <stepId>`. */
  where: string;
  message: string;
  /** Who sees to it that it goes away. */
  owner: string;
  /** The last day, `YYYY-MM-DD`, on which it is accepted. */
  expires: string;
  /** Why it is accepted. */
  reason?: string;
}

export interface Baseline {
  version: 1;
  findings: BaselineEntry[];
}

/** Where a finding is met, as an entry writes it. */
export function placeOf({ file, workflow, step }: PlacedFinding): string {
  return [file ?? '', workflow?.workflowId ?? '', step === undefined ? '' : `${step.workflowId}.${step.stepId}`]
    .join(' ')
    .trim();
}

/** As much of a finding of a run as a baseline needs. */
export interface PlacedFinding {
  file?: string;
  workflow?: { workflowId: string };
  step?: { workflowId: string; stepId: string };
}
