import { type Finding, isObject, omitUndefined, stringifyJson, type WebhookSubject } from '@understudy/contract';
import type { FailureAction, Step, SuccessAction } from '../arazzo/model.js';
import { resolveReusables } from '../arazzo/resolve.js';
import type { ExpressionScope } from '../expressions/evaluate-expression.js';
import { hasErrors, type StepAttempt, type StepResult } from '../results/result.js';
import { requestControl } from '../targets/control.js';
import { type HttpResponse, TransportError } from '../targets/target.js';
import { type AttemptedStep, attemptStep } from './attempt-step.js';
import { matchesAllCriteria } from './criteria.js';
import { inspectResponse } from './inspect-response.js';
import {
  createScenarioFinding,
  createScope,
  evaluateOutputs,
  resolveBaseUrl,
  toStepPointer,
  type WorkflowFrame,
} from './session.js';

/** Seconds between reads of an inbox. Advancing a manual clock takes no real time. */
const waits = { manual: [1, 4, 5, 10, 10, 30, 60, 480, 3000], real: [5, 25] };
const longestBody = 200;

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
    // Waiting for a late webhook must not affect later steps.
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

/**
 * Explains a webhook error after a failed step that reads an inbox. Reads the inbox again later to distinguish late
 * from missing webhooks.
 *
 * @returns `undefined` for other steps
 */
async function checkInbox(frame: WorkflowFrame, step: Step, tried: AttemptedStep): Promise<Finding | undefined> {
  const { attempt, scope } = tried;
  const { exchange } = attempt;
  const [problem] = attempt.problems;
  const about = problem?.about;
  if (exchange?.api !== 'control' || exchange.operationId !== 'listMessages' || about?.kind !== 'expectation')
    return undefined;
  const { status, wanted } = { wanted: undefined, ...about };
  if (about.part === 'status' && !(status === 408 && wanted === 200) && !(status === 200 && wanted === 408))
    return undefined;
  const isCount = about.part === 'body' && about.pointer === '/count';
  const tooMany = wanted === 408 || (isCount && Number(problem?.actual) > Number(problem?.expected));
  const tooFew = !tooMany && (status === 408 || isCount || messagesOf(scope.message?.response?.body).length === 0);
  // A message that has not arrived yet can contain the missing value.
  const mayCome = tooFew || (!tooMany && (problem?.ruleId === 'criterion/no-value' || 'path' in about));
  const kind = tooMany ? 'webhook-unexpected' : tooFew ? 'webhook-missing' : 'webhook-different';
  const after = frame.session.steps
    .map(({ attempts }) => attempts.at(-1)?.exchange)
    .findLast((one) => one !== undefined && one.api !== 'control' && one.request.method !== 'GET');
  const subject: WebhookSubject = {
    kind,
    inbox: scope.message?.request.path['name'] ?? '',
    ...(after?.operationId === undefined ? {} : { after: after.operationId }),
    ...(kind === 'webhook-different' && 'pointer' in about ? { pointer: about.pointer } : {}),
    ...(mayCome ? await recheckInbox(frame, step, tried) : {}),
  };
  const { expectedBy, receivedAt } = subject;
  const times = expectedBy === undefined ? {} : { expected: `by ${expectedBy}`, actual: `at ${receivedAt}` };
  const [rule, message] = [subject.kind.replace('-', '/'), sentenceOf(subject, problem)];
  return createScenarioFinding(frame.file, toStepPointer(frame, step), rule, message, { ...times, about: subject });
}

/** Returns the first late message that makes all criteria match. */
async function recheckInbox(
  frame: WorkflowFrame,
  step: Step,
  { scope }: AttemptedStep,
): Promise<Partial<WebhookSubject>> {
  const { target, signal, redactor } = frame.session;
  const { message } = scope;
  if (message === undefined) return {};
  const base = resolveBaseUrl(target, 'control', { api: frame.file.api });
  try {
    const { body: clock } = await requestControl(target.send, 'GET', `${base}/_sim/clock`);
    if (!isObject(clock) || typeof clock.now !== 'string') return {};
    for (const seconds of clock.mode === 'manual' ? waits.manual : waits.real) {
      await target.wait(seconds * 1000, signal);
      if (signal?.aborted === true) return {};
      const [url = ''] = message.url.split('?');
      const answer = await target.send({ method: 'GET', url, headers: message.request.headers });
      const { view } = inspectResponse(answer, undefined);
      if (!matchesAllCriteria(step.successCriteria, createScope(frame, { ...message, response: view }))) continue;
      const late = messagesOf(view.body).find(({ receivedAt }) => String(receivedAt) > String(clock.now));
      if (late === undefined) return {};
      const delivery = `${late.method} ${redactor.text(stringifyJson(late.body)).slice(0, longestBody)}`;
      return { kind: 'webhook-late', expectedBy: clock.now, receivedAt: String(late.receivedAt), delivery };
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
  return {};
}

function messagesOf(body: unknown): Record<string, unknown>[] {
  return isObject(body) && Array.isArray(body.messages) ? body.messages.filter(isObject) : [];
}

function sentenceOf(
  { kind, inbox, after, delivery, expectedBy = '', receivedAt = '' }: WebhookSubject,
  problem: Finding | undefined,
): string {
  const trigger = after === undefined ? '' : ` after ${after}`;
  if (kind === 'webhook-late') {
    const seconds = (Date.parse(receivedAt) - Date.parse(expectedBy)) / 1000;
    return `A webhook${trigger} was ${seconds} s late: inbox ${inbox} expected it by ${expectedBy}, and received ${delivery} at ${receivedAt}.`;
  }
  const what = {
    'webhook-missing': 'is missing',
    'webhook-unexpected': 'was not expected',
    'webhook-different': 'is not as expected',
  }[kind];
  return `A webhook${trigger} ${what} in the inbox ${inbox}: ${problem?.message}`;
}
