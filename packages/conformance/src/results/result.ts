import type { Finding } from '@understudy/contract';
import type { ExitCode } from '../exit-codes.js';
import type { ShardOfRun } from '../shards/shard.js';
import type { Cause } from './cause.js';
import type { RedactedExchange } from './exchange.js';

/** `flaky` failed first, and passed when it was run again. */
type Outcome = 'passed' | 'flaky' | 'failed' | 'skipped';

/** A redacted request before it is sent. */
export interface PendingRequest {
  workflowId: string;
  stepId: string;
  file: string;
  line?: number;
  request: RedactedExchange['request'];
}

/** One try of a step. */
export interface StepAttempt {
  passed: boolean;
  exchange?: RedactedExchange;
  /** Failed criteria, and errors that prevented the request. */
  problems: Finding[];
}

export interface StepResult {
  /** Of the workflow that contains the step. */
  workflowId: string;
  stepId: string;
  file: string;
  line?: number;
  /** Failed when the last try failed or any response broke the contract. */
  outcome: 'passed' | 'failed';
  claims: string[];
  attempts: StepAttempt[];
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
  /** The reason why it was skipped or failed outside its steps. */
  reason?: string;
  /** In the order they ran, steps of called workflows included. */
  steps: StepResult[];
  /** Findings outside the steps. */
  findings: Finding[];
  durationMilliseconds: number;
  /** Earlier attempts of a retried workflow. */
  earlier?: PreviousAttempt[];
  /** Set if it lacked a value of an earlier step. */
  consequence?: Consequence;
  /** Resources that remain on the target. */
  cleanupIncomplete?: string;
  /** Resources on a foreign environment. */
  resources?: CreatedResource[];
}

/** A try of a workflow that failed and was run again. */
export type PreviousAttempt = Pick<WorkflowResult, 'steps' | 'findings' | 'durationMilliseconds'>;

/** The reason why a workflow could not continue. */
interface Consequence {
  /** The step without its input. Empty after a failed dependency. */
  stepId: string;
  /** The missing value, such as `jobId of the step start`. */
  lacks: string;
  /** Fingerprints of the causes. */
  causes: string[];
}

/** A resource that a workflow created on a foreign environment. */
export interface CreatedResource {
  /** The redacted call that created it. */
  method: string;
  url: string;
  api?: string;
  operationId?: string;
  stepId: string;
  /** Absent without a response. The resource can exist. */
  status?: number;
  /** An upload can store several resources. */
  name?: string;
  tenantId?: string;
  /** `permanent`: the documents have no call that deletes it. */
  state: 'cleaned' | 'left' | 'permanent';
  /** How it was deleted, or why not. */
  why: string;
}

/** Everything a run found. The JSON report is this, and `schemaVersion` changes when a field changes its meaning. */
export interface RunResult {
  schemaVersion: 3;
  target: string;
  /** The prefix of names on an environment. */
  runId?: string;
  /** The seed of the order; `null` is the order of the files. */
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
  causes: Cause[];
  workflows: WorkflowResult[];
  /** Set for a part of a run. */
  shard?: ShardOfRun;
  /** Findings of the run, such as broken files. */
  findings: Finding[];
  /** The used parts of the descriptions. */
  wire?: WireCoverage;
  /** True when it was cut short. */
  interrupted?: boolean;
  /** Why the target could not be reached. */
  unreachable?: string;
  exitCode: ExitCode;
}

/** The parts of the descriptions that a run used. */
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
  statuses: { status: string; documented: boolean; seen: number }[];
  parameters: { in: string; name: string; required: boolean; seen: number }[];
  /** Properties of JSON responses by status, with `*` for every item of a list or map. */
  properties: PropertyCoverage[];
}

export interface PropertyCoverage {
  status: string;
  pointer: string;
  seen: number;
  /** The values of an enum. */
  values?: { value: unknown; seen: number }[];
  gaps?: string[];
}

/** Returns whether the findings fail a run. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'error');
}
