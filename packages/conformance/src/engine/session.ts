import type { Finding } from '@understudy/contract';
import type { ScenarioFile, Step, Workflow } from '../arazzo/model.js';
import type { Contracts } from '../arazzo/resolve.js';
import type { WireObserver } from '../coverage/wire-coverage.js';
import type { MessageView, Scope, WorkflowValues } from '../expressions/scope.js';
import type { Redactor } from '../redactor.js';
import type { Attempt, PendingRequest, StepResult } from '../results/result.js';
import type { Call, Target } from '../targets/target.js';
import type { WallClock } from '../wall-clock.js';
import type { Tracker } from './track-resources.js';

/** What one top-level workflow and everything it calls share. */
export interface Session {
  readonly target: Target;
  readonly contracts: Contracts;
  readonly redactor: Redactor;
  readonly clock: WallClock;
  /** Values from outside, for inputs that workflows declare. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Every step that ran, called workflows included. */
  readonly steps: StepResult[];
  /** What finished workflows left, by workflowId. */
  readonly workflows: Map<string, WorkflowValues>;
  /** Steps still allowed: a `goto` must not run for ever. */
  stepsLeft: number;
  /** Workflows with an `x-finally` that were begun, in that order. */
  readonly begun: StartedWorkflow[];
  /** What was made on the target and not taken away again; missing where a whole world is removed. */
  readonly tracker?: Tracker | undefined;
  /** Called with every message that an operation answered. */
  readonly observer?: WireObserver | undefined;
  /** Aborted when no further step may begin; missing while cleaning up. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted when no answer is waited for any more; missing where it must be known what a request has made. */
  readonly cutOff?: AbortSignal | undefined;
  /** Asked before every request; one that it says no to is not sent. */
  readonly pause?: ((pending: PendingRequest) => Promise<boolean>) | undefined;
  attempted(stepId: string, number: number, attempt: Attempt): void;
  /** Follows another workflow in this session. */
  call(caller: Frame, name: string, inputs: Readonly<Record<string, unknown>>): Promise<CalledWorkflow>;
}

/** A workflow with an `x-finally`, and the values that it sees. */
export interface StartedWorkflow {
  file: ScenarioFile;
  workflow: Workflow;
  values: Readonly<Record<string, unknown>>;
}

/** What a finished workflow hands back. */
export interface CalledWorkflow {
  passed: boolean;
  outputs: Readonly<Record<string, unknown>>;
  /** What does not belong to one of its steps: it could not be found, or not be started. */
  findings: Finding[];
}

/** One running workflow. */
export interface Frame {
  readonly session: Session;
  readonly file: ScenarioFile;
  readonly workflow: Workflow;
  /** JSON Pointer of the workflow in its file. */
  readonly pointer: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: Map<string, Readonly<Record<string, unknown>>>;
  /** Workflows that are waiting for this one, outermost first. */
  readonly callers: readonly string[];
}

/** What the expressions of a frame read; `message` and `outputs` are those of the step at hand. */
export function scopeOf(frame: Frame, message?: MessageView, outputs: Readonly<Record<string, unknown>> = {}): Scope {
  const { file, session } = frame;
  return {
    inputs: frame.inputs,
    outputs,
    steps: frame.steps,
    workflows: session.workflows,
    ...(message === undefined ? {} : { message }),
    sourceUrl: (name) =>
      file.document.sourceDescriptions.some((source) => source.name === name)
        ? baseUrlOf(session.target, name, { api: file.api })
        : undefined,
    component: (section, name) => componentValue(file, section, name),
  };
}

/** The address a source's operations are called under. */
export function baseUrlOf(target: Target, source: string, call?: Call): string {
  return target.baseUrlOf?.(source, call) ?? target.baseUrl;
}

/** The JSON Pointer of a step in its file. */
export function stepPointer(frame: Frame, step: Step): string {
  return `${frame.pointer}/steps/${frame.workflow.steps.indexOf(step)}`;
}

/** A finding of the engine about a place in a scenario file. */
export function scenarioFinding(
  file: ScenarioFile,
  pointer: string,
  ruleId: string,
  message: string,
  values: Pick<Finding, 'expected' | 'actual' | 'about'> = {},
): Finding {
  const line = file.lineOf(pointer);
  const finding: Finding = { ruleId, severity: 'error', message, pointer, file: file.file, ...values };
  if (line !== undefined) finding.line = line;
  return finding;
}

function componentValue(file: ScenarioFile, section: string, name: string): unknown {
  const { components } = file.document;
  if (section === 'inputs') return components?.inputs?.[name];
  if (section === 'parameters') return components?.parameters?.[name]?.value;
  return undefined;
}
