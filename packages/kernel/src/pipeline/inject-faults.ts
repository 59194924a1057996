import type { FaultRule } from '../faults/fault-rule.js';
import { drawDelay } from '../faults/faults.js';
import { readPreference } from './preference.js';
import { type Matched, Outcome, requestTenant } from './request-state.js';

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

async function applyFaults(matched: Matched): Promise<Matched | Outcome> {
  const { sandbox, simulator, recorder } = matched;
  const rule = ruleOf(matched);
  if (rule === undefined) return await applyPreference(matched);
  const { effect } = rule;
  const spoiled = { ...matched, fault: effect };
  recorder.fault(rule.id);
  if (effect.delay !== undefined) await sandbox.wait(drawDelay(effect.delay, sandbox.random));
  if (effect.status !== undefined) return new Outcome(spoiled, simulator.refusals.injected(effect.status));
  return await applyPreference(spoiled);
}

function ruleOf(matched: Matched): FaultRule | undefined {
  const { sandbox, simulator, route, request, path } = matched;
  if (sandbox.faults.isEmpty) return undefined;
  const facts = {
    api: simulator.name,
    operationId: route.operation.operationId,
    tenantId: requestTenant(matched),
    method: request.method,
    path,
    headers: request.headers,
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
