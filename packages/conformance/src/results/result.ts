import type { Finding } from '@understudy/contract';
import type { ShardOfRun } from '../assign-workflows.js';
import type { Cause } from './cause.js';
import type { RedactedExchange } from './exchange.js';

/** The outcome of a workflow. `flaky` means that it failed first and passed on a retry. */
type Outcome = 'passed' | 'flaky' | 'failed' | 'skipped';

/** One attempt to run a step. */
export interface StepAttempt {
  passed: boolean;
  exchange?: RedactedExchange;
  /** Failed criteria, and errors that prevented the request. */
  problems: Finding[];
}

export interface StepResult {
  /** Id of the workflow that contains the step. */
  workflowId: string;
  stepId: string;
  file: string;
  line?: number;
  /** `failed` if the last attempt failed or any response violated the contract. */
  outcome: 'passed' | 'failed';
  claims: string[];
  attempts: StepAttempt[];
  /** Problems of the last attempt, followed by the contract violations of all responses without duplicates. */
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
  /** Why the workflow was skipped or failed outside its steps. */
  reason?: string;
  /** Steps in the order they ran, including those of called workflows. */
  steps: StepResult[];
  /** Findings outside the steps. */
  findings: Finding[];
  durationMilliseconds: number;
  /** Earlier attempts of a retried workflow. */
  earlier?: PreviousAttempt[];
  /** Set if the workflow lacked a value from an earlier step. */
  consequence?: Consequence;
  /** Resources that remain on the target. */
  cleanupIncomplete?: string;
  /** Resources on a foreign environment. */
  resources?: CreatedResource[];
}

/** A failed attempt of a workflow that was retried. */
export type PreviousAttempt = Pick<WorkflowResult, 'steps' | 'findings' | 'durationMilliseconds'>;

/** The reason why a workflow could not continue. */
interface Consequence {
  /** The step whose input was missing. Empty after a failed dependency. */
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
  /** Response status. Absent without a response, in which case the resource might exist. */
  status?: number;
  /** Name of the resource, because an upload can store several. */
  name?: string;
  tenantId?: string;
  /** `permanent` if no documented call deletes the resource. */
  state: 'cleaned' | 'left' | 'permanent';
  /** How the resource was deleted, or why it was not. */
  why: string;
}

/** The result of a run, which is also the JSON report. `schemaVersion` changes if the meaning of a field changes. */
export interface RunResult {
  schemaVersion: 3;
  target: string;
  /** Prefix of resource names on an environment. */
  runId?: string;
  /** Seed of the workflow order; `null` for file order. */
  seed: string | null;
  jobs: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMilliseconds: number;
  /** The APIs of the selected workflows, which coverage is measured against. */
  apis: string[];
  /**
   * Number of workflows by outcome; `skipped` is set if any was skipped. `consequences` counts failed workflows that
   * lacked something from an earlier step or workflow.
   */
  totals: {
    workflows: number;
    passed: number;
    flaky: number;
    failed: number;
    skipped?: number;
    consequences: number;
    steps: number;
  };
  causes: Cause[];
  workflows: WorkflowResult[];
  /** Set if the result covers only one shard of a run. */
  shard?: ShardOfRun;
  /** Findings of the run, such as broken files. */
  findings: Finding[];
  /** Coverage of the descriptions by the run. */
  wire?: WireCoverage;
  /** Set if the run was interrupted. */
  interrupted?: boolean;
  /** Why the target could not be reached. */
  unreachable?: string;
  exitCode: ExitCode;
}

/** Coverage of the descriptions: how often a run used each operation, parameter and property. */
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
  /** Properties of JSON responses by status, with `*` for list items and map members. */
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

/**
 * Exit codes of a run. `cleanupIncomplete` takes precedence over `findings`, because a person must remove the leftover
 * resources.
 */
export const exitCodes = { clean: 0, findings: 1, wrongUse: 2, unreachable: 3, cleanupIncomplete: 4 } as const;

/** One of the numbers in `exitCodes`. */
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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

/** Returns whether the findings fail a run. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'error');
}
