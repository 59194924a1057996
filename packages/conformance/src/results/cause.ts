import type { FindingSubject, WebhookSubject } from '@understudy/contract';
import type { RedactedExchange } from './exchange.js';

/** An occurrence of a cause in a run. */
export interface CauseOccurrence {
  /** File of the workflow or step. Empty if the cause concerns the whole run. */
  file: string;
  workflowId: string;
  /** The called workflow that contains the step. */
  stepOf?: string;
  stepId: string;
  line?: number;
  message: string;
}

/** An error of a run with all its occurrences. */
export interface Cause {
  /** 20 hexadecimal digits, the same in every run and on every target. */
  fingerprint: string;
  title: string;
  /**
   * `contract`: a response violates the description. `expectation`: a response differs from what a scenario expects.
   * `environment`: the target could not respond. `run`: an error in a scenario, an input or the run. The others are
   * about webhooks.
   */
  kind: 'contract' | 'expectation' | 'environment' | 'run' | WebhookSubject['kind'];
  /** Subject of the findings. Expected and actual values come from the first occurrence. */
  about?: FindingSubject;
  severity: 'error' | 'warning' | 'info';
  ruleId: string;
  /** JSON Pointer into the message, with `*` for list items. */
  pointer: string;
  api?: string;
  operationId?: string;
  /** All affected operations, if there are several. */
  operations?: string[];
  /** Status of the first occurrence. */
  status?: number;
  expected?: unknown;
  actual?: unknown;
  /** Location of the violated description or scenario. */
  place?: { file: string; line?: number };
  /** Claims and gaps in the ledger related to the cause, the most likely first. */
  claims: string[];
  gaps: string[];
  /** The first exchange. */
  exchange?: RedactedExchange;
  occurrences: CauseOccurrence[];
}

export function listAffectedWorkflows({ occurrences }: Pick<Cause, 'occurrences'>): string[] {
  return [...new Set(occurrences.map(({ workflowId }) => workflowId))].filter((name) => name !== '');
}

/** Describes the occurrences, such as `12 times in 5 workflows: a, b, c and 2 more`. */
export function describeOccurrences(cause: Pick<Cause, 'occurrences'>): string {
  const times = cause.occurrences.length === 1 ? 'once' : `${cause.occurrences.length} times`;
  const workflows = listAffectedWorkflows(cause);
  if (workflows.length === 0) return times;
  const shown = workflows.slice(0, 3).join(', ');
  const more = workflows.length > 3 ? ` and ${workflows.length - 3} more` : '';
  return `${times} in ${workflows.length === 1 ? '' : `${workflows.length} workflows: `}${shown}${more}`;
}
