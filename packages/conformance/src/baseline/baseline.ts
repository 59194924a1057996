import { toRelativePath } from '../reports/relative-path.js';
import type { Cause } from '../results/cause.js';

/** A temporarily accepted cause. */
export interface BaselineEntry {
  /** The fingerprint of the cause, as shown in reports. */
  id: string;
  rule: string;
  /** The first occurrence: `<file> <workflowId> <step>`. */
  where: string;
  message: string;
  /** The person who fixes it. */
  owner: string;
  /** The last day on which it is accepted, as `YYYY-MM-DD`. */
  expires: string;
  /** Why it is accepted. */
  reason?: string;
}

export interface Baseline {
  version: 2;
  findings: BaselineEntry[];
}

export function listCauseLocations({ occurrences, place }: Cause, root: string): string[] {
  const places = occurrences.map(({ file, workflowId, stepOf, stepId }) =>
    [
      file === '' ? (place === undefined ? '' : toRelativePath(place.file, root)) : toRelativePath(file, root),
      workflowId,
      stepId === '' ? '' : `${stepOf ?? workflowId}.${stepId}`,
    ]
      .join(' ')
      .trim(),
  );
  return [...new Set(places)].sort();
}
