import { type Finding, omitUndefined } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { type ResolvedWorkflow, toWorkflowKey } from '../arazzo/resolve.js';
import type { MessageCounter } from '../coverage/wire-coverage.js';
import { shortHash } from '../fingerprint.js';
import { createRedactor } from '../redactor.js';
import {
  type CreatedResource,
  hasErrors,
  type RunListener,
  type StepResult,
  type WorkflowResult,
} from '../results/result.js';
import { type IsolatedTarget, isRestricted, type Target } from '../targets/target.js';
import { type WallClock, wallClock } from '../wall-clock.js';
import { callWorkflow, followWorkflow } from './follow-workflow.js';
import { type CalledWorkflowResult, createScenarioFinding, type WorkflowSession } from './session.js';
import { trackResources } from './track-resources.js';

/** The environment of a scenario. */
export interface ScenarioContext {
  target: Target;
  contracts: ContractsByApi;
  /** Defaults to real time. */
  clock?: WallClock | undefined;
  /** Values for the inputs that workflows declare. */
  inputs?: Readonly<Record<string, unknown>> | undefined;
  /** Known values that must not appear in any report. */
  secrets?: readonly string[] | undefined;
  observer?: MessageCounter | undefined;
  /** Stops the scenario after the current step, then cleans up. */
  signal?: AbortSignal | undefined;
  report?: RunListener | undefined;
}

/** Maximum number of steps, which stops endless `goto` loops and retries. */
const maxSteps = 5000;

/**
 * Runs a workflow in its own sandbox, if possible, then its `x-finally`, then removes the sandbox. On foreign
 * environments, deletes the created resources instead, newest first.
 */
export async function runScenario(context: ScenarioContext, item: ResolvedWorkflow): Promise<WorkflowResult> {
  const { clock = wallClock, report = () => {}, signal } = context;
  const { file, workflow } = item;
  const name = { file: file.file, workflowId: workflow.workflowId };
  report({ type: 'workflow-started', workflow: name });
  const started = clock.now();
  const pointer = `/workflows/${file.document.workflows.indexOf(workflow)}`;
  const redactor = createRedactor(context.secrets);
  const target = context.target.forWorkflow?.(item) ?? context.target;
  const tracker = isRestricted(target) ? trackResources(target, context.contracts, redactor) : undefined;
  const steps: StepResult[] = [];
  const findings: Finding[] = [];
  let passed = false;
  let cleanupIncomplete: string | undefined;
  let resources: CreatedResource[] = [];
  let isolated: IsolatedTarget | undefined;
  const session = (own: IsolatedTarget | undefined): WorkflowSession => ({
    ...context,
    target: own ?? target,
    clock,
    redactor,
    // Removing the sandbox also removes unfinished resources.
    cutOff: own === undefined ? undefined : signal,
    tracker,
    inputs: { ...target.inputsFor?.(item), ...context.inputs },
    steps,
    begun: [],
    workflows: new Map(),
    stepsLeft: maxSteps,
    attempted: (stepId, number, attempt) => report({ type: 'step-attempted', workflow: name, stepId, number, attempt }),
    call: callWorkflow,
  });
  const failed = (ruleId: string, error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    findings.push(createScenarioFinding(file, pointer, ruleId, redactor.text(message)));
  };
  try {
    isolated = await target.isolate?.(sandboxName(name));
    const run = session(isolated);
    const ended = await followWorkflow(run, file, workflow, {});
    findings.push(...ended.findings);
    passed = ended.passed;
    const after = run.cutOff?.aborted === true ? undefined : await finish(run);
    if (after !== undefined) {
      findings.push(...after.findings);
      passed &&= after.passed;
      if (!after.passed && isolated === undefined) cleanupIncomplete = `the workflow ${after.names.join(', ')} failed`;
    }
    resources = (await tracker?.cleanUp(after)) ?? [];
  } catch (error) {
    passed = false;
    failed(signal?.aborted === true ? 'run/interrupted' : 'target/failed', error);
  }
  try {
    await isolated?.dispose();
  } catch (error) {
    failed('target/cleanup', error);
    cleanupIncomplete = `${isolated?.baseUrl} was not removed`;
  }
  for (const resource of resources) report({ type: 'cleanup', workflow: name, resource });
  const left = resources
    .filter(({ state }) => state === 'left')
    .map(({ method, url, name, why }) => `${name === undefined ? '' : `${name} of `}${method} ${url} (${why})`);
  if (left.length > 0) cleanupIncomplete = [cleanupIncomplete, ...left].filter((part) => part !== undefined).join('; ');
  const broken = hasErrors(findings) || steps.some((step) => hasErrors(step.findings));
  return redactor.known({
    ...headOf(item),
    outcome: passed && !broken ? 'passed' : 'failed',
    steps,
    findings,
    durationMilliseconds: clock.now() - started,
    ...(cleanupIncomplete === undefined ? {} : { cleanupIncomplete }),
    ...(resources.length === 0 ? {} : { resources }),
  });
}

/**
 * Runs the `x-finally` of every started workflow, the last one first, even after an interruption. Its inputs are its
 * workflow's inputs and outputs.
 */
async function finish(
  run: WorkflowSession,
): Promise<{ passed: boolean; findings: Finding[]; names: string[] } | undefined> {
  const begun = [...run.begun].reverse();
  if (begun.length === 0) return undefined;
  const session: WorkflowSession = { ...run, begun: [], stepsLeft: maxSteps, signal: undefined };
  const results: CalledWorkflowResult[] = [];
  for (const { file, workflow, values } of begun) {
    const pointer = `/workflows/${file.document.workflows.indexOf(workflow)}`;
    const frame = { session, file, workflow, pointer, inputs: values, steps: new Map(), callers: [] };
    results.push(await callWorkflow(frame, workflow['x-finally'] ?? '', values));
  }
  return {
    passed: results.every(({ passed }) => passed),
    findings: results.flatMap(({ findings }) => findings),
    names: begun.map(({ workflow }) => workflow['x-finally'] ?? ''),
  };
}

export function createSkippedResult(
  item: ResolvedWorkflow,
  outcome: 'failed' | 'skipped',
  reason: string,
  findings: Finding[] = [],
): WorkflowResult {
  return { ...headOf(item), outcome, reason, steps: [], findings, durationMilliseconds: 0 };
}

/** Returns the fields of a result that describe the scenario. */
function headOf({ file, workflow }: ResolvedWorkflow): Pick<WorkflowResult, 'file' | 'workflowId' | 'claims'> {
  const line = file.lineOf(`/workflows/${file.document.workflows.indexOf(workflow)}`);
  const { workflowId, summary, 'x-claims': claims = [] } = workflow;
  return omitUndefined({ file: file.file, workflowId, summary, api: file.api, line, claims });
}

/** Returns a stable sandbox name that matches `^[a-z0-9][a-z0-9-]{0,62}$`. */
function sandboxName({ file, workflowId }: { file: string; workflowId: string }): string {
  const readable = workflowId
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `${readable.replace(/^-+|(?<!-)-+$/g, '').slice(0, 48) || 'workflow'}-${shortHash(toWorkflowKey(file, workflowId))}`;
}
