import type { ErrorResult } from '../error-result.js';
import type { FaultEffect, FaultRule, ResponseTemplate } from '../faults/fault-rule.js';
import { createFaultResponse, drawDelay } from '../faults/fault-rules.js';
import { type RequestFacts, readRuleBody, readTemplateParameters } from '../faults/matches-fault.js';
import type { ConditionedRequest } from '../faults/template-renderer.js';
import type { Simulator } from '../simulator.js';
import { isControlPath } from '../transport/sandbox-address.js';
import { runUnit } from '../unit/run-unit.js';
import { monotonicNowMs } from '../wall-clock.js';
import { matchOperation } from './match-operation.js';
import { chooseResponse, createPreferenceError, readPreference } from './preference.js';
import { findRequestTenant, type MatchedState, PipelineOutcome, type ReceivedState } from './request-state.js';

/** Time limit in milliseconds for all conditions of a request. Each condition also has a step budget. */
const timeoutMs = 50;

const none: ReadonlySet<string> = new Set();

/**
 * Step 3: injects a fault from a rule, from `Prefer: code=<documented status>`, or from `Prefer: wait=<seconds>` on the
 * sandbox's clock. A success status lets the request proceed.
 */
export function injectFaults(matched: MatchedState): MatchedState | Promise<MatchedState | PipelineOutcome> {
  const { route, request, sandbox } = matched;
  // Faults do not apply to the control plane, which must remain usable to remove them.
  if (route.isControl || (sandbox.faults.isEmpty && request.headers['prefer'] === undefined)) return matched;
  return applyFaults(matched);
}

/** Step 2 in a sandbox: finds the operation. A rule can also respond to a request that no API describes. */
export function matchOrAnswer(
  received: ReceivedState,
): MatchedState | PipelineOutcome | Promise<MatchedState | PipelineOutcome> {
  const { server, sandbox, request, path } = received;
  if (sandbox.faults.isEmpty || isControlPath(path)) return matchOperation(received);
  const found = server.routes.match(request.method, path);
  if (found.kind === 'route') return matchOperation(received);
  return applyRules({ ...received, simulator: found.simulator }).then((applied) =>
    applied instanceof PipelineOutcome ? applied : matchOperation(received),
  );
}

/** Applies the fault rules to a request that another server handles. */
export async function injectForwarded(received: ReceivedState): Promise<ReceivedState | PipelineOutcome> {
  const found = received.server.routes.match(received.request.method, received.path);
  const state =
    found.kind === 'route'
      ? { ...received, route: found.route, simulator: found.route.simulator }
      : { ...received, simulator: found.simulator };
  return await applyRules(state, '');
}

async function applyFaults(matched: MatchedState): Promise<MatchedState | PipelineOutcome> {
  const applied = await applyRules(matched);
  return applied instanceof PipelineOutcome ? applied : await applyPreference(applied);
}

/** @param unknown operation id to use for a request that no API describes */
async function applyRules<State extends ReceivedState>(
  state: State,
  unknown?: string,
): Promise<State | PipelineOutcome> {
  const { sandbox, simulator, recorder } = state;
  if (sandbox.faults.isEmpty) return state;
  const facts = factsOf(state, unknown);
  const conditions = await findHolding(state, facts);
  const known = conditions.size === 0 ? facts : { ...facts, conditions };
  const rule = sandbox.faults.apply(known, sandbox.clock.now().getTime(), sandbox.random);
  if (rule === undefined) return state;
  const effect = rule.effect.template === undefined ? rule.effect : await fillTemplate(state, rule, facts);
  const spoiled = { ...state, fault: effect };
  recorder.fault(rule.id);
  if (effect.delay !== undefined) await sandbox.wait(drawDelay(effect.delay, sandbox.random));
  const own = createFaultResponse(effect);
  if (own !== undefined) return new PipelineOutcome(spoiled, own);
  const { status, patch } = effect;
  return status === undefined || patch !== undefined
    ? spoiled
    : new PipelineOutcome(spoiled, simulator.refusals.injected(status));
}

function factsOf(state: ReceivedState, unknown?: string): RequestFacts {
  const { simulator, route, request, path, query, recorder } = state;
  return {
    api: simulator.name,
    operationId: route?.operation.operationId ?? unknown,
    tenantId: findRequestTenant(state),
    method: request.method,
    path,
    query,
    headers: request.headers,
    body: request.body,
    onTimeout: () => recorder.note('Comparing the body with fault rules took too long; some were skipped.'),
  };
}

