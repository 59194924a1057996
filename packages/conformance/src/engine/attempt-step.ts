import { type Finding, isObject, parseDuration, stringifyJson } from '@understudy/contract';
import type { Step } from '../arazzo/model.js';
import type { ExpressionScope } from '../expressions/evaluate-expression.js';
import { interpolateValue } from '../expressions/interpolate.js';
import type { StepAttempt } from '../results/result.js';
import { type HttpResponse, isRestricted, RequestRejectedError, TransportError } from '../targets/target.js';
import { buildRequest, mergeParameters } from './build-request.js';
import type { BuiltRequest, RequestProblem } from './built-request.js';
import { checkCriteria } from './criteria.js';
import { inspectResponse } from './inspect-response.js';
import { type ExchangeTimes, recordExchange } from './record-exchange.js';
import {
  createScenarioFinding,
  createScope,
  toStepPointer,
  type WorkflowFrame,
  type WorkflowSession,
} from './session.js';
import type { ResourceOrigin } from './track-resources.js';

/** An attempt to run a step, with the values for later expressions. */
export interface AttemptedStep {
  attempt: StepAttempt;
  scope: ExpressionScope;
  response?: HttpResponse;
  /** Contract violations. They fail the step, but do not affect retries. */
  contractFindings: Finding[];
  calledOutputs?: Readonly<Record<string, unknown>>;
}

/** Tries a step once: builds and sends its request or calls its workflow, then evaluates its criteria. */
export function attemptStep(frame: WorkflowFrame, step: Step): Promise<AttemptedStep> {
  return step.workflowId === undefined ? tryRequest(frame, step) : tryCall(frame, step, step.workflowId);
}

async function tryRequest(frame: WorkflowFrame, step: Step): Promise<AttemptedStep> {
  const pointer = toStepPointer(frame, step);
  const scope = createScope(frame);
  const built = await buildRequest(frame, step, scope);
  if ('problem' in built) return notSent(frame, pointer, scope, built);
  const { clock, redactor, target, cutOff } = frame.session;
  const started = clock.now();
  try {
    const response =
      (await passRealTime(frame.session, built)) ?? (await target.send({ ...built.request, signal: cutOff }));
    const exchange = recordExchange(built, response, { started, ended: clock.now() }, redactor);
    const { view, findings } = inspectResponse(response, built.operation);
    frame.session.tracker?.see(built, response, view.body, originOf(frame, step));
    frame.session.observer?.see(built, view);
    const after = createScope(frame, { ...built.view, response: view });
    const problems = checkCriteria(step.successCriteria, after, frame.file, `${pointer}/successCriteria`);
    const attempt = { passed: problems.length === 0, exchange, problems };
    return { attempt, scope: after, response, contractFindings: findings };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    frame.session.tracker?.missed(built, error, originOf(frame, step));
    return notAnswered(frame, pointer, built, error, { started, ended: clock.now() });
  }
}

function originOf({ inputs: { tenantId }, file }: WorkflowFrame, { stepId }: Step): ResourceOrigin {
  return { stepId, api: file.api, tenantId: typeof tenantId === 'string' ? tenantId : undefined };
}

function notSent(
  frame: WorkflowFrame,
  pointer: string,
  scope: ExpressionScope,
  { problem, lacks }: RequestProblem,
): AttemptedStep {
  const message = `The request was not sent: ${problem}.`;
  const about = lacks === undefined ? {} : { about: { kind: 'missing-output', ...lacks } as const };
  const problems = [createScenarioFinding(frame.file, pointer, 'step/not-sent', message, about)];
  return { attempt: { passed: false, problems }, scope, contractFindings: [] };
}

function notAnswered(
  frame: WorkflowFrame,
  pointer: string,
  built: BuiltRequest,
  error: TransportError,
  times: ExchangeTimes,
): AttemptedStep {
  const rule = error instanceof RequestRejectedError ? 'step/not-sent' : 'step/no-response';
  const problems = [createScenarioFinding(frame.file, pointer, rule, error.message)];
  const exchange = recordExchange(built, { error: error.message }, times, frame.session.redactor);
  return {
    attempt: { passed: false, exchange, problems },
    scope: createScope(frame, built.view),
    contractFindings: [],
  };
}

async function tryCall(frame: WorkflowFrame, step: Step, name: string): Promise<AttemptedStep> {
  const pointer = toStepPointer(frame, step);
  const inputs: Record<string, unknown> = {};
  for (const parameter of mergeParameters(frame, step)) {
    // Parameters meant for requests are not passed to a called workflow.
    if (parameter.in !== undefined) continue;
    const value = interpolateValue(parameter.value, createScope(frame));
    if (!value.found) {
      const problem = `the parameter ${parameter.name}: ${value.why}`;
      return notSent(frame, pointer, createScope(frame), { problem, lacks: value.lacks });
    }
    inputs[parameter.name] = value.value;
  }
  const called = await frame.session.call(frame, name, inputs);
  const scope = createScope(frame, undefined, called.outputs);
  const problems = [...called.findings];
  if (!called.passed) {
    problems.push(
      createScenarioFinding(frame.file, pointer, 'step/called-workflow-failed', `The workflow ${name} failed.`),
    );
  }
  problems.push(...checkCriteria(step.successCriteria, scope, frame.file, `${pointer}/successCriteria`));
  const attempt = { passed: problems.length === 0, problems };
  return { attempt, scope, contractFindings: [], calledOutputs: called.outputs };
}

/**
 * Handles clock calls on a real environment, which has no clock: `advanceClock` waits in real time. Other calls are
 * sent.
 */
async function passRealTime(
  { target, clock, signal }: WorkflowSession,
  { operation, view }: BuiltRequest,
): Promise<HttpResponse | undefined> {
  if (operation?.api !== 'control' || !isRestricted(target)) return undefined;
  const { operationId } = operation;
  if (!['getClock', 'setClock', 'advanceClock'].includes(operationId)) return undefined;
  const asked = isObject(view.request.body) ? view.request.body : {};
  if (typeof asked['by'] === 'string') await target.wait(parseDuration(asked['by']), signal);
  const body = {
    mode: 'real',
    now: new Date(clock.now()).toISOString(),
    pendingTimers: 0,
    ...(operationId === 'advanceClock' ? { fired: 0 } : {}),
  };
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: new TextEncoder().encode(stringifyJson(body)) };
}
