import type { Finding } from '@understudy/contract';

/** What was found out about an environment before anything is run on it. */
export interface Preflight {
  /** What is wrong, each thing once; errors fail the run. */
  findings: Finding[];
  /** Why the workflows of an API cannot be run. */
  apis: Record<string, string>;
  /** Why no webhook can be received. */
  inbox?: string;
}
