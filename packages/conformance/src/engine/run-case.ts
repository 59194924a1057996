import type { Finding } from '@understudy/contract';
import type { Contracts, ResolvedWorkflow } from '../arazzo/resolve.js';
import { fingerprint } from '../fingerprint.js';
import type { Redactor } from '../redactor.js';
import type { IsolatedTarget, Target } from '../targets/target.js';
import type { WallClock } from '../wall-clock.js';
import type { Reporter } from './events.js';
import { hasErrors, type StepResult, type WorkflowResult } from './result.js';
import { callWorkflow, runWorkflow } from './run-workflow.js';
import { type Session, scenarioFinding } from './session.js';

/** What every workflow of a run is given. */
export interface CaseContext {
  target: Target;
  contracts: Contracts;
  redactor: Redactor;
  clock: WallClock;
  inputs: Readonly<Record<string, unknown>>;
  report: Reporter;
}

/** More than any sane scenario: a `goto` or retry that never ends stops here. */
const mostSteps = 5000;

/** Runs one workflow in a world of its own where the target has such, then its `x-finally`, then removes that world. */
export async function runCase(context: CaseContext, { file, workflow }: ResolvedWorkflow): Promise<WorkflowResult> {
  const name = { file: file.file, workflowId: workflow.workflowId };
  context.report({ type: 'workflow-started', workflow: name });
  const started = context.clock.now();
  const pointer = `/workflows/${file.document.workflows.indexOf(workflow)}`;
  const steps: StepResult[] = [];
  const findings: Finding[] = [];
  let passed = false;
  let cleanupIncomplete: string | undefined;
  let world: IsolatedTarget | undefined;
  const session = (target: Target): Session => ({
    ...context,
    target,
    steps,
    workflows: new Map(),
    stepsLeft: mostSteps,
    attempted: (stepId, number, attempt) =>
      context.report({ type: 'step-attempted', workflow: name, stepId, number, attempt }),
    call: callWorkflow,
  });
  const failed = (ruleId: string, error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    findings.push(scenarioFinding(file, pointer, ruleId, context.redactor.text(message)));
  };
  try {
    world = await context.target.isolate?.(worldName(name));
    const run = session(world ?? context.target);
    const ended = await runWorkflow(run, file, workflow, {});
    findings.push(...ended.findings);
    passed = ended.passed;
    if (workflow['x-finally'] !== undefined) {
      const values = { ...run.workflows.get(workflow.workflowId)?.inputs, ...ended.outputs };
      const after = await finish({ file, workflow }, { ...run, stepsLeft: mostSteps }, pointer, values);
      findings.push(...after.findings);
      passed &&= after.passed;
      if (!after.passed && world === undefined) cleanupIncomplete = `the workflow ${workflow['x-finally']} failed`;
    }
  } catch (error) {
    passed = false;
    failed('target/failed', error);
  }
  try {
    await world?.dispose();
  } catch (error) {
    failed('target/cleanup', error);
    cleanupIncomplete = `${world?.baseUrl} was not removed`;
  }
  const broken = hasErrors(findings) || steps.some((step) => hasErrors(step.findings));
  const line = file.lineOf(pointer);
  return {
    ...name,
    ...(workflow.summary === undefined ? {} : { summary: workflow.summary }),
    ...(file.api === undefined ? {} : { api: file.api }),
    ...(line === undefined ? {} : { line }),
    claims: workflow['x-claims'] ?? [],
    outcome: passed && !broken ? 'passed' : 'failed',
    steps,
    findings,
    durationMilliseconds: context.clock.now() - started,
    ...(cleanupIncomplete === undefined ? {} : { cleanupIncomplete }),
  };
}

/** `x-finally` sees the inputs and outputs of its workflow as its own inputs. */
async function finish(
  { file, workflow }: ResolvedWorkflow,
  session: Session,
  pointer: string,
  values: Readonly<Record<string, unknown>>,
): Promise<{ passed: boolean; findings: Finding[] }> {
  const frame = { session, file, workflow, pointer, inputs: values, steps: new Map(), callers: [] };
  return callWorkflow(frame, workflow['x-finally'] ?? '', values);
}

/** A sandbox name that is the same in every run and fits `^[a-z0-9][a-z0-9-]{0,62}$`. */
function worldName({ file, workflowId }: { file: string; workflowId: string }): string {
  const readable = workflowId
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = file.split(/[\\/]/).slice(-2).join('/');
  return `${readable.replace(/^-+|-+$/g, '').slice(0, 48) || 'workflow'}-${fingerprint(`${base}#${workflowId}`)}`;
}
