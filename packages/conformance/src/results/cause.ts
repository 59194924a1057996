import type { FindingSubject, WebhookSubject } from '@understudy/contract';
import type { Exchange } from './exchange.js';

/** Where something went wrong in a run. */
export interface Occurrence {
  /** Of the workflow or step; empty for what belongs to the run as a whole. */
  file: string;
  /** The workflow that was run. */
  workflowId: string;
  /** Of the workflow that the step stands in, which may be one that was called. */
  stepOf?: string;
  stepId: string;
  line?: number;
  message: string;
}

/** One thing that is wrong, wherever it was met: a run lists its findings by these. */
export interface Cause {
  /** The same in every run and on every target where the same thing is wrong: 20 hexadecimal digits. */
  fingerprint: string;
  /** What is wrong, in one sentence. */
  title: string;
  /**
   * `contract`: an answer breaks the description; `expectation`: it is not what a scenario expects; `environment`: the target
   * could not, or would not, answer; `run`: a scenario, an input or the run itself is not in order; the rest are webhooks.
   */
  kind: 'contract' | 'expectation' | 'environment' | 'run' | WebhookSubject['kind'];
  /** What it is about; expected and actual values are those of the first answer in which it was met. */
  about?: FindingSubject;
  severity: 'error' | 'warning' | 'info';
  ruleId: string;
  /** JSON Pointer into the message; `*` stands for every item of a list. */
  pointer: string;
  api?: string;
  operationId?: string;
  /** All operations, when it was met at several. */
  operations?: string[];
  /** Of the first answer in which it was met. */
  status?: number;
  expected?: unknown;
  actual?: unknown;
  /** Line of the description, or else of the scenario, that is not kept. */
  place?: { file: string; line?: number };
  /** The ledger's claims and gaps that it is about, the likeliest first. */
  claims: string[];
  gaps: string[];
  /** The first exchange in which it was met. */
  exchange?: Exchange;
  occurrences: Occurrence[];
}

/** The workflows in which a cause was met, each once. */
export function workflowsOf({ occurrences }: Pick<Cause, 'occurrences'>): string[] {
  return [...new Set(occurrences.map(({ workflowId }) => workflowId))].filter((name) => name !== '');
}

/** How often a cause was met, and where: `12 times in 5 workflows: a, b, c and 2 more`. */
export function describeOccurrences(cause: Pick<Cause, 'occurrences'>, mostNames = 3): string {
  const times = cause.occurrences.length === 1 ? 'once' : `${cause.occurrences.length} times`;
  const workflows = workflowsOf(cause);
  if (workflows.length === 0) return times;
  const shown = workflows.slice(0, mostNames).join(', ');
  const more = workflows.length > mostNames ? ` and ${workflows.length - mostNames} more` : '';
  return `${times} in ${workflows.length === 1 ? '' : `${workflows.length} workflows: `}${shown}${more}`;
}
