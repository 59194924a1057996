import type { Finding } from '@understudy/contract';
import type { ExitCode } from '../exit-codes.js';
import type { ShardOfRun } from '../shards/shard.js';
import type { Cause } from './cause.js';
import type { Exchange } from './exchange.js';

/** `flaky` failed first, and passed when it was run again. */
export type Outcome = 'passed' | 'flaky' | 'failed' | 'skipped';

/** A request that is about to be sent, secrets redacted. */
export interface PendingRequest {
  workflowId: string;
  stepId: string;
  file: string;
  line?: number;
  request: Exchange['request'];
}

/** One try of a step. */
export interface Attempt {
  passed: boolean;
  exchange?: Exchange;
  /** Criteria that did not hold, and what kept the request from being sent. */
  problems: Finding[];
}

export interface StepResult {
  /** Of the workflow the step stands in, which may be one that was called. */
  workflowId: string;
  stepId: string;
  file: string;
  line?: number;
  /** Failed when the last try failed or any response broke the contract. */
  outcome: 'passed' | 'failed';
  claims: string[];
  attempts: Attempt[];
  /** The last try's problems, then the disagreements of all responses with the contract, each once. */
  findings: Finding[];
}

export interface WorkflowResult {
  file: string;
  workflowId: string;
  summary?: string;
  /** The file's `x-api`. */
  api?: string;
  line?: number;
  /** Claims of the workflow itself. */
  claims: string[];
  outcome: Outcome;
  /** Why it was skipped, or failed before or beside its steps. */
  reason?: string;
  /** In the order they ran, steps of called workflows included. */
  steps: StepResult[];
  /** What does not belong to a step. */
  findings: Finding[];
  durationMilliseconds: number;
  /** Of one that was run again: its earlier results, the first try first. */
  earlier?: PreviousAttempt[];
  /** Of one that lacked something from an earlier step. */
  consequence?: Consequence;
  /** What was left behind on the target. */
  cleanupIncomplete?: string;
  /** On an environment that is not ours: what the workflow made there. */
  resources?: Resource[];
}

/** A try of a workflow that failed and was run again. */
export type PreviousAttempt = Pick<WorkflowResult, 'steps' | 'findings' | 'durationMilliseconds'>;

/** What kept a workflow from continuing. */
export interface Consequence {
  /** The step that could not get its input; empty when a workflow that it depends on failed. */
  stepId: string;
  /** What it lacks: `jobId of the step start`. */
  lacks: string;
  /** Fingerprints of the causes. */
  causes: string[];
}

/** Something a workflow made on an environment that is not ours. */
export interface Resource {
  /** The call that made it; secrets redacted. */
  method: string;
  url: string;
  api?: string;
  operationId?: string;
  stepId: string;
  /** The answer's status; missing when no answer came, and it may or may not be there. */
  status?: number;
  /** Its name, where the request tells it: one upload may store several things. */
  name?: string;
  /** The tenant it was made for. */
  tenantId?: string;
  /** `permanent`: the documents offer no call that takes it away, and nothing tries to. */
  state: 'cleaned' | 'left' | 'permanent';
  /** How it was taken away, or why it was not. */
  why: string;
}

/** Everything a run found. The JSON report is this, and `schemaVersion` changes when a field changes its meaning. */
export interface RunResult {
  schemaVersion: 3;
  target: string;
  /** What everything that this run makes on an environment is named by. */
  runId?: string;
  /** What the order was shuffled by; `null` is the order of the files. */
  seed: string | null;
  jobs: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMilliseconds: number;
  /** The APIs that workflows were selected of: what coverage is a share of. */
  apis: string[];
  /** Of the failed workflows, `consequences` lacked something from an earlier step or workflow. */
  totals: {
    workflows: number;
    passed: number;
    flaky: number;
    failed: number;
    skipped: number;
    consequences: number;
    steps: number;
  };
  /** What is wrong, each thing once. */
  causes: Cause[];
  workflows: WorkflowResult[];
  /** Only for a result that is part of a whole run. */
  shard?: ShardOfRun;
  /** Of the run as a whole: broken files, nothing selected. */
  findings: Finding[];
  /** What the messages of the whole run showed of the descriptions. */
  wire?: WireCoverage;
  /** True when it was cut short. */
  interrupted?: boolean;
  /** Why the target could not be reached. */
  unreachable?: string;
  exitCode: ExitCode;
}

/** What the messages of a run showed of the descriptions. */
export interface WireCoverage {
  operations: OperationCoverage[];
}

/** One operation of the description, called or not. */
export interface OperationCoverage {
  api: string;
  operationId: string;
  method: string;
  path: string;
  calls: number;
  /** Documented statuses, and those that were answered. */
  statuses: { status: string; documented: boolean; seen: number }[];
  parameters: { in: string; name: string; required: boolean; seen: number }[];
  /** Properties of JSON answers, by status; `*` in a pointer stands for every item of a list or map. */
  properties: PropertyCoverage[];
}

export interface PropertyCoverage {
  status: string;
  pointer: string;
  seen: number;
  /** The values of an enum. */
  values?: { value: unknown; seen: number }[];
  /** Gaps that it rests on. */
  gaps?: string[];
}

/** True when a list holds something that fails a run. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'error');
}
