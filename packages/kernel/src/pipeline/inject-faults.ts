import type { ErrorResult } from '../error-result.js';
import { createFaultResponse, drawDelay } from '../faults/fault-rules.js';
import type { RequestFacts } from '../faults/matches-fault.js';
import { isControlPath } from '../transport/control-path.js';
import { chooseResponse, createPreferenceError } from './choose-response.js';
import { fillTemplate } from './fill-template.js';
import { findHolding } from './find-holding.js';
import { matchOperation } from './match-operation.js';
import { readPreference } from './preference.js';
import { findRequestTenant, type MatchedState, PipelineOutcome, type ReceivedState } from './request-state.js';

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
