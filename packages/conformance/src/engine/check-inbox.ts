import { type Finding, isObject, stringifyJson, type WebhookSubject } from '@understudy/contract';
import type { Step } from '../arazzo/model.js';
import { requestControl } from '../targets/control.js';
import { TransportError } from '../targets/target.js';
import type { AttemptedStep } from './attempt-step.js';
import { matchesAllCriteria } from './criteria.js';
import { inspectResponse } from './inspect-response.js';
import { createScenarioFinding, createScope, resolveBaseUrl, toStepPointer, type WorkflowFrame } from './session.js';

/** Seconds between reads of an inbox. Advancing a manual clock takes no real time. */
const waits = { manual: [1, 4, 5, 10, 10, 30, 60, 480, 3000], real: [5, 25] };
const longestBody = 200;

/**
 * Explains a webhook error after a failed step that reads an inbox. Reads the inbox again later to distinguish late
 * from missing webhooks.
 *
 * @returns `undefined` for other steps
 */
export async function checkInbox(frame: WorkflowFrame, step: Step, tried: AttemptedStep): Promise<Finding | undefined> {
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
  // The missing value can be in a message that has not arrived yet.
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
