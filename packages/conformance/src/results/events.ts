import type { Finding } from '@understudy/contract';
import type { CreatedResource, RunResult, StepAttempt, WorkflowResult } from './result.js';

interface WorkflowName {
  file: string;
  workflowId: string;
}

/** The events of a run for all reports. Events of parallel workflows interleave. */
export type RunEvent =
  | { type: 'run-started'; target: string; seed: string | null; jobs: number; workflows: number; startedAt: string }
  | { type: 'workflow-started'; workflow: WorkflowName }
  | { type: 'step-attempted'; workflow: WorkflowName; stepId: string; number: number; attempt: StepAttempt }
  | { type: 'finding'; workflow?: WorkflowName; stepId?: string; finding: Finding }
  | { type: 'cleanup'; workflow: WorkflowName; resource: CreatedResource }
  | { type: 'workflow-finished'; workflow: WorkflowName; result: WorkflowResult }
  | { type: 'run-finished'; result: RunResult };

/** Receives events as they happen. */
export type RunListener = (event: RunEvent) => void;
