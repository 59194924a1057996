import { type Finding, omitUndefined } from '@understudy/contract';
import type { FailureAction, Step, SuccessAction } from '../arazzo/model.js';
import { resolveReusables } from '../arazzo/resolve.js';
import type { ExpressionScope } from '../expressions/scope.js';
import { hasErrors, type StepAttempt, type StepResult } from '../results/result.js';
import type { HttpResponse } from '../targets/target.js';
import { type AttemptedStep, attemptStep } from './attempt-step.js';
import { checkInbox } from './check-inbox.js';
import { matchesAllCriteria } from './criteria.js';
import { evaluateOutputs, toStepPointer, type WorkflowFrame } from './session.js';

/**
 * Attempts a step until it passes or its failure actions give up. Only criteria control what happens next; contract
 * violations fail the step at the end. A `retry` action waits on the target's clock, runs its step or workflow and
 * attempts the step again, up to its limit. Then the next failure action applies. A failed step stays failed after a
 * `goto`.
 *
 * @returns whether the last attempt passed, and the chosen action. Without one, a passed step continues with the
 *   following one and a failed step ends the workflow
 */
export async function runStep(
  frame: WorkflowFrame,
  step: Step,
): Promise<{ passed: boolean; action: SuccessAction | FailureAction | undefined }> {
  const { session } = frame;
  const retries = new Map<string, number>();
  const attempts: StepAttempt[] = [];
  const contractFindings = new Map<string, Finding>();
  for (;;) {
    session.stepsLeft--;
    const tried = await attemptStep(frame, step);
    const problems = tried.attempt.problems.map((finding) => redactFinding(finding, frame));
    const attempt = { ...tried.attempt, problems };
    attempts.push(attempt);
    session.attempted(step.stepId, attempts.length, attempt);
    for (const finding of tried.contractFindings) {
      // Equal findings from repeated polls count as one.
      const key = `${finding.ruleId} ${finding.pointer} ${finding.message}`;
      if (!contractFindings.has(key)) contractFindings.set(key, redactFinding(finding, frame));
    }
    const { passed } = attempt;
    const action = passed
      ? chooseSuccessAction(frame, step, tried.scope)
      : chooseFailureAction(frame, step, tried.scope, retries);
    if (action?.type === 'retry' && session.stepsLeft > 0 && session.signal?.aborted !== true) {
      retries.set(action.name, (retries.get(action.name) ?? 0) + 1);
      await prepareRetry(frame, action, tried);
      continue;
    }
    frame.steps.set(
      step.stepId,
      step.outputs === undefined ? (tried.calledOutputs ?? {}) : evaluateOutputs(step.outputs, tried.scope),
    );
    // Later steps must not notice the time spent on a late webhook.
    const webhook = passed || action?.type === 'goto' ? undefined : await checkInbox(frame, step, tried);
    const findings = [
      ...(webhook === undefined ? [] : [redactFinding(webhook, frame)]),
      ...attempt.problems,
      ...contractFindings.values(),
    ];
    session.steps.push(resultOf(frame, step, attempts, findings));
    return { passed, action };
  }
}

async function prepareRetry(frame: WorkflowFrame, action: FailureAction, tried: AttemptedStep): Promise<void> {
  const { target, signal } = frame.session;
  await target.wait(retryDelay(action, tried.response), signal);
  if (signal?.aborted === true) return;
  if (action.workflowId !== undefined) await frame.session.call(frame, action.workflowId, frame.inputs);
  const other = frame.workflow.steps.find((candidate) => candidate.stepId === action.stepId);
  if (other !== undefined) await runStep(frame, other);
}

function redactFinding(finding: Finding, frame: WorkflowFrame): Finding {
  const { redactor } = frame.session;
  const copy: Finding = { ...finding, message: redactor.text(finding.message) };
  if ('expected' in finding) copy.expected = redactor.value(finding.expected);
  if ('actual' in finding) copy.actual = redactor.value(finding.actual);
  if (finding.about !== undefined) copy.about = redactor.known(finding.about);
  return copy;
}

function resultOf(frame: WorkflowFrame, step: Step, attempts: StepAttempt[], findings: Finding[]): StepResult {
  const passed = attempts.at(-1)?.passed === true && !hasErrors(findings);
  return {
    ...{ workflowId: frame.workflow.workflowId, stepId: step.stepId, file: frame.file.file },
    ...omitUndefined({ line: frame.file.lineOf(toStepPointer(frame, step)) }),
    ...{ outcome: passed ? 'passed' : 'failed', claims: step['x-claims'] ?? [], attempts, findings },
  };
}

/** Returns the first matching success action of the step or its workflow. */
function chooseSuccessAction(frame: WorkflowFrame, step: Step, scope: ExpressionScope): SuccessAction | undefined {
  const own = resolveReusables(step.onSuccess, 'successActions', frame.file);
  const common = resolveReusables(frame.workflow.successActions, 'successActions', frame.file);
  return merge(own, common).find((action) => matchesAllCriteria(action.criteria, scope));
}

/** Returns the first matching failure action of the step or its workflow with retries left. */
function chooseFailureAction(
  frame: WorkflowFrame,
  step: Step,
  scope: ExpressionScope,
  retries: ReadonlyMap<string, number>,
): FailureAction | undefined {
  const own = resolveReusables(step.onFailure, 'failureActions', frame.file);
  const common = resolveReusables(frame.workflow.failureActions, 'failureActions', frame.file);
  // The default of retryLimit is 1 (Arazzo 1.0.1, Failure Action Object).
  const hasRetries = ({ name, retryLimit = 1 }: FailureAction) => (retries.get(name) ?? 0) < retryLimit;
  return merge(own, common).find(
    (action) => (action.type !== 'retry' || hasRetries(action)) && matchesAllCriteria(action.criteria, scope),
  );
}

/**
 * Returns the milliseconds before a retry: `Retry-After` in seconds or relative to `Date`, or the action's
 * `retryAfter`.
 */
function retryDelay(action: FailureAction, response: Pick<HttpResponse, 'headers'> | undefined): number {
  const header = response?.headers['retry-after']?.trim();
  if (header !== undefined && /^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header ?? '');
  const from = Date.parse(response?.headers.date ?? '');
  if (!Number.isNaN(until) && !Number.isNaN(from)) return Math.max(0, until - from);
  return Math.round((action.retryAfter ?? 0) * 1000);
}

function merge<T extends { name: string }>(own: T[], common: T[]): T[] {
  const names = new Set(own.map((action) => action.name));
  return [...own, ...common.filter((action) => !names.has(action.name))];
}
