import type { Finding } from '@understudy/contract';
import type { FailureAction, ScenarioFile, Step, SuccessAction, Workflow } from '../arazzo/model.js';
import { findGivenOutputs, resolveWorkflow } from '../arazzo/resolve.js';
import { runStep } from './run-step.js';
import {
  type CalledWorkflowResult,
  createScenarioFinding,
  createScope,
  evaluateOutputs,
  type PendingFinalizer,
  resolveInputs,
  type WorkflowFrame,
  type WorkflowSession,
} from './session.js';

/** Runs a workflow for a step, an action or `dependsOn`. */
export async function callWorkflow(
  caller: WorkflowFrame,
  name: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<CalledWorkflowResult> {
  const resolved = resolveWorkflow(name, caller.file);
  if ('problem' in resolved)
    return refused(createScenarioFinding(caller.file, caller.pointer, 'arazzo/unknown-workflow', resolved.problem));
  return followWorkflow(caller.session, resolved.file, resolved.workflow, inputs, [
    ...caller.callers,
    caller.workflow.workflowId,
  ]);
}

/** Runs a workflow from its `dependsOn` to its outputs. A failed step fails the workflow. */
export async function followWorkflow(
  session: WorkflowSession,
  file: ScenarioFile,
  workflow: Workflow,
  given: Readonly<Record<string, unknown>>,
  callers: readonly string[] = [],
): Promise<CalledWorkflowResult> {
  const { workflowId } = workflow;
  const pointer = `/workflows/${file.document.workflows.indexOf(workflow)}`;
  if (callers.includes(workflowId)) {
    const message = `The workflow ${workflowId} calls itself: ${[...callers, workflowId].join(' -> ')}.`;
    return refused(createScenarioFinding(file, pointer, 'arazzo/recursion', message));
  }
  const { values, missing } = resolveInputs(workflow, file, given, session.inputs);
  if (missing.length > 0) {
    const message = `The workflow ${workflowId} requires the input ${missing.join(', ')}; add a default, or pass a value with --input.`;
    return refused(
      createScenarioFinding(file, `${pointer}/inputs`, 'run/missing-input', message, { expected: missing }),
    );
  }
  const frame: WorkflowFrame = { session, file, workflow, pointer, inputs: values, steps: new Map(), callers };
  const begun: PendingFinalizer = { file, workflow, values };
  if (workflow['x-finally'] !== undefined) session.begun.push(begun);
  const needed = await meetDependencies(frame);
  const ended = needed.passed ? await followSteps(frame) : needed;
  const outputs = evaluateOutputs(workflow.outputs ?? {}, createScope(frame));
  session.workflows.set(workflowId, { inputs: values, outputs });
  begun.values = { ...values, ...ended.outputs, ...outputs };
  return { ...ended, outputs: { ...ended.outputs, ...outputs } };
}

async function meetDependencies(frame: WorkflowFrame): Promise<CalledWorkflowResult> {
  for (const name of frame.workflow.dependsOn ?? []) {
    if (frame.session.workflows.has(name)) continue;
    const outputs = findGivenOutputs(name, frame.file, frame.session.inputs);
    if (outputs !== undefined) {
      frame.session.workflows.set(name, { inputs: {}, outputs });
      continue;
    }
    const called = await callWorkflow(frame, name, {});
    if (called.passed) continue;
    const message = `The workflow ${name}, which ${frame.workflow.workflowId} depends on, failed.`;
    const finding = createScenarioFinding(frame.file, `${frame.pointer}/dependsOn`, 'run/dependency-failed', message, {
      about: { kind: 'failed-dependency', workflowId: name },
    });
    return { passed: false, outputs: {}, findings: [...called.findings, finding] };
  }
  return { passed: true, outputs: {}, findings: [] };
}

async function followSteps(frame: WorkflowFrame): Promise<CalledWorkflowResult> {
  const { steps } = frame.workflow;
  let passed = true;
  let index = 0;
  for (;;) {
    const step = steps[index];
    if (step === undefined) return { passed, outputs: {}, findings: [] };
    if (frame.session.stepsLeft <= 0) return { passed: false, outputs: {}, findings: [tooManySteps(frame)] };
    if (frame.session.signal?.aborted === true) return refused(interrupted(frame, step));
    const end = await runStep(frame, step);
    passed &&= end.passed;
    const next = await nextOf(frame, end.action);
    if (next.kind === 'workflow') return { ...next.called, passed: passed && next.called.passed };
    if (next.kind === 'end' || (next.kind === 'next' && !end.passed)) return { passed, outputs: {}, findings: [] };
    index = next.kind === 'step' ? next.index : index + 1;
  }
}

type Next =
  | { kind: 'next' }
  | { kind: 'end' }
  | { kind: 'step'; index: number }
  | { kind: 'workflow'; called: CalledWorkflowResult };

async function nextOf(frame: WorkflowFrame, action: SuccessAction | FailureAction | undefined): Promise<Next> {
  if (action === undefined) return { kind: 'next' };
  if (action.type !== 'goto') return { kind: 'end' };
  if (action.workflowId !== undefined) {
    return { kind: 'workflow', called: await callWorkflow(frame, action.workflowId, frame.inputs) };
  }
  const index = frame.workflow.steps.findIndex((step) => step.stepId === action.stepId);
  if (index >= 0) return { kind: 'step', index };
  const message = `The action ${action.name} goes to the unknown step "${action.stepId}" of ${frame.workflow.workflowId}.`;
  const finding = createScenarioFinding(frame.file, frame.pointer, 'arazzo/unknown-step', message);
  return { kind: 'workflow', called: refused(finding) };
}

function tooManySteps(frame: WorkflowFrame): Finding {
  const message = `The workflow ${frame.workflow.workflowId} was stopped because it ran too many steps. Check for an endless goto or retry.`;
  return createScenarioFinding(frame.file, frame.pointer, 'run/too-many-steps', message);
}

function interrupted(frame: WorkflowFrame, { stepId }: Step): Finding {
  const message = `The run was interrupted before step "${stepId}".`;
  return createScenarioFinding(frame.file, frame.pointer, 'run/interrupted', message);
}

function refused(finding: Finding): CalledWorkflowResult {
  return { passed: false, outputs: {}, findings: [finding] };
}
