import type { Finding } from '@understudy/contract';

/** The result of checks before a run. */
export interface PreflightResult {
  /** Findings without duplicates. Errors fail the run. */
  findings: Finding[];
  /** Why the workflows of an API cannot be run. */
  apis: Record<string, string>;
  /** Why no webhook can be received. */
  inbox?: string;
}
