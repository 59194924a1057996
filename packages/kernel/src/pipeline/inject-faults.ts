import type { FaultRule } from '../faults/fault-rule.js';
import { drawDelay, ownAnswer } from '../faults/faults.js';
import { isControlPath } from '../transport/control-path.js';
import { match } from './match.js';
import { readPreference } from './preference.js';
import { type Matched, Outcome, type Received, requestTenant } from './request-state.js';

/**
 * Injects a fault by a rule, or by `Prefer: code=<documented status>` or `Prefer: wait=<seconds>` on the sandbox's
 * clock. A success status lets the request proceed.
 */
export function injectFaults(matched: Matched): Matched | Promise<Matched | Outcome> {
  const { route, request, sandbox } = matched;
  // The control plane must remain usable to remove a fault.
  if (route.isControl || (sandbox.faults.isEmpty && request.headers['prefer'] === undefined)) return matched;
  return applyFaults(matched);
}

/** Step 2 in a sandbox: a rule can answer a request that no API describes. */
export function matchOrAnswer(received: Received): Matched | Outcome | Promise<Matched | Outcome> {
  const { world, sandbox, request, path } = received;
  if (sandbox.faults.isEmpty || isControlPath(path)) return match(received);
  const found = world.routes.match(request.method, path);
  if (found.kind === 'route') return match(received);
  const state = { ...received, simulator: found.simulator };
  const rule = ruleOf(state);
  if (rule === undefined) return match(received);
  return applyRule(state, rule).then((applied) => (applied instanceof Outcome ? applied : match(received)));
}

/** A fault rule can also meet a request that another server answers. */
export async function injectForwarded(received: Received): Promise<Received | Outcome> {
  const found = received.world.routes.match(received.request.method, received.path);
  const state =
    found.kind === 'route'
      ? { ...received, route: found.route, simulator: found.route.simulator }
      : { ...received, simulator: found.simulator };
  const rule = ruleOf(state, '');
  return rule === undefined ? state : await applyRule(state, rule);
}

async function applyFaults(matched: Matched): Promise<Matched | Outcome> {
  const rule = ruleOf(matched);
  const applied = rule === undefined ? matched : await applyRule(matched, rule);
  return applied instanceof Outcome ? applied : await applyPreference(applied);
}

async function applyRule<State extends Received>(state: State, { id, effect }: FaultRule): Promise<State | Outcome> {
  const { sandbox, simulator, recorder } = state;
  const spoiled = { ...state, fault: effect };
  recorder.fault(id);
  if (effect.delay !== undefined) await sandbox.wait(drawDelay(effect.delay, sandbox.random));
  const own = ownAnswer(effect);
  if (own !== undefined) return new Outcome(spoiled, own);
  const { status, patch } = effect;
  return status === undefined || patch !== undefined
    ? spoiled
    : new Outcome(spoiled, simulator.refusals.injected(status));
}

/** @param unknown operation of a request that no API describes */
function ruleOf(state: Received, unknown?: string): FaultRule | undefined {
  const { sandbox, simulator, route, request, path, query, recorder } = state;
  if (sandbox.faults.isEmpty) return undefined;
  const facts = {
    api: simulator.name,
    operationId: route?.operation.operationId ?? unknown,
    tenantId: requestTenant(state),
    method: request.method,
    path,
    query,
    headers: request.headers,
    body: request.body,
    onTimeout: () => recorder.note('Comparing the body with fault rules took too long; some were skipped.'),
  };
  return sandbox.faults.apply(facts, sandbox.clock.now().getTime(), sandbox.random);
}

async function applyPreference(matched: Matched): Promise<Matched | Outcome> {
  const { request, sandbox, route, simulator } = matched;
  const prefer = request.headers['prefer'];
  if (prefer === undefined) return matched;
  const preference = readPreference(prefer);
  if (typeof preference === 'string') return refuse(matched, preference, prefer);
  const preferring = { ...matched, preference };
  const { wait, code, example } = preference;
  if (wait !== undefined) await sandbox.wait(wait * 1000);
  if (code === undefined) return preferring;
  const { operationId, statuses } = route.operation;
  if (!statuses.includes(code)) {
    const rule = `{"match": {"operationId": "${operationId}"}, "effect": {"status": ${code}}, "times": 1}`;
    const message = `Prefer asks for status ${code}, which ${operationId} does not document; documented are ${statuses.join(', ')}. For any error status set a fault rule: PUT /_sim/faults {"faults": [${rule}]}`;
    return refuse(matched, message, code);
  }
  return Number(code) >= 400 ? new Outcome(matched, simulator.refusals.injected(Number(code), example)) : preferring;
}

function refuse(matched: Matched, message: string, actual: string): Outcome {
  const finding = { ruleId: 'request/prefer', severity: 'error', message, pointer: '/headers/Prefer', actual } as const;
  // Like an injected fault, it is undocumented.
  const fault = matched.fault ?? {};
  return new Outcome({ ...matched, fault }, matched.simulator.refusals.badRequest([finding]));
}
