import type { FaultRule } from '../faults/fault-rule.js';
import { drawDelay } from '../faults/faults.js';
import { Decided, type Matched } from './known.js';
import { readPreference } from './preference.js';
import { tenantOf } from './tenant-of.js';

/**
 * Step 3: what should go wrong, by a rule of the sandbox or on request of the caller. `Prefer: code=<status>` takes any
 * status that the contract documents for the operation; a documented success lets the request go its usual way.
 * `Prefer: wait=<seconds>` holds the answer back. Delays run on the sandbox's clock.
 */
export function misbehave(matched: Matched): Matched | Promise<Matched | Decided> {
  const { route, request, sandbox } = matched;
  // The control plane must stay usable: it is the way to end a fault.
  if (route.isControl || (sandbox.faults.isEmpty && request.headers['prefer'] === undefined)) return matched;
  return misbehaveAsTold(matched);
}

async function misbehaveAsTold(matched: Matched): Promise<Matched | Decided> {
  const { sandbox, simulator, entry } = matched;
  const rule = ruleOf(matched);
  if (rule === undefined) return await heedPreference(matched);
  const { effect } = rule;
  const spoiled = { ...matched, fault: effect };
  if (entry !== undefined) entry.fault = rule.id;
  if (effect.delay !== undefined) await sandbox.wait(drawDelay(effect.delay, sandbox.random));
  if (effect.status !== undefined) return new Decided(spoiled, simulator.refusals.injected(effect.status));
  return await heedPreference(spoiled);
}

function ruleOf(matched: Matched): FaultRule | undefined {
  const { sandbox, simulator, route, request, path } = matched;
  if (sandbox.faults.isEmpty) return undefined;
  const facts = {
    api: simulator.name,
    operationId: route.operation.operationId,
    tenantId: tenantOf(matched),
    method: request.method,
    path,
    headers: request.headers,
  };
  return sandbox.faults.apply(facts, sandbox.clock.now().getTime(), sandbox.random);
}

async function heedPreference(matched: Matched): Promise<Matched | Decided> {
  const { request, sandbox, route, simulator } = matched;
  const prefer = request.headers['prefer'];
  if (prefer === undefined) return matched;
  const wish = readPreference(prefer);
  if (typeof wish === 'string') return refuse(matched, wish, prefer);
  const { wait, code, example } = wish;
  if (wait !== undefined) await sandbox.wait(wait * 1000);
  if (code === undefined) return matched;
  const { operationId, statuses } = route.operation;
  if (!statuses.includes(code)) {
    const rule = `{"match": {"operationId": "${operationId}"}, "effect": {"status": ${code}}, "times": 1}`;
    const message = `Prefer asks for status ${code}, which ${operationId} does not document; documented are ${statuses.join(', ')}. For any error status set a fault rule: PUT /_sim/faults {"faults": [${rule}]}`;
    return refuse(matched, message, code);
  }
  return Number(code) >= 400 ? new Decided(matched, simulator.refusals.injected(Number(code), example)) : matched;
}

function refuse(matched: Matched, message: string, actual: string): Decided {
  const finding = { ruleId: 'request/prefer', severity: 'error', message, pointer: '/headers/Prefer', actual } as const;
  // Like a rule's, it is no answer of the operation itself, which may document no 400.
  const fault = matched.fault ?? {};
  return new Decided({ ...matched, fault }, matched.simulator.refusals.badRequest([finding]));
}