async function applyPreference(matched: MatchedState): Promise<MatchedState | PipelineOutcome> {
  const { request, sandbox, route, simulator } = matched;
  const prefer = request.headers['prefer'];
  if (prefer === undefined) return matched;
  const read = readPreference(prefer);
  if (typeof read === 'string') return refuse(matched, createPreferenceError(read, route.operation.responseExamples));
  const preference = chooseResponse(route.operation, read);
  if ('refused' in preference) return refuse(matched, preference);
  const { wait, code, example } = preference;
  if (wait !== undefined) await sandbox.wait(wait * 1000);
  return Number(code) >= 400
    ? new PipelineOutcome(matched, simulator.refusals.injected(Number(code), example))
    : { ...matched, preference };
}

function refuse(matched: MatchedState, refusal: ErrorResult): PipelineOutcome {
  // The status is undocumented, as for an injected fault.
  return new PipelineOutcome({ ...matched, fault: matched.fault ?? {} }, refusal);
}

/**
 * Returns the effect of a rule with rendered body and headers. If rendering fails, the effect is a 500 with the reason.
 */
async function fillTemplate(
  state: ReceivedState,
  { effect, match }: FaultRule,
  facts: RequestFacts,
): Promise<FaultEffect> {
  const { template, body, headers = {}, ...rest } = effect;
  const { server, sandbox, recorder } = state;
  if (template === undefined || server.renderTemplate === undefined) return effect;
  const names = Object.keys(headers);
  const request = readConditioned(state, facts);
  const path = { ...request.path, ...readTemplateParameters(match.path ?? '', facts.path) };
  try {
    const { texts, status } = await server.renderTemplate({
      template: { ...template, data: await readData(state, request, template) },
      texts: [typeof body === 'string' ? body : '', ...Object.values(headers)],
      request: { ...request, path },
      origin: state.request.origin,
      now: sandbox.clock.now(),
      random: sandbox.random,
    });
    const [filled = '', ...values] = texts;
    const filledHeaders = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    return { ...rest, body: filled, headers: filledHeaders, ...(status === undefined ? {} : { status }) };
  } catch (error) {
    const why = `The template of the rule cannot be filled: ${error instanceof Error ? error.message : String(error)}`;
    recorder.note(why);
    return { status: 500, body: why, headers: { 'content-type': 'text/plain' } };
  }
}

/** Evaluates the values of a template that begin with `=`. */
async function readData(
  state: ReceivedState,
  request: ConditionedRequest,
  { data = {} }: ResponseTemplate,
): Promise<Readonly<Record<string, unknown>>> {
  const simulator = findEvaluator(state);
  const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
  if (simulator?.compileCondition === undefined || !Object.values(data).some(isExpression)) return data;
  const compile = simulator.compileCondition;
  return await runUnit({ sandbox: state.sandbox, api: simulator.name, cause: null }, async (unit) => {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(data))
      values[name] = isExpression(value) ? await compile(String(value).slice(1))(request, unit) : value;
    return values;
  });
}

/** Finds the API that evaluates a request's expressions: the request's own, or otherwise the only API that can. */
function findEvaluator({ simulator, server }: ReceivedState): Simulator | undefined {
  if (simulator.compileCondition !== undefined) return simulator;
  const others = [...server.simulators.values()].filter(({ compileCondition }) => compileCondition !== undefined);
  return others.length === 1 ? others[0] : undefined;
}

/** Returns a request in the form that expressions use. */
function readConditioned(state: ReceivedState, facts: RequestFacts): ConditionedRequest {
  const { value, text } = readRuleBody(facts);
  const { method, path, query, headers } = facts;
  return {
    path: state.pathParameters,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers,
    body: value,
    request: { method, path, url: query === '' ? path : `${path}?${query}`, text },
  };
}

/** Finds the fault rule conditions that are true for a request. */
async function findHolding(state: ReceivedState, facts: RequestFacts): Promise<ReadonlySet<string>> {
  const texts = state.sandbox.faults.conditionsFor(facts);
  const simulator = texts.size === 0 ? undefined : findEvaluator(state);
  const compile = simulator?.compileCondition;
  if (simulator === undefined || compile === undefined) return none;
  const { sandbox, recorder } = state;
  const request = readConditioned(state, facts);
  const holding = new Set<string>();
  const until = monotonicNowMs() + timeoutMs;
  await runUnit({ sandbox, api: simulator.name, cause: null }, async (unit) => {
    holding.clear();
    for (const text of texts) {
      if (monotonicNowMs() > until) {
        recorder.note('The conditions of fault rules took too long; some were skipped.');
        return;
      }
      try {
        if ((await compile(text)(request, unit)) === true) holding.add(text);
      } catch (error) {
        // The API can have changed since the rule was set.
        recorder.note(`The condition ${text} of a fault rule does not apply: ${String(error)}`);
      }
    }
  });
  return holding;
}
