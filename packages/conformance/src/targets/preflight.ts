import type { Finding } from '@understudy/contract';

/** The result of the checks before a run. */
export interface PreflightResult {
  /** Findings without duplicates. Errors fail the run. */
  findings: Finding[];
  /** Reasons why an API's workflows cannot run, by API. */
  apis: Record<string, string>;
  /** The reason why no webhook can be received. */
  inbox?: string;
}
