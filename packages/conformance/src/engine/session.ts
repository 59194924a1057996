import type { Finding, Operation } from '@understudy/contract';
import { isObject } from '@understudy/contract';
import type { ScenarioFile, Step, Workflow } from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { readDeclaredInputs } from '../arazzo/resolve.js';
import type { MessageCounter } from '../coverage/wire-coverage.js';
import type { ExpressionScope, MessageView, WorkflowValues } from '../expressions/evaluate-expression.js';
import { interpolateValue } from '../expressions/interpolate.js';
import type { Redactor } from '../redactor.js';
import type { StepAttempt, StepResult } from '../results/result.js';
import type { Target, TargetCall } from '../targets/target.js';
import type { WallClock } from '../wall-clock.js';
import type { ResourceTracker } from './track-resources.js';

/** The state of a top-level workflow and the workflows it calls. */
export interface WorkflowSession {
  readonly target: Target;
  readonly contracts: ContractsByApi;
  readonly redactor: Redactor;
  readonly clock: WallClock;
  /** Values that the caller of the run provides for declared inputs. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Every step that ran, including steps of called workflows. */
  readonly steps: StepResult[];
  /** Values of finished workflows by workflowId. */
  readonly workflows: Map<string, WorkflowValues>;
  /** The number of steps still allowed, which stops endless `goto` loops. */
  stepsLeft: number;
  /** Started workflows with an `x-finally`, in order. */
  readonly begun: PendingFinalizer[];
  /** Created resources to delete. Absent if the whole sandbox is removed instead. */
  readonly tracker?: ResourceTracker | undefined;
  /** Observes every response of an operation. */
  readonly observer?: MessageCounter | undefined;
  /** Prevents further steps. Absent while cleaning up. */
  readonly signal?: AbortSignal | undefined;
  /** Cancels requests. Absent if requests must finish because their results matter. */
  readonly cutOff?: AbortSignal | undefined;
  attempted(stepId: string, number: number, attempt: StepAttempt): void;
  /** Follows another workflow in this session. */
  call(caller: WorkflowFrame, name: string, inputs: Readonly<Record<string, unknown>>): Promise<CalledWorkflowResult>;
}

/** A workflow with an `x-finally`, and the values available to it. */
export interface PendingFinalizer {
  file: ScenarioFile;
  workflow: Workflow;
  values: Readonly<Record<string, unknown>>;
}

export interface CalledWorkflowResult {
  passed: boolean;
  outputs: Readonly<Record<string, unknown>>;
  /** Findings outside the steps. */
  findings: Finding[];
}

/** One running workflow. */
export interface WorkflowFrame {
  readonly session: WorkflowSession;
  readonly file: ScenarioFile;
  readonly workflow: Workflow;
  /** JSON Pointer of the workflow in its file. */
  readonly pointer: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: Map<string, Readonly<Record<string, unknown>>>;
  /** Calling workflows, outermost first. */
  readonly callers: readonly string[];
}

/** Creates the scope of expressions in a frame. `message` and `outputs` belong to the current step. */
export function createScope(
  frame: WorkflowFrame,
  message?: MessageView,
  outputs: Readonly<Record<string, unknown>> = {},
): ExpressionScope {
  const { file, session } = frame;
  return {
    inputs: frame.inputs,
    outputs,
    steps: frame.steps,
    workflows: session.workflows,
    ...(message === undefined ? {} : { message }),
    sourceUrl: (name) =>
      file.document.sourceDescriptions.some((source) => source.name === name)
        ? resolveBaseUrl(session.target, name, { api: file.api })
        : undefined,
    component: (section, name) => componentValue(file, section, name),
  };
}

/** Evaluates declared outputs. Those without a value are omitted. */
export function evaluateOutputs(outputs: Readonly<Record<string, string>>, scope: ExpressionScope) {
  const evaluated = Object.entries(outputs).map(([name, text]) => ({ name, ...interpolateValue(text, scope) }));
  return Object.fromEntries(evaluated.flatMap((each) => (each.found ? [[each.name, each.value]] : [])));
}

/** Returns the base URL for calls to a source's operations. */
export function resolveBaseUrl(target: Target, source: string, call?: TargetCall): string {
  return target.baseUrlOf?.(source, call) ?? target.baseUrl;
}

/** Returns the JSON Pointer of a step in its file. */
export function toStepPointer(frame: WorkflowFrame, step: Step): string {
  return `${frame.pointer}/steps/${frame.workflow.steps.indexOf(step)}`;
}

/** Creates a finding about a location in a scenario file. */
export function createScenarioFinding(
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

/**
 * Resolves the inputs of a workflow. The caller's values take precedence over the run's, which take precedence over the
 * schema's `default`.
 */
export function resolveInputs(
  workflow: Workflow,
  file: ScenarioFile,
  given: Readonly<Record<string, unknown>>,
  fromRun: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown>; missing: string[] } {
  const { properties, required } = readDeclaredInputs(workflow, file);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.hasOwn(fromRun, name)) values[name] = fromRun[name];
    else if (isObject(schema) && 'default' in schema) values[name] = schema.default;
  }
  Object.assign(values, given);
  return { values, missing: required.filter((name) => values[name] === undefined) };
}

/** Finds the operation that a URL on the target calls, and its path parameters. */
export function matchByUrl(
  method: string,
  url: string,
  target: Target,
  contracts: ContractsByApi,
): { operation: Operation; path: Record<string, string> } | undefined {
  for (const [source, contract] of contracts) {
    const baseUrl = resolveBaseUrl(target, source);
    if (!url.startsWith(`${baseUrl}/`)) continue;
    const path = url.slice(baseUrl.length).split(/[?#]/)[0] ?? '';
    const match = contract.match(method, path);
    if (match.kind === 'operation') return { operation: match.operation, path: match.path };
  }
  return undefined;
}
